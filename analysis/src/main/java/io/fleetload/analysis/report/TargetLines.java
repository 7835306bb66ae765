// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.results.cost.ProcessCost;
import io.fleetload.results.cost.TargetCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines on the cost of the target and the failures inside it, for an engineer at a terminal. */
final class TargetLines {
  /** With fewer messages or less time, the compiler's work and that of the start weigh too much. */
  private static final long ENOUGH_MESSAGES = 100_000;

  private static final double ENOUGH_SECONDS = 300;

  private TargetLines() {}

  /**
   * Adds them to the lines of a verdict.
   *
   * @param messages messages of the measured phase that were sent, over all flows
   * @param seconds length of the measured phase
   */
  static void of(TargetCost target, long messages, double seconds, List<String> lines) {
    cost(target, lines);
    String basis = basis(messages, seconds);
    if (target.cpuSecondsPerMillionMessages() != null && !basis.isEmpty()) {
      lines.add("             " + basis);
    }
    if (target.parts() != null && !target.parts().missing().isEmpty()) {
      lines.add("             " + target.parts().missing());
    }
    if (target.services() != null && !target.services().text().isEmpty()) {
      lines.add("  5.03       " + target.services().text());
    }
    target.processes().forEach(each -> dropped(each, lines));
  }

  /** From how little the cost of a million messages is known; empty where it is enough. */
  static String basis(long messages, double seconds) {
    return messages >= ENOUGH_MESSAGES && seconds >= ENOUGH_SECONDS
        ? ""
        : "from %s messages in %s; a target in Java still compiles its code then, so a long run costs less"
            .formatted(FigureFormat.count(messages), FigureFormat.duration(seconds));
  }

  private static void cost(TargetCost target, List<String> lines) {
    List<String> figures = new ArrayList<>();
    Double cpu = target.ofTarget(ProcessCost::cpuSeconds);
    Double perMillion = target.cpuSecondsPerMillionMessages();
    if (cpu != null) {
      figures.add(
          line("cpu %.1f s", cpu)
              + (perMillion == null ? "" : line(" (%,.0f s per million messages)", perMillion)));
    }
    Double peak = target.ofTarget(ProcessCost::peakRssMb);
    if (peak != null) {
      figures.add(line("peak memory %,.0f MB", peak));
    }
    Double jvm = target.ofTarget(each -> each.peakRssMb() == null ? each.peakJvmMemoryMb() : null);
    if (jvm != null) {
      figures.add(line("peak memory in the JVMs %,.0f MB", jvm));
    }
    Double pauses = target.ofTarget(ProcessCost::gcPauseMs);
    if (pauses != null) {
      figures.add(line("gc %,.0f ms", pauses));
    }
    Double stopped = target.ofTarget(ProcessCost::stoppedMs);
    if (stopped != null && stopped > 0) {
      figures.add(line("stopped from outside for %.1f s", stopped / 1e3));
    }
    if (!figures.isEmpty()) {
      lines.add("  target     " + String.join(", ", figures));
    }
  }

  /** Datagrams that a socket drops are sent again by the devices; that explains what is slow. */
  private static void dropped(ProcessCost process, List<String> lines) {
    if (process.udpDropped() != null && process.udpDropped() > 0) {
      lines.add(
          line(
              "  network    sockets of %s dropped %,d datagrams (receive buffer full)",
              process.name(), process.udpDropped()));
    }
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
