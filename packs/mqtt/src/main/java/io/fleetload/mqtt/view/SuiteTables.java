// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.view;

import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import io.fleetload.results.cost.ProcessCost;
import io.fleetload.results.time.LatencySummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A run in the figures of the Open MQTT Benchmark Suite, beside what became of each message. */
public final class SuiteTables implements ResultView {
  static final String FILE = "mqtt-tables.md";

  private static final String TEXT =
      """
      # %s: %s

      ## Figures of the suite

      | flow | connections | published/s | received/s | mean ms | p50 | p90 | p99 | p99.9 | p99.99 |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      %s

      Times are from when a message was sent to when a subscriber received it. Those of (connect) are of
      the devices' first connections, until CONNACK.

      - the broker's CPU, in %% of one core: %s
      - its memory, at most, in MB: %s

      ## What they hide

      %s

      An acknowledged message is delivered or lost, once for each of its subscribers. A message is late
      that arrived after the devices had ended.

      %s
      """;

  @Override
  public void write(Result result, Path directory) throws IOException {
    double seconds = result.figures().measuredSeconds();
    long clients = FlowTraffic.clients(result);
    List<String> published = new ArrayList<>();
    published.add(
        row("(connect)", clients, "–", "–") + times(result.figures().devices().connectTime()));
    List<String> hidden = new ArrayList<>();
    hidden.add(
        row("flow", "quality", "pattern", "due", "not sent", "acknowledged", "failed")
            + cells("delivered", "lost", "delivered unacknowledged", "duplicate", "late")
            + cells("from due to acknowledged: p50 ms", "p99", "longest"));
    hidden.add("| --- | --- | --- |" + " ---: |".repeat(12));
    for (FlowTraffic each : FlowTraffic.of(result)) {
      FlowResult flow = each.flow();
      Double received = each.received() == null ? null : (Double) (each.received() / seconds);
      published.add(
          row(each.name(), clients, flow.load().reached(), received) + times(flow.endToEnd()));
      FlowResult.Counts counts = flow.counts();
      LatencySummary.Percentiles due = flow.times().response().times();
      hidden.add(
          row(each.name(), each.quality(), each.pattern(), counts.scheduled(), counts.notSent())
              + cells(counts.ok(), counts.failed(), each.delivered(), each.lost())
              + cells(each.unconfirmed(), each.messages().duplicate(), each.messages().late())
              + cells(due.p50(), due.p99(), due.max()));
    }
    ResultFiles.writeText(
        directory.resolve(FILE),
        TEXT.formatted(
            result.identity().run(),
            result.verdict().status(),
            String.join("\n", published),
            cell(ofBroker(result, each -> scaled(each.cpuSeconds(), 100 / seconds))),
            cell(ofBroker(result, ProcessCost::peakRssMb)),
            String.join("\n", hidden),
            String.join("\n", result.health().notes())));
  }

  private static Double scaled(Double value, double factor) {
    return value == null ? null : (Double) (value * factor);
  }

  private static Double ofBroker(Result result, Function<ProcessCost, Double> figure) {
    return result.target() == null ? null : result.target().ofTarget(figure);
  }

  private static String times(LatencySummary known) {
    if (known == null) {
      return " – |".repeat(6);
    }
    LatencySummary.Percentiles ms = known.times();
    return cells(ms.mean(), ms.p50(), ms.p90(), ms.p99())
        + cells(LatencySummary.isOfEnough("p999", known.count()) ? ms.p999() : "–")
        + cells(LatencySummary.isOfEnough("p9999", known.count()) ? ms.p9999() : "–");
  }

  private static String row(Object... cells) {
    return "|" + cells(cells);
  }

  private static String cells(Object... cells) {
    return Arrays.stream(cells).map(each -> " " + cell(each) + " |").collect(Collectors.joining());
  }

  private static Object cell(Object value) {
    return value == null
        ? "not known"
        : value instanceof Double number ? String.format(Locale.ROOT, "%.2f", number) : value;
  }
}
