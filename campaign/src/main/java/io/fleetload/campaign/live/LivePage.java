// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.driver.RunClock;
import io.fleetload.pages.Page;
import io.fleetload.pages.PageServer;
import io.fleetload.process.UsageException;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The live page of a run, for browsers of this host alone: it listens on 127.0.0.1, answers only
 * who names it so, which a page of another site cannot by way of a name of its own (DNS rebinding),
 * and lets no other site read what it answers.
 */
final class LivePage implements AutoCloseable {
  /** Default port of the page. */
  static final int PORT = 8095;

  /** A page asks every second. */
  private static final long LOOKED_AT_NANOS = 5_000_000_000L;

  private static final long LONGEST_LAST_LOOK_SECONDS = 3;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PageServer server;
  private final List<String> names;
  private final CountDownLatch endSeen = new CountDownLatch(1);
  private final RunClock clock;
  private volatile LiveRun run;
  private volatile long askedNanos;

  /**
   * An answer.
   *
   * @param last whether it shows the end of the run
   */
  private record Answer(Page page, boolean last) {}

  private LivePage(InetSocketAddress address, RunClock clock) throws IOException {
    this.clock = clock;
    this.askedNanos = clock.nanos() - LOOKED_AT_NANOS;
    this.server = PageServer.start(address, this::answer);
    this.names = List.of("127.0.0.1:" + server.port(), "localhost:" + server.port());
  }

  /**
   * Takes the port; there is nothing to see before {@link #show}.
   *
   * @param port 0 for any that is free
   * @throws UsageException if it is taken
   */
  static LivePage at(int port, RunClock clock) throws UsageException {
    try {
      InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      return new LivePage(new InetSocketAddress(here, port), clock);
    } catch (IOException e) {
      throw new UsageException(
          "--live: cannot listen on 127.0.0.1:%s: %s; take another, such as --live=%s, or --live=0"
                  .formatted(port, e.getMessage(), port == PORT ? PORT + 1 : PORT)
              + " for one that is free");
    }
  }

  /** Shows a run. */
  void show(LiveRun shown) {
    run = shown;
  }

  /** The page's address. */
  String address() {
    return "http://" + names.get(0) + "/";
  }

  private void answer(HttpServerRequest request) {
    String from = request.getHeader("Sec-Fetch-Site");
    boolean state = request.path().equals("/state");
    if (!names.contains(String.valueOf(request.getHeader("Host")))
        || (state && from != null && !from.equals("same-origin") && !from.equals("none"))) {
      Page.of(403).to(request);
    } else if (!state && !request.path().equals("/")) {
      Page.of(404).to(request);
    } else if (run == null) {
      Page.of(503).to(request);
    } else {
      askedNanos = clock.nanos();
      String query = request.query();
      answer(request, state ? () -> state(query) : this::page);
    }
  }

  /** Large books take long to read, so the event loop does not. */
  private void answer(HttpServerRequest request, Callable<Answer> made) {
    Vertx.currentContext()
        .executeBlocking(made)
        .otherwise(failure -> new Answer(Page.of(500), false))
        .compose(answer -> answer.page.to(request).map(answer.last))
        .onSuccess(
            last -> {
              if (last) {
                endSeen.countDown();
              }
            });
  }

  private Answer page() {
    return new Answer(
        new Page(200, "text/html; charset=utf-8", run.state().report().liveHtml()), false);
  }

  private Answer state(String query) throws JsonProcessingException {
    LiveRun.State state = run.state();
    if (("have=" + state.number()).equals(query)) {
      return new Answer(Page.of(204), false);
    }
    ObjectNode content = state.report().content();
    content.put("number", state.number()).put("ended", state.ended());
    String text = JSON.writeValueAsString(content);
    return new Answer(new Page(200, "application/json; charset=utf-8", text), state.ended());
  }

  /**
   * Shows the end of the run, if one was shown. A reader of the page gets a moment to see it;
   * without a reader nothing waits.
   *
   * @param why in one line, why the run has no result; null if it has one
   */
  void end(String why) {
    if (run == null) {
      return;
    }
    run.end(why);
    if (clock.nanos() - askedNanos < LOOKED_AT_NANOS) {
      try {
        boolean unused = endSeen.await(LONGEST_LAST_LOOK_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
