// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.jt808.backend.QuestDbStore;
import io.fleetload.jt808.profile.Jt808Target;
import io.fleetload.pack.Launch;
import io.fleetload.process.OpenFiles;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The server of {@code packs/jt808/embedded}, and how many terminals it can hold. */
final class EmbeddedServer {
  /** Files that the server opens besides its connections. */
  private static final int OTHER_FILES = 300;

  /**
   * Share of its room that a process is planned for, since the system does not deal connections
   * evenly.
   */
  private static final double FULL = 0.9;

  private EmbeddedServer() {}

  /** Most terminals that one process can hold on this host. */
  static long mostTerminals() {
    return OpenFiles.limit() - OTHER_FILES;
  }

  /** Starts it as a profile asks for it. */
  static Launch of(Jt808Target target, int terminals) {
    List<String> arguments = new ArrayList<>();
    if (!target.hasStore()) {
      arguments.addAll(List.of("--store", Jt808Target.NO_STORE));
    }
    if (terminals > mostTerminals()) {
      long gateways = (long) Math.ceil(terminals / (FULL * mostTerminals()));
      arguments.addAll(List.of("--gateways", Long.toString(gateways)));
    }
    arguments.addAll(target.wanted().arguments());
    return Launch.of(
            "jt808-server",
            "the embedded JT/T 808 server",
            "packs/jt808/embedded/target/jt808-embedded.jar",
            "-Xmx1g",
            "-XX:+UseSerialGC")
        .withMetricsPort(arguments)
        .saying(line -> ready(target, line));
  }

  private static Launch.ReadyValues ready(Jt808Target target, Map<String, String> line) {
    List<String> overrides =
        Launch.overrides(
            line,
            Map.of("server", "target.server", "nats", "target.nats", "store", "target.store"));
    overrides.add("target.commands=terminal.command");
    String store = line.get("store") == null ? null : QuestDbStore.NAME;
    return new Launch.ReadyValues(
        overrides,
        URI.create(line.get("metrics")),
        target.described(line.get("natsServer"), store));
  }
}
