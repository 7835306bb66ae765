package io.fleetload.results.report;

import io.fleetload.results.GeneratorCpu;
import io.fleetload.results.GeneratorHealth;
import io.fleetload.results.LatencySummary;
import java.util.List;
import java.util.Locale;

/** What the generator says of itself, as an engineer reads it on a terminal. */
public final class GeneratorLines {
  private GeneratorLines() {}

  /** Adds them to the lines of a verdict. */
  public static void of(GeneratorHealth generator, List<String> lines) {
    lines.add(
        line(
            "  generator  lag p99 %s ms (limit %.0f), cpu %.1f s, gc %d ms",
            millis(generator.lag().p99()),
            generator.lagLimitMs(),
            generator.cpuSeconds(),
            generator.gcPauseMs()));
    if (measured(generator.loopDelay()) && generator.cpu() != null) {
      GeneratorCpu cpu = generator.cpu();
      lines.add(
          line(
              "             stood still for %s ms at most, fleet's thread busy %.1f %%%s",
              millis(generator.loopDelay().max()),
              cpu.fleetThread() * 100,
              cpu.stolen() == null
                  ? ""
                  : line(", its processor taken by others %.1f %%", cpu.stolen() * 100)));
    }
    if (measured(generator.capped())) {
      lines.add(
          line(
              "             %,d messages waited for devices.maxInFlight, %s ms at most: the target"
                  + " acknowledged late",
              generator.capped().count(), millis(generator.capped().max())));
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
