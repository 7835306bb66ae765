// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.pack.Target;
import io.fleetload.process.OpenFiles;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Starts the server of {@code packs/jt808/embedded} as a profile asks for it. */
final class EmbeddedServer implements Target.Launch {
  /** Files that the server opens besides its connections. */
  private static final int OTHER_FILES = 300;

  private static final String COMMANDS = "terminal.command";

  /** How full a process may become, since the system does not deal connections evenly. */
  private static final double FULL = 0.9;

  private final Jt808Target target;
  private final int terminals;

  EmbeddedServer(Jt808Target target, int terminals) {
    this.target = target;
    this.terminals = terminals;
  }

  /** How many terminals one process can hold on this host. */
  static long mostTerminals() {
    return OpenFiles.limit() - OTHER_FILES;
  }

  /**
   * What it says once it is ready.
   *
   * @param server host:port of the gateway
   * @param natsServer which NATS server it publishes to
   * @param store base address of the store's HTTP server; null without a store
   * @param metrics its page in Prometheus' format
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Endpoints(
      String server, String nats, String natsServer, String store, URI metrics) {}

  @Override
  public String process() {
    return "jt808-server";
  }

  @Override
  public String described() {
    return "the embedded JT/T 808 server";
  }

  @Override
  public String jar() {
    return "packs/jt808/embedded/target/jt808-embedded.jar";
  }

  @Override
  public List<String> javaOptions() {
    return List.of("-Xmx1g", "-XX:+UseSerialGC");
  }

  @Override
  public List<String> arguments(int fleets, int port) {
    List<String> arguments = new ArrayList<>(target.wanted().arguments());
    if (port != 0) {
      arguments.addAll(List.of("--metrics-port", Integer.toString(port)));
    }
    if (!target.hasStore()) {
      arguments.addAll(List.of("--store", Jt808Target.NO_STORE));
    }
    if (terminals > mostTerminals()) {
      long gateways = (long) Math.ceil(terminals / (FULL * mostTerminals()));
      arguments.addAll(List.of("--gateways", Long.toString(gateways)));
    }
    return arguments;
  }

  @Override
  public Target.Ready ready(String line) {
    Endpoints at;
    try {
      at = new ObjectMapper().readValue(line, Endpoints.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the server's ready line is no JSON: " + line, e);
    }
    List<String> overrides =
        new ArrayList<>(
            List.of(
                "target.server=" + at.server,
                "target.nats=" + at.nats,
                "target.commands=" + COMMANDS));
    if (at.store != null) {
      overrides.add("target.store=" + at.store);
    }
    String store = at.store == null ? null : QuestDbStore.NAME;
    return new Target.Ready(overrides, at.metrics, target.described(at.natsServer, store));
  }
}
