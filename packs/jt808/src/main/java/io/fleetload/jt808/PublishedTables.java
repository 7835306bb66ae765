// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.jt808.profile.Jt808Flows;
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
import java.util.Locale;
import java.util.Map;
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
    FlowResult location = result.figures().flows().get(Jt808Flows.LOCATION);
    if (location != null) {
      storage(text, location);
    }
    if (result.target() != null) {
      resources(text, result);
    }
    return text.toString();
  }

  private static void storage(StringBuilder text, FlowResult location) {
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
    Ledger ledger = location.ledger();
    StoreLedger store = ledger == null ? null : ledger.store();
    Long rows = store == null ? null : store.stored() + store.storedUnconfirmed();
    row(
        text,
        location.counts().scheduled(),
        location.counts().sent(),
        location.counts().ok(),
        orUnknown(location.received()),
        orUnknown(rows),
        rows == null ? "–" : rate(rows, location.counts().scheduled()),
        location.load().asked() == null ? "–" : perSecond(location.load().asked()),
        perSecond(location.load().reached()));
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
