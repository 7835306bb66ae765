// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.analysis.report.chart.ResultNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of the time of a flow's messages.
 *
 * @param share of the means of all parts, in percent
 */
record PartRow(ResultNode flow, ResultNode part, String share) {
  /** A mean is in ms with three decimals. */
  private static final double STEPS = 1e3;

  /** Bytes of a flow's messages on their connections; rates are in kB/s. */
  record FlowBytes(
      ResultNode flow, String sentEach, String receivedEach, String sentRate, String receivedRate) {
    private static FlowBytes of(ResultNode flow, double seconds) {
      double messages = flow.at("sent").json().asDouble();
      double sent = flow.at("bytes").at("sent").json().asDouble();
      double received = flow.at("bytes").at("received").json().asDouble();
      return new FlowBytes(
          flow,
          over(sent, messages),
          over(received, messages),
          over(sent / 1e3, seconds),
          over(received / 1e3, seconds));
    }

    private static String over(double bytes, double divisor) {
      return divisor <= 0
          ? FigureFormat.NOTHING
          : FigureFormat.plain(Math.round(10 * bytes / divisor) / 10.0);
    }
  }

  static List<PartRow> of(ResultNode flows) {
    List<PartRow> rows = new ArrayList<>();
    for (ResultNode flow : flows.each()) {
      List<ResultNode> parts = flow.at("parts").each();
      long all = parts.stream().mapToLong(PartRow::mean).sum();
      parts.forEach(
          part -> rows.add(new PartRow(flow, part, FigureFormat.shareOf(mean(part), all))));
    }
    return rows;
  }

  /**
   * The bytes of the flows of which they are known.
   *
   * @param seconds length of the measured phase
   */
  static List<FlowBytes> bytes(ResultNode flows, double seconds) {
    return flows.each().stream()
        .filter(flow -> flow.at("bytes").isPresent())
        .map(flow -> FlowBytes.of(flow, seconds))
        .toList();
  }

  private static long mean(ResultNode part) {
    return Math.round(part.at("mean").json().asDouble() * STEPS);
  }
}
