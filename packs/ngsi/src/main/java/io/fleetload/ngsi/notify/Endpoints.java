// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.driver.RunClock;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.Receiver;
import io.fleetload.process.UsageException;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * The HTTP servers that the broker notifies. The path of a subscription has the run's id, so that
 * what an earlier run left behind is not taken for this one's.
 */
final class Endpoints {
  private static final Set<String> OF_THIS_HOST_ONLY = Set.of("127.0.0.1", "localhost");
  private static final String EVERYWHERE = "0.0.0.0";
  private static final int MOST_WAITING_CONNECTIONS = 10_000;

  /** A broker that opens one for each notification has hundreds at once. */
  private static final int MOST_CONNECTIONS = 5_000;

  /** Of notifications that are read, in all of them. */
  private static final long MOST_BYTES = 4L * BoundedBody.MOST;

  private static final long SWEEP_MILLIS = 1_000;
  private static final int NO_CONTENT = 204;
  private static final int NOT_FOUND = 404;
  private static final int TOO_LARGE = 413;
  private static final int UNAVAILABLE = 503;
  private static final long AGAIN_MILLIS = 10;

  private final Vertx vertx;
  private final Receiver wanted;
  private final String notify;
  private final String probe;
  private final Receivers receivers;
  private final Inbox inbox;
  private final Answers answers;
  private final RunClock clock;
  private final IntConsumer probed;
  private final OpenConnections connections;
  private final BodyRoom room = new BodyRoom(MOST_BYTES);
  private final AtomicLong tooLarge = new AtomicLong();
  private final List<HttpServer> servers = new ArrayList<>();

  /**
   * Servers that do not listen yet.
   *
   * @param run the run's id in the paths
   * @param probed takes the number of the endpoint that a probe came to
   */
  Endpoints(
      Vertx vertx,
      NgsiProfile profile,
      String run,
      Receivers receivers,
      Inbox inbox,
      Answers answers,
      RunClock clock,
      IntConsumer probed) {
    this.vertx = vertx;
    this.wanted = profile.receiver();
    this.notify = "/notify/" + run + "/";
    this.probe = "/probe/" + run + "/";
    this.receivers = receivers;
    this.inbox = inbox;
    this.answers = answers;
    this.clock = clock;
    this.probed = probed;
    this.connections = new OpenConnections(MOST_CONNECTIONS, clock);
  }

  /**
   * Listens.
   *
   * @throws UsageException if a port is taken
   */
  void listen() throws UsageException {
    vertx.setPeriodic(SWEEP_MILLIS, timer -> connections.sweep());
    String bound = isEverywhere() ? EVERYWHERE : "127.0.0.1";
    for (int i = 0; i < wanted.endpoints(); i++) {
      int port = wanted.port() == 0 ? 0 : wanted.port() + i;
      HttpServerOptions options =
          new HttpServerOptions()
              .setHost(bound)
              .setPort(port)
              .setHttp2ClearTextEnabled(false)
              .setAcceptBacklog(MOST_WAITING_CONNECTIONS);
      HttpServer server =
          vertx
              .createHttpServer(options)
              .connectionHandler(connections::opened)
              .requestHandler(this::take);
      try {
        server.listen().toCompletionStage().toCompletableFuture().join();
      } catch (CompletionException e) {
        throw new UsageException(
            "receiver.port: port %d of this host cannot be listened on: %s; choose another one, or 0 for any"
                .formatted(port, e.getCause().getMessage()));
      }
      servers.add(server);
    }
  }

  private boolean isEverywhere() {
    return !OF_THIS_HOST_ONLY.contains(wanted.host());
  }

  /** Addresses where they listen, for a line; empty if only programs of this host reach them. */
  String everywhere() {
    List<String> ports = servers.stream().map(each -> Integer.toString(each.actualPort())).toList();
    return !isEverywhere()
        ? ""
        : "the receiver listened on all addresses of this host (%s), port %s%s"
            .formatted(
                EVERYWHERE,
                ports.get(0),
                ports.size() == 1 ? "" : " to " + ports.get(ports.size() - 1));
  }

  /** Number of the endpoints. */
  int count() {
    return servers.size();
  }

  /** URI at which a subscription is notified; they are spread over the endpoints. */
  String uri(int group, int number) {
    int endpoint = receivers.overall(group, number) % servers.size();
    return address(endpoint) + notify + group + "/" + number;
  }

  /** URI at which the probe of an endpoint is notified. */
  String probeUri(int endpoint) {
    return address(endpoint) + probe + endpoint;
  }

  /** The address of an endpoint, as the broker sees it. */
  String address(int endpoint) {
    String host = wanted.host();
    return "http://%s:%d"
        .formatted(
            host.contains(":") ? "[" + host + "]" : host, servers.get(endpoint).actualPort());
  }

  /** Number of notifications that were too large to be read. */
  long tooLarge() {
    return tooLarge.get();
  }

  private void take(HttpServerRequest request) {
    long nanos = clock.nanos();
    String path = request.path() == null ? "" : request.path();
    int slash = path.indexOf('/', notify.length());
    int group = slash < 0 || !path.startsWith(notify) ? -1 : number(path, notify.length(), slash);
    int number = group < 0 ? -1 : number(path.substring(slash + 1));
    boolean ours = receivers.has(group, number);
    boolean probes = path.startsWith(probe);
    connections.begun(request.connection(), ours || probes);
    if (ours) {
      new BoundedBody(
          vertx.getOrCreateContext(),
          request,
          room,
          (body, read) -> {
            connections.whole(request.connection());
            book(
                () -> {
                  inbox.notified(group, number, body, nanos);
                  read.run();
                  answer(request, answers.next(receivers.overall(group, number)));
                });
          },
          () -> {
            connections.whole(request.connection());
            tooLarge.incrementAndGet();
            book(
                () -> {
                  inbox.unread(nanos);
                  answer(request, TOO_LARGE);
                });
          });
      return;
    }
    // What it says is not read.
    request.exceptionHandler(broken -> {});
    request.endHandler(
        end -> {
          connections.whole(request.connection());
          if (probes) {
            answer(request, NO_CONTENT);
            probed.accept(number(path.substring(probe.length())));
          } else {
            book(
                () -> {
                  inbox.foreign(nanos);
                  answer(request, NOT_FOUND);
                });
          }
        });
  }

  /** Once there is room. The broker waits for its answer meanwhile. */
  private void book(Runnable booking) {
    if (inbox.hasRoom()) {
      booking.run();
    } else {
      vertx.setTimer(AGAIN_MILLIS, timer -> book(booking));
    }
  }

  private static int number(String path, int from, int to) {
    return number(path.substring(from, to));
  }

  private static int number(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private void answer(HttpServerRequest request, Answers.Answer answer) {
    if (answer == Answers.Answer.NONE) {
      return;
    }
    int status = answer == Answers.Answer.YES ? NO_CONTENT : UNAVAILABLE;
    long millis = wanted.answer().delay().millis();
    if (millis > 0) {
      vertx.setTimer(millis, timer -> answer(request, status));
    } else {
      answer(request, status);
    }
  }

  private static void answer(HttpServerRequest request, int status) {
    if (!request.response().closed()) {
      request.response().setStatusCode(status).end();
    }
  }
}
