// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.node.DoubleNode;
import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.results.FlowResult;
import io.fleetload.results.ledger.DeliveryLedger;
import io.fleetload.results.ledger.LedgerTotal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The terminal's lines of messages that are lost, or that several receivers must get. */
final class DeliveryLines {
  private static final int MOST_NAMED = 5;

  private DeliveryLines() {}

  static void of(LedgerTotal ledger, Map<String, FlowResult> flows, List<String> lines) {
    losses(ledger, lines);
    DeliveryLedger all = ledger.deliveries();
    if (all == null) {
      return;
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "  deliveries delivered %d of %d%s, lost %d, unconfirmed %d; %d messages reached some of"
                + " their receivers only",
            all.delivered(),
            all.expected(),
            all.share() == null
                ? ""
                : " (" + FigureFormat.percent(DoubleNode.valueOf(all.share())) + " %)",
            all.lost(),
            all.deliveredUnconfirmed(),
            all.partlyDelivered()));
    flows.forEach(
        (name, flow) -> {
          List<String> troubled = troubled(flow.ledger().deliveries());
          if (!troubled.isEmpty()) {
            lines.add("  receivers  " + name + ": " + String.join("; ", troubled));
          }
        });
  }

  private static void losses(LedgerTotal ledger, List<String> lines) {
    if (ledger.messages().losses() != null && ledger.messages().lost() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  lost       %d were followed by a newer message of their device, %d by none",
              ledger.messages().losses().newerArrived(),
              ledger.messages().losses().nothingNewer()));
    }
  }

  private static List<String> troubled(DeliveryLedger deliveries) {
    return deliveries == null
        ? List.of()
        : deliveries.worst().stream()
            .limit(MOST_NAMED)
            .map(DeliveryLines::troubles)
            .filter(each -> !each.isEmpty())
            .toList();
  }

  private static String troubles(DeliveryLedger.Receiver receiver) {
    List<String> troubles = new ArrayList<>();
    add(troubles, "lost", receiver.lost());
    add(troubles, "duplicate", receiver.duplicate());
    add(troubles, "out of order", receiver.outOfOrder());
    return troubles.isEmpty()
        ? ""
        : "receiver " + receiver.receiver() + " " + String.join(", ", troubles);
  }

  private static void add(List<String> troubles, String what, long count) {
    if (count > 0) {
      troubles.add(what + " " + count);
    }
  }
}
