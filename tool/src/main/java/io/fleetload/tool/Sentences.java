// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import io.fleetload.progress.ToolEvent;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;

/** Events as people read them. */
public final class Sentences {
  private static final int BAR = 20;

  private Sentences() {}

  /** The event as one line. */
  public static String of(ToolEvent event) {
    if (event instanceof ToolEvent.Ready ready) {
      return ready.tool() + ": ready";
    }
    if (event instanceof ToolEvent.Progress progress) {
      return phase(progress)
          + (progress.flows().isEmpty() && progress.devices() != null
              ? devices(progress.devices())
              : progress.flows().entrySet().stream()
                  .map(entry -> flow(entry.getKey(), entry.getValue(), progress.shards()))
                  .collect(Collectors.joining(" | ")));
    }
    if (event instanceof ToolEvent.WorkProgress work) {
      return work(work);
    }
    if (event instanceof ToolEvent.StartWait waiting) {
      return waiting.tool()
          + " starts"
          + (waiting.seconds() == null ? "" : ", " + waiting.seconds() + " s")
          + (waiting.what() == null ? "" : ": waits for " + waiting.what());
    }
    if (event instanceof ToolEvent.Silence silence) {
      return silence.tool()
          + (silence.sinceEpochMs() == null
              ? ": the target answers again"
              : ": nothing came back from the target since "
                  + Instant.ofEpochMilli(silence.sinceEpochMs()));
    }
    if (event instanceof ToolEvent.PartChange done) {
      return done.tool() + (done.problem() == null ? ": done" : ": " + done.problem());
    }
    if (event instanceof ToolEvent.Sentence said) {
      return said.tool() + ": " + said.text();
    }
    if (event instanceof ToolEvent.Begin begin) {
      return "results go to " + begin.directory();
    }
    if (event instanceof ToolEvent.End end) {
      return "%s, exit code %s".formatted(end.status(), end.exitCode());
    }
    return ((ToolEvent.Problem) event).text();
  }

  private static String work(ToolEvent.WorkProgress work) {
    int filled = work.of() == 0 ? BAR : (int) (BAR * work.done() / work.of());
    return String.format(
        Locale.ROOT,
        "%s [%s%s] %,d of %,d, %,.0f/s%s",
        work.what(),
        "#".repeat(filled),
        " ".repeat(BAR - filled),
        work.done(),
        work.of(),
        work.perSecond(),
        work.secondsLeft() == null
            ? ""
            : String.format(Locale.ROOT, ", %.0f s left", work.secondsLeft()));
  }

  private static String phase(ToolEvent.Progress progress) {
    return String.format(
        Locale.ROOT,
        "%-8s %s ",
        progress.phase(),
        progress.secondsLeft() == null
            ? ""
            : String.format(Locale.ROOT, "%4.0fs left", progress.secondsLeft()));
  }

  /** Before the flows begin there is nothing else to tell. */
  private static String devices(ToolEvent.DeviceProgress devices) {
    return devices.connected() + " of " + devices.asked() + " sessions connected";
  }

  private static String flow(String name, ToolEvent.FlowProgress flow, Integer shards) {
    return String.format(
        Locale.ROOT,
        "%s %.0f%s %s %s%s",
        name,
        flow.reached(),
        flow.asked() == null ? "/s" : String.format(Locale.ROOT, " of %.0f/s", flow.asked()),
        shards == null ? "p99" : "max p99",
        flow.p99Ms() == null ? "-" : String.format(Locale.ROOT, "%.1f ms", flow.p99Ms()),
        flow.failed() == 0 ? "" : " failed " + flow.failed());
  }
}
