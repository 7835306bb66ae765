// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import io.fleetload.arion.embedded.fault.Faults;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options as they are typed; {@link #checked()} makes them {@link ServerOptions}. */
final class CommandLineOptions {
  private static final String FAULT = "half-close|silent-unknown|always-success|silent-deletions";
  private static final String COUNTED = "cut|silence|refuse";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The gRPC services' port on 127.0.0.1 (default: 0, one that is free).")
  private int port;

  @Option(
      names = "--hazelcast-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The Hazelcast member's, likewise; its cluster's name is in the line of JSON.")
  private int hazelcastPort;

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The metrics page's, likewise.")
  private int metricsPort;

  @Option(
      names = "--faults",
      paramLabel = "FAULT",
      split = ",",
      description = {
        "What to do wrong (default: nothing). As the real Arion master does:",
        "half-close: the newest answers of a stream are lost if the client half-closes at once;"
            + " the status is OK;",
        "silent-unknown: a stream's request with an unknown key gets no answer;",
        "always-success: a write says SUCCESS whatever happened;",
        "silent-deletions: watchers do not hear of deletions.",
        "And besides:",
        "cut=N: a connection's N-th request closes it, unanswered;",
        "silence=N: every N-th request gets no answer;",
        "refuse=N: every N-th request gets the status UNAVAILABLE."
      })
  private List<String> faults = List.of();

  /**
   * The options, if all of them can be meant.
   *
   * @throws ParameterException naming the option and what is allowed
   */
  ServerOptions checked() {
    return new ServerOptions(
        port("--port", port),
        port("--hazelcast-port", hazelcastPort),
        port("--metrics-port", metricsPort),
        faults());
  }

  private int port(String option, int port) {
    require(port >= 0 && port <= 65_535, option, port, "0 to 65535");
    return port;
  }

  private Faults faults() {
    for (String each : faults) {
      require(
          each.matches("(" + FAULT + ")|(" + COUNTED + ")=[1-9][0-9]{0,8}"),
          "--faults",
          each,
          String.join(", ", FAULT.split("\\|")) + ", and cut=N, silence=N, refuse=N with N from 1");
    }
    Set<String> asked = faults.stream().collect(Collectors.toSet());
    return new Faults(
        asked.contains("half-close"),
        asked.contains("silent-unknown"),
        asked.contains("always-success"),
        asked.contains("silent-deletions"),
        every("cut"),
        every("silence"),
        every("refuse"));
  }

  private int every(String fault) {
    return faults.stream()
        .filter(each -> each.startsWith(fault + "="))
        .mapToInt(each -> Integer.parseInt(each.substring(fault.length() + 1)))
        .findFirst()
        .orElse(0);
  }

  private void require(boolean holds, String option, Object found, String allowed) {
    if (!holds) {
      throw new ParameterException(
          spec.commandLine(), "%s: found '%s', allowed is %s".formatted(option, found, allowed));
    }
  }
}
