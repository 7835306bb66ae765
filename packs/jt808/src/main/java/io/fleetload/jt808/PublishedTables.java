// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fleetload.jt808.profile.Jt808Flow.Location;
import io.fleetload.profile.key.Kinds;
import io.fleetload.results.Connections;
import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;
import io.fleetload.results.ResultView;
import io.fleetload.results.cost.ProcessCost;
import io.fleetload.results.ledger.Ledger;
import io.fleetload.results.ledger.StoreLedger;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A run as the tables of the published test: connections, storage, and what each process took. What
 * the published test leaves out is next to it.
 */
final class PublishedTables implements ResultView {
  static final String FILE = "jt808-tables.md";

  /** The success rate is cut, not rounded: one location lost of a million is not all. */
  private static final int MOST_DIGITS = 6;

  @Override
  public void write(Result result, Path directory) throws IOException {
    Files.writeString(directory.resolve(FILE), of(result));
  }

  static String of(Result result) {
    StringBuilder text = new StringBuilder();
    text.append("# ")
        .append(result.identity().run())
        .append(": ")
        .append(result.verdict().status());
    text.append("\n\n## Connections\n\n");
    row(text, "asked", "open", "failed attempts", "ended", "by cause");
    row(text, "---:", "---:", "---:", "---:", "---");
    Connections devices = result.figures().devices();
    row(
        text,
        devices.asked(),
        devices.connected(),
        devices.failedBy().values().stream().mapToLong(Long::longValue).sum(),
        devices.disconnects(),
        causes(devices.failedBy()));
    List<FlowResult> locations = locations(result);
    if (!locations.isEmpty()) {
      storage(text, locations);
    }
    if (result.target() != null) {
      resources(text, result);
    }
    return text.toString();
  }

  /** The flows of locations, by the kinds that the profile says. */
  private static List<FlowResult> locations(Result result) {
    JsonNode profile = result.about().profile();
    JsonNode flows = profile == null ? MissingNode.getInstance() : profile.path("flows");
    List<FlowResult> locations = new ArrayList<>();
    result
        .figures()
        .flows()
        .forEach(
            (name, flow) -> {
              // A flow may leave out its kind where that is its name.
              String kind = flows.path(name).path(Kinds.KEY).asText(name);
              if (kind.equals(Kinds.name(Location.class))) {
                locations.add(flow);
              }
            });
    return locations;
  }

  private static void storage(StringBuilder text, List<FlowResult> locations) {
    text.append("\n## Storage\n\n");
    row(
        text,
        "due",
        "sent",
        "acknowledged",
        "published",
        "stored",
        "success rate",
        "asked",
        "reached");
    row(text, "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
    Long due = sum(locations, each -> each.counts().scheduled());
    Long rows = sum(locations, PublishedTables::stored);
    Double asked = rates(locations, each -> each.load().asked());
    row(
        text,
        due,
        sum(locations, each -> each.counts().sent()),
        sum(locations, each -> each.counts().ok()),
        orUnknown(sum(locations, FlowResult::received)),
        orUnknown(rows),
        rows == null ? "–" : rate(rows, due),
        asked == null ? "–" : perSecond(asked),
        perSecond(rates(locations, each -> each.load().reached())));
  }

  private static Long stored(FlowResult location) {
    Ledger ledger = location.ledger();
    StoreLedger store = ledger == null ? null : ledger.store();
    return store == null ? null : store.stored() + store.storedUnconfirmed();
  }

  /** The sum over flows; null if it is unknown of one of these. */
  private static Long sum(List<FlowResult> flows, Function<FlowResult, Long> count) {
    List<Long> counts = flows.stream().map(count).toList();
    return counts.contains(null) ? null : counts.stream().mapToLong(Long::longValue).sum();
  }

  private static Double rates(List<FlowResult> flows, Function<FlowResult, Double> rate) {
    List<Double> rates = flows.stream().map(rate).toList();
    return rates.contains(null) ? null : rates.stream().mapToDouble(Double::doubleValue).sum();
  }

  private static void resources(StringBuilder text, Result result) {
    text.append("\n## What each process took in the measured phase\n\n");
    row(text, "process", "CPU, % of one core", "peak memory, MB");
    row(text, "---", "---:", "---:");
    for (ProcessCost each : result.target().processes()) {
      row(
          text,
          each.name(),
          each.cpuSeconds() == null
              ? "–"
              : one(100 * each.cpuSeconds() / result.figures().measuredSeconds()),
          each.peakRssMb() == null ? "–" : one(each.peakRssMb()));
    }
  }

  private static String causes(Map<String, Long> failedBy) {
    return failedBy.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  static String rate(long stored, long due) {
    if (due == 0) {
      return "–";
    }
    return BigDecimal.valueOf(100L * stored)
            .divide(BigDecimal.valueOf(due), MOST_DIGITS, RoundingMode.DOWN)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }

  private static String perSecond(double rate) {
    return one(rate) + "/s";
  }

  private static String one(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static Object orUnknown(Long count) {
    return count == null ? "–" : count;
  }

  private static void row(StringBuilder text, Object... cells) {
    text.append('|');
    for (Object cell : cells) {
      text.append(' ').append(cell).append(" |");
    }
    text.append('\n');
  }
}
