// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.health.GeneratorCpu;
import io.fleetload.results.health.GeneratorDelays;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.health.Health;
import io.fleetload.results.time.LatencySummary;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Lines on the health of the simulators and the host, for an engineer at a terminal. */
public final class GeneratorLines {
  private GeneratorLines() {}

  /** Adds them to the lines of a verdict. */
  public static void of(GeneratorHealth generator, Health health, List<String> lines) {
    of("generator", generator, lines);
    if (health != null && health.backend() != null) {
      of("backend", health.backend(), lines);
    }
    if (health != null && health.host() != null) {
      host(health.host(), lines);
    }
  }

  private static void host(HostLoad host, List<String> lines) {
    lines.add(
        "  host       "
            + (host.others() == null
                ? host.unknown()
                : line(
                    "the run took %.1f %% of its %d processors, other programs %.1f %%%s",
                    host.run() * 100,
                    host.processors(),
                    host.others() * 100,
                    host.maxOthers() == null
                        ? " with the target in it"
                        : line(" (limit %s)", percent(host.maxOthers())))));
  }

  private static String percent(double share) {
    return BigDecimal.valueOf(share * 100)
            .setScale(3, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }

  private static void of(String name, GeneratorHealth generator, List<String> lines) {
    lines.add(
        line(
            "  %-10s lag p99 %s ms (limit %.0f), cpu %.1f s, gc %d ms",
            name,
            millis(generator.lag().times().p99()),
            generator.lagLimitMs(),
            generator.cpuSeconds(),
            generator.gcPauseMs()));
    GeneratorDelays delays = generator.delays();
    if (measured(delays.loopDelay()) && delays.cpu() != null) {
      GeneratorCpu cpu = delays.cpu();
      lines.add(
          line(
              "             stood still for %s ms at most, its thread busy %.1f %%%s",
              millis(
                  delays.longestStallMs() == null
                      ? delays.loopDelay().times().max()
                      : delays.longestStallMs()),
              cpu.thread() * 100,
              cpu.stolen() == null
                  ? ""
                  : line(", its processor taken by others %.1f %%", cpu.stolen() * 100)));
    }
    if (delays.napMs() != null) {
      lines.add(
          line(
              "             slept for %.2f ms at a time where messages came densely",
              delays.napMs()));
    }
    if (measured(delays.capped())) {
      lines.add(
          line(
              "             %,d messages waited for devices.maxInFlight, %s ms at most: the target"
                  + " acknowledged late",
              delays.capped().count(), millis(delays.capped().times().max())));
    }
  }

  private static boolean measured(LatencySummary summary) {
    return summary != null && summary.count() > 0;
  }

  /** Nothing measured is a dash, not a zero. */
  private static String millis(Double value) {
    return value == null ? "-" : line("%.1f", value);
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
