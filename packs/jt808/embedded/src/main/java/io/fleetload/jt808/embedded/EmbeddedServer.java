// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import io.fleetload.embedded.Figures;
import io.fleetload.embedded.MetricsPage;
import io.fleetload.embedded.Parts;
import io.fleetload.embedded.StartFailure;
import io.fleetload.embedded.TemporaryDirectory;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** All parts together: NATS, the gateway, and, if it is asked for, the saver with its store. */
record EmbeddedServer(Parts parts) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Messages that may wait for a NATS server that is slow, about 100 MB. */
  private static final int UNSENT = 500_000;

  /**
   * Starts everything.
   *
   * @return one line of JSON that says where all is
   * @throws StartFailure if a part does not start
   */
  String start(ServerOptions options, Clock clock) throws StartFailure {
    Broker broker = parts.add(broker(options.nats()));
    Connection nats = connect(broker, "gateway");
    Traffic traffic = new Traffic();
    StringJoiner ready =
        new StringJoiner(",", "{\"event\":\"ready\",\"tool\":\"jt808-server\",", "}");
    Optional<Saver> saver = Optional.empty();
    String store = "";
    if (options.saverQueue().isPresent()) {
      LocationStore locations = parts.add(store());
      store = locations.url();
      Connection own = connect(broker, "saver");
      int queue = options.saverQueue().get();
      saver = Optional.of(parts.add(new Saver(own, nats, locations, queue, clock, parts::died)));
      untilHeard(own);
    }
    Gateway gateway = parts.add(gateway(options, nats, clock, traffic));
    untilHeard(nats);
    for (int i = 1; i < options.gateways(); i++) {
      parts.add(gateway(options, gateway.port(), broker));
    }
    MetricsPage metrics = parts.add(metrics(options.metricsPort(), traffic, saver));
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
      Connection connection = parts.add(Nats.connect(options));
      connection.addConnectionListener(
          (closed, event) -> {
            if (event == Events.CLOSED) {
              parts.died("the NATS server at " + broker.url() + " is gone");
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

  /**
   * Waits until the server knows the subscriptions. A message published earlier would reach no one.
   */
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
      return LocationStore.open(parts.add(new TemporaryDirectory("jt808-server")).path());
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
      throw StartFailure.notListening("127.0.0.1:" + options.port(), "--port", e);
    }
  }

  private GatewayProcess gateway(ServerOptions options, int port, Broker broker)
      throws StartFailure {
    List<String> arguments = new ArrayList<>(options.misconduct().arguments());
    arguments.addAll(
        List.of("--port", "" + port, "--share-port", "--nats", broker.url(), "--store", "none"));
    try {
      return GatewayProcess.start(arguments, parts::died);
    } catch (IOException e) {
      throw new StartFailure("a further gateway did not start: " + e.getMessage(), e);
    }
  }

  private static MetricsPage metrics(int port, Traffic traffic, Optional<Saver> saver)
      throws StartFailure {
    return MetricsPage.serve(port, page -> write(page, traffic, saver));
  }

  private static void write(Figures page, Traffic traffic, Optional<Saver> saver) {
    long accepted = traffic.accepted.sum();
    page.gauge("jt808_connections_open", accepted - traffic.closed.sum());
    page.counter("jt808_connections_accepted_total", accepted);
    page.counters(
        "jt808_messages_total",
        "id",
        traffic.messages().entrySet().stream()
            .collect(
                Collectors.toMap(each -> "%04x".formatted(each.getKey()), Map.Entry::getValue)));
    page.counter("jt808_published_total", traffic.published);
    page.counter("jt808_acknowledged_total", traffic.acknowledged);
    page.counter("jt808_unreadable_total", traffic.unreadable);
    page.counter("jt808_commands_total", traffic.commands);
    saver.ifPresent(
        present -> {
          page.counter("jt808_saver_saved_total", present.saved);
          page.counter("jt808_saver_dropped_total", present.dropped);
          page.gauge("jt808_saver_waiting", present.waiting());
        });
  }
}
