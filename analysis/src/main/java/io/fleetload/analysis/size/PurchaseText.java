// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.size;

import io.fleetload.analysis.limit.LimitAnswer;
import io.fleetload.analysis.limit.model.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A purchase as people read it. */
public final class PurchaseText {
  private PurchaseText() {}

  /** The lines of it. */
  public static List<String> lines(Purchase size) {
    List<String> lines = new ArrayList<>();
    Demand demand = size.demand();
    lines.add(
        "%s%s, with %s %% headroom; one target holds %s"
            .formatted(
                LimitAnswer.rate(demand.rate()),
                demand.devices() == null
                    ? ""
                    : String.format(Locale.ROOT, " of %,d devices", demand.devices()),
                figure(demand.headroom() * 100),
                LimitAnswer.rate(size.limitRate())));
    if (!size.parts().isEmpty()) {
      lines.add(row("part", "processors busy", "memory MB"));
      size.parts()
          .forEach(
              (name, part) -> lines.add(row(name, text(part.processors()), text(part.memoryMb()))));
    }
    lines.add("buy: " + buy(size));
    size.cautions().forEach(each -> lines.add("  caution: " + each));
    return lines;
  }

  private static String buy(Purchase size) {
    List<String> parts = new ArrayList<>();
    parts.add(
        size.targets() == 1
            ? "1 target as measured"
            : size.targets() + " targets as measured, side by side");
    if (size.processors() != null) {
      parts.add(text(size.processors()) + " processors in all");
    }
    if (size.memoryMb() != null) {
      parts.add(text(size.memoryMb()) + " MB of memory in all");
    }
    if (size.nodes() != null) {
      parts.add(
          "%s nodes (%s to %s), by their %s"
              .formatted(
                  size.nodes().count(),
                  size.nodes().low(),
                  size.nodes().high(),
                  size.nodes().by()));
    }
    return String.join("; ", parts);
  }

  private static String text(Estimate estimate) {
    if (estimate == null) {
      return "not known";
    }
    return estimate.high() == null
        ? figure(estimate.value())
        : "%s (%s to %s)"
            .formatted(figure(estimate.value()), figure(estimate.low()), figure(estimate.high()));
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%,.2f" : "%,.0f", value)
        .replaceAll("(\\.[0-9]*?)0+$", "$1")
        .replaceAll("\\.$", "");
  }

  private static String row(Object... cells) {
    return String.format(Locale.ROOT, "  %-28s %26s %26s", cells);
  }
}
