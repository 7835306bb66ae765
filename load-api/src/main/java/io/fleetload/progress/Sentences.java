package io.fleetload.progress;

import java.util.Locale;
import java.util.stream.Collectors;

/** Events as people read them. */
public final class Sentences {
  private Sentences() {}

  /** The event as one line. */
  public static String of(ToolEvent event) {
    if (event instanceof ToolEvent.Ready ready) {
      return ready.tool() + ": ready";
    }
    if (event instanceof ToolEvent.Progress progress) {
      return progress.flows().entrySet().stream()
          .map(entry -> flow(entry.getKey(), entry.getValue()))
          .collect(
              Collectors.joining(
                  " | ",
                  String.format(
                      Locale.ROOT,
                      "%-8s %s ",
                      progress.phase(),
                      progress.secondsLeft() == null
                          ? ""
                          : String.format(Locale.ROOT, "%4.0fs left", progress.secondsLeft())),
                  ""));
    }
    if (event instanceof ToolEvent.Said said) {
      return said.tool() + ": " + said.text();
    }
    return ((ToolEvent.Problem) event).text();
  }

  private static String flow(String name, ToolEvent.Flow flow) {
    return String.format(
        Locale.ROOT,
        "%s %.0f%s p99 %.1f ms%s",
        name,
        flow.reached(),
        flow.asked() == null ? "/s" : String.format(Locale.ROOT, " of %.0f/s", flow.asked()),
        flow.p99Ms(),
        flow.failed() == 0 ? "" : " failed " + flow.failed());
  }
}
