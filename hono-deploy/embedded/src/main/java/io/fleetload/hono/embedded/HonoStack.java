// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import io.fleetload.hono.embedded.adapter.AdapterClients;
import io.fleetload.hono.embedded.adapter.AdapterIdentity;
import io.fleetload.hono.embedded.adapter.CoapAdapter;
import io.fleetload.hono.embedded.adapter.PasswordAdapterPart;
import io.fleetload.hono.embedded.adapter.http.HttpAdapter;
import io.fleetload.hono.embedded.adapter.mqtt.MqttAdapter;
import io.fleetload.hono.embedded.grid.DataGrid;
import io.fleetload.hono.embedded.kafka.KafkaBroker;
import io.fleetload.hono.embedded.kafka.KafkaClients;
import io.fleetload.hono.embedded.kafka.Topics;
import io.fleetload.hono.embedded.limits.TenantLimits;
import io.fleetload.hono.embedded.part.FreePorts;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Listener.Transport;
import io.fleetload.hono.embedded.part.Part;
import io.fleetload.hono.embedded.part.StackOptions;
import io.fleetload.hono.embedded.part.StartFailure;
import io.fleetload.hono.embedded.registry.MongoWireServer;
import io.fleetload.hono.embedded.registry.Registry;
import io.fleetload.hono.embedded.router.CommandRouter;
import io.fleetload.hono.embedded.wire.Service;
import io.fleetload.hono.embedded.wire.Wire;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * All of Hono, wired. The parts start in the order of their needs (status pages; broker, grid and
 * database; topics and registry; router; adapters) and stop in reverse, so that the adapters are
 * the last to open their doors and the first to close them.
 */
public final class HonoStack {

  private final FreePorts ports;
  private final DataDirectory data;
  private final Vertx vertx;
  private final JvmGcMetrics pauses;
  private final PartSequence parts;
  private final Endpoints endpoints;
  private final CompletableFuture<Throwable> death = new CompletableFuture<>();

  /**
   * Chooses the ports and wires the parts; nothing listens yet.
   *
   * @throws StartFailure if a port is taken, or the data directory cannot be used
   */
  static HonoStack of(StackOptions options) throws StartFailure {
    FreePorts ports = FreePorts.taken();
    return new HonoStack(
        options,
        ports,
        Listeners.claim(options, ports),
        DataDirectory.open(options.data(), Path.of(System.getProperty("java.io.tmpdir"))));
  }

  private record Listeners(
      Listener http,
      Listener kafka,
      Listener controller,
      Listener mongodb,
      Listener infinispan,
      Listener coap,
      Optional<Listener> mqtt,
      Optional<Listener> httpAdapter) {

    static Listeners claim(StackOptions o, FreePorts free) throws StartFailure {
      String bind = o.bind();
      StackOptions.Ports p = o.ports();
      Listener mongodb = tcp("MongoDB wire server", bind, p.mongodb(), "--mongodb-port");
      return new Listeners(
          tcp("status pages", bind, p.http(), "--http-port").claimed(free),
          tcp("Kafka broker", bind, p.kafka(), "--kafka-port").claimed(free),
          tcp("Kafka controller", bind, 0, "--bind").claimed(free),
          o.mongodb().external().isPresent() ? mongodb : mongodb.claimed(free),
          tcp("Infinispan server", bind, p.infinispan(), "--infinispan-port").claimed(free),
          new Listener("CoAP adapter", Transport.UDP, bind, p.coap(), "--coap-port").claimed(free),
          adapter("MQTT adapter", bind, p.mqtt(), "--mqtt-port", free),
          adapter("HTTP adapter", bind, p.httpAdapter(), "--http-adapter-port", free));
    }

    private static Optional<Listener> adapter(
        String part, String bind, Optional<Integer> port, String option, FreePorts free)
        throws StartFailure {
      return port.isPresent()
          ? Optional.of(tcp(part, bind, port.get(), option).claimed(free))
          : Optional.empty();
    }

    private static Listener tcp(String part, String bind, int port, String option) {
      return new Listener(part, Transport.TCP, bind, port, option);
    }
  }

