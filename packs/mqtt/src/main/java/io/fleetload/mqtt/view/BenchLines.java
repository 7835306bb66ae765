// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.view;

import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/** The measured phase of a run in the lines in which emqtt-bench prints its counters. */
public final class BenchLines implements ResultView {
  static final String FILE = "emqtt-bench.txt";

  private final List<String> lines = new ArrayList<>();

  @Override
  public void write(Result result, Path directory) throws IOException {
    ResultFiles.writeText(directory.resolve(FILE), new BenchLines().text(result));
  }

  private String text(Result result) {
    lines.add("connect_succ total=" + FlowTraffic.clients(result));
    lines.add(
        "connect_fail total="
            + result.figures().devices().failedBy().values().stream().mapToLong(n -> n).sum());
    counter(result, "pub", each -> each.flow().counts().sent());
    counter(result, "pub_succ", each -> each.flow().counts().ok());
    counter(result, "pub_fail", each -> each.flow().counts().failed());
    counter(result, "recv", FlowTraffic::received);
    for (FlowTraffic each : FlowTraffic.of(result)) {
      if (each.flow().endToEnd() != null && each.flow().endToEnd().count() > 0) {
        double mean = each.flow().endToEnd().times().mean();
        lines.add(String.format(Locale.ROOT, "publish_latency avg=%.2fms %s", mean, each.name()));
      }
    }
    lines.add("\nWhat emqtt-bench does not count:");
    counter(result, "due", each -> each.flow().counts().scheduled());
    counter(result, "not_sent", each -> each.flow().counts().notSent());
    counter(result, "delivered", FlowTraffic::delivered);
    counter(result, "lost", FlowTraffic::lost);
    counter(result, "duplicate", each -> each.messages().duplicate());
    counter(result, "late", each -> each.messages().late());
    return String.join("\n", lines) + "\n";
  }

  /** The sum over flows that have such a count: subscribers receive no messages to devices. */
  private void counter(Result result, String name, Function<FlowTraffic, Long> count) {
    List<Long> counts =
        FlowTraffic.of(result).stream().map(count).filter(Objects::nonNull).toList();
    long total = counts.stream().mapToLong(Long::longValue).sum();
    double rate = total / result.figures().measuredSeconds();
    lines.add(
        counts.isEmpty()
            ? name + " not known"
            : String.format(Locale.ROOT, "%s total=%d rate=%.2f/sec", name, total, rate));
  }
}
