// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import io.fleetload.jt808.embedded.ServerOptions.NatsChoice;
import io.fleetload.jt808.embedded.gateway.Gateway;
import io.fleetload.jt808.embedded.gateway.Traffic;
import io.fleetload.jt808.embedded.nats.Broker;
import io.fleetload.jt808.embedded.nats.Hub;
import io.fleetload.jt808.embedded.nats.NatsServer;
import io.fleetload.jt808.embedded.store.LocationStore;
import io.fleetload.jt808.embedded.store.Saver;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener.Events;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** All parts together: NATS, the gateway, and, if it is asked for, the saver with its store. */
final class EmbeddedServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Messages that may wait for a NATS server that is slow, about 100 MB. */
  private static final int UNSENT = 500_000;

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Consumer<String> died;
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile boolean closing;

  /**
   * Starts nothing yet.
   *
   * @param died is told why the server is of no more use
   */
  EmbeddedServer(Consumer<String> died) {
    this.died = died;
  }

  /**
   * Starts everything.
   *
   * @return one line of JSON that says where all is
   * @throws StartFailure if a part does not start; {@link #close()} ends the others
   */
  String start(ServerOptions options, Clock clock) throws StartFailure {
    Broker broker = part(broker(options.nats()));
    Connection nats = connect(broker, "gateway");
    Traffic traffic = new Traffic();
    StringJoiner ready =
        new StringJoiner(",", "{\"event\":\"ready\",\"tool\":\"jt808-server\",", "}");
    Optional<Saver> saver = Optional.empty();
    String store = "";
    if (options.saverQueue().isPresent()) {
      LocationStore locations = part(store());
      store = locations.url();
      Connection own = connect(broker, "saver");
      int queue = options.saverQueue().get();
      saver = Optional.of(part(new Saver(own, nats, locations, queue, clock, this::died)));
      untilHeard(own);
    }
    Gateway gateway = part(gateway(options, nats, clock, traffic));
    untilHeard(nats);
    for (int i = 1; i < options.gateways(); i++) {
      part(gateway(options, gateway.port(), broker));
    }
    MetricsPage metrics = part(metrics(options, traffic, saver));
    ready.add(field("server", "127.0.0.1:" + gateway.port()));
    ready.add(field("nats", broker.url()));
    ready.add(field("natsServer", name(nats)));
    if (!store.isEmpty()) {
      ready.add(field("store", store));
    }
    ready.add(field("metrics", metrics.url()));
    return ready.toString();
  }

  private static String field(String name, String value) {
    return '"' + name + "\":\"" + value + '"';
  }

  private static Broker broker(NatsChoice choice) throws StartFailure {
    if (choice.url().isPresent()) {
      return Broker.given(choice.url().get());
    }
    if (choice.program().isEmpty()) {
      return new Hub(Hub.MAX_PENDING);
    }
    try {
      return NatsServer.start(choice.program().get(), PATIENCE);
    } catch (IOException e) {
      throw new StartFailure(
          "nats-server did not start: "
              + e.getMessage()
              + "; give another with --nats-server, or --nats stand-in",
          e);
    }
  }

  private Connection connect(Broker broker, String name) throws StartFailure {
    Options options =
        new Options.Builder()
            .server(broker.url())
            .connectionName(name)
            .connectionTimeout(PATIENCE)
            .noReconnect()
            .maxMessagesInOutgoingQueue(UNSENT)
            // The end of the connection says the same.
            .errorListener(new ErrorListener() {})
            .build();
    try {
      Connection connection = part(Nats.connect(options));
      connection.addConnectionListener(
          (closed, event) -> {
            if (event == Events.CLOSED) {
              died("the NATS server at " + broker.url() + " is gone");
            }
          });
      return connection;
    } catch (IOException e) {
      throw new StartFailure(
          "cannot connect to %s (%s); another: --nats".formatted(broker.url(), e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartFailure("interrupted", e);
    }
  }

  /** Until the server knows the subscriptions: what is published before is published to nobody. */
  private static void untilHeard(Connection nats) throws StartFailure {
    try {
      nats.flush(PATIENCE);
    } catch (TimeoutException e) {
      throw new StartFailure("the NATS server does not answer; another: --nats", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartFailure("interrupted", e);
    }
  }

  private static String name(Connection nats) {
    return nats.getServerInfo().getServerName().equals(Hub.NAME)
        ? Hub.NAME
        : "nats-server " + nats.getServerInfo().getVersion();
  }

  private LocationStore store() throws StartFailure {
    try {
      return LocationStore.open(part(new TemporaryDirectory()).path());
    } catch (IOException e) {
      throw new StartFailure(
          "the store did not start: " + e.getMessage() + "; without one: --store none", e);
    }
  }

  private static Gateway gateway(
      ServerOptions options, Connection nats, Clock clock, Traffic traffic) throws StartFailure {
    try {
      return new Gateway(
          options.port(), options.sharedPort(), nats, options.misconduct(), clock, traffic);
    } catch (IOException e) {
      throw cannotListen(options.port(), "--port", e);
    }
  }

  private GatewayProcess gateway(ServerOptions options, int port, Broker broker)
      throws StartFailure {
    List<String> arguments = new ArrayList<>(options.misconduct().arguments());
    arguments.addAll(
        List.of("--port", "" + port, "--share-port", "--nats", broker.url(), "--store", "none"));
    try {
      return GatewayProcess.start(arguments, this::died);
    } catch (IOException e) {
      throw new StartFailure("a further gateway did not start: " + e.getMessage(), e);
    }
  }

  private static MetricsPage metrics(ServerOptions options, Traffic traffic, Optional<Saver> saver)
      throws StartFailure {
    try {
      return new MetricsPage(options.metricsPort(), traffic, saver);
    } catch (IOException e) {
      throw cannotListen(options.metricsPort(), "--metrics-port", e);
    }
  }

  private static StartFailure cannotListen(int port, String option, IOException why) {
    return new StartFailure(
        "cannot listen on 127.0.0.1:%d (%s); another port: %s, 0 for one that is free"
            .formatted(port, why.getMessage(), option),
        why);
  }

  private <T extends AutoCloseable> T part(T part) {
    synchronized (parts) {
      parts.push(part);
    }
    // A signal may come while it starts.
    if (closing) {
      close();
    }
    return part;
  }

  /** Says once why it is of no more use, unless it is being closed. */
  void died(String why) {
    if (!closing && told.compareAndSet(false, true)) {
      died.accept(why);
    }
  }

  /** Ends all parts, the last first; a part that does not end keeps no other from it. */
  @Override
  public void close() {
    closing = true;
    for (AutoCloseable part = next(); part != null; part = next()) {
      try {
        part.close();
      } catch (Exception e) {
        System.err.println("jt808-server: " + part.getClass().getSimpleName() + ": " + e);
      }
    }
  }

  private AutoCloseable next() {
    synchronized (parts) {
      return parts.poll();
    }
  }
}