  private HonoStack(StackOptions options, FreePorts ports, Listeners at, DataDirectory data) {
    this.ports = ports;
    this.data = data;
    this.vertx = Vertx.vertx();
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    this.pauses = new JvmGcMetrics();
    pauses.bindTo(meters);
    new JvmMemoryMetrics().bindTo(meters);
    new JvmThreadMetrics().bindTo(meters);
    new ProcessorMetrics().bindTo(meters);
    new UptimeMetrics().bindTo(meters);

    KafkaClients clients = new KafkaClients(at.kafka(), options.wire().requestTimeout());
    DataGrid grid = new DataGrid(at.infinispan());
    Wire wire = new Wire(options.wire(), Clock.systemUTC());
    String database = options.mongodb().database();
    Registry registry =
        options
            .mongodb()
            .external()
            .map(external -> Registry.on(wire, external, database))
            .orElseGet(() -> Registry.on(wire, at.mongodb(), database));
    CommandRouter router = new CommandRouter(wire, registry, grid, clients, meters);

    AdapterIdentity identity = AdapterIdentity.in(data.path());
    List<Part> stores = new ArrayList<>();
    stores.add(new KafkaBroker(at.kafka(), at.controller(), data.path(), death::complete));
    stores.add(grid);
    if (options.mongodb().external().isEmpty()) {
      stores.add(new MongoWireServer(at.mongodb(), data.registryFile()));
    }
    AdapterClients connections =
        new AdapterClients(
            wire,
            registry,
            router,
            clients,
            new TenantLimits(at.http()),
            options.connectionEvents());
    List<Part> adapters = new ArrayList<>();
    PasswordAdapterPart.AdapterForm form =
        new PasswordAdapterPart.AdapterForm(
            options.coap().maxPayload(),
            options.coap().maxConnections(),
            options.tls() ? Optional.of(identity) : Optional.empty());
    at.mqtt()
        .map(
            mqtt ->
                new PasswordAdapterPart(
                    mqtt, Service.MQTT_ADAPTER, form, connections, meters, MqttAdapter::new))
        .ifPresent(adapters::add);
    at.httpAdapter()
        .map(
            http ->
                new PasswordAdapterPart(
                    http, Service.HTTP_ADAPTER, form, connections, meters, HttpAdapter::new))
        .ifPresent(adapters::add);
    this.parts =
        new PartSequence(
            List.of(
                List.of(new StatusPages(at.http(), vertx, meters, this::states)),
                stores,
                List.of(new Topics(at.kafka(), options.tenants()), registry),
                List.of(router),
                // It makes the certificate that the others may have, too.
                List.of(new CoapAdapter(at.coap(), identity, options.coap(), connections, meters)),
                adapters));
    this.endpoints =
        new Endpoints(
            at.coap().address(),
            identity.certificate().toString(),
            at.mqtt().map(Listener::address),
            at.httpAdapter().map(Listener::address),
            at.kafka().address(),
            options.mongodb().external().isPresent()
                ? "external"
                : "mongodb://" + at.mongodb().address(),
            database,
            at.infinispan().address(),
            "http://" + at.http().address());
  }

  private Map<String, PartState> states() {
    return parts.states();
  }

  /** Addresses of all parts. */
  Endpoints endpoints() {
    return endpoints;
  }

  /** Completed when the stack died by itself. */
  CompletableFuture<Throwable> death() {
    return death;
  }

  /**
   * Starts everything; when it returns the first message of a device gets through.
   *
   * @param waits receives the parts that are waited for, whenever they change
   * @throws StartFailure if a part does not come up
   */
  void start(Consumer<String> waits) throws StartFailure {
    parts.start(death, waits);
  }

  /**
   * Ends parts while the others go on, in their order.
   *
   * @throws Exception if one is not there, or does not end in order
   */
  void end(List<String> names) throws Exception {
    for (String each : names) {
      parts.end(each);
    }
  }

  /**
   * Starts parts that were ended, in their order.
   *
   * @throws StartFailure if one does not come up
   */
  void begin(List<String> names) throws StartFailure {
    for (String each : names) {
      parts.begin(each, death);
    }
  }

  /** Stops everything that was started and deletes a temporary data directory. */
  void stop() {
    parts.stop();
    pauses.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
    data.close();
    ports.close();
  }

  /** Checks whether another stack may go on with the data of this one. */
  boolean keepsItsData() {
    return data.isKept();
  }

  /** All that has to be done where nothing is kept, or stopping takes too long. */
  void abandon() {
    data.close();
  }
}
