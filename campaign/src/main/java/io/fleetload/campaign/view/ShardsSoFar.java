// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import io.fleetload.progress.ToolEvent;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Sum of the reports of a device side's shards, or of several backends: once a second, when each
 * has reported or one has reported twice. Rates and counts are added. Percentiles cannot be added,
 * so the largest is shown for all and labelled as such. Thread-safe.
 */
public final class ShardsSoFar {
  private static final List<String> PHASES =
      List.of("connect", "ramp", "warm-up", "measure", "drain");

  private final int count;
  private final Map<Integer, ToolEvent.Progress> last = new TreeMap<>();
  private final Set<Integer> told = new HashSet<>();

  /**
   * Of nothing so far.
   *
   * @param count how many shards or backends
   */
  public ShardsSoFar(int count) {
    this.count = count;
  }

  /**
   * Takes a report of a shard.
   *
   * @param number the number of the shard
   * @return a report of all shards, if one is due
   */
  public synchronized Optional<ToolEvent.Progress> saw(int number, ToolEvent.Progress progress) {
    if (count == 1) {
      return Optional.of(progress);
    }
    // One that ended, or hangs, does not keep back the reports of the others.
    boolean roundIsOver = told.contains(number);
    Optional<ToolEvent.Progress> sum = roundIsOver ? Optional.of(sum()) : Optional.empty();
    if (roundIsOver) {
      told.clear();
    }
    last.put(number, progress);
    told.add(number);
    if (told.size() == count) {
      told.clear();
      return Optional.of(sum());
    }
    return sum;
  }

  private ToolEvent.Progress sum() {
    // The run is as far as the shard that is least far.
    ToolEvent.Progress least =
        last.values().stream()
            .min(
                Comparator.comparingInt((ToolEvent.Progress each) -> PHASES.indexOf(each.phase()))
                    .thenComparing(
                        ToolEvent.Progress::secondsLeft,
                        Comparator.nullsFirst(Comparator.reverseOrder())))
            .orElseThrow();
    return new ToolEvent.Progress(
        least.tool(),
        least.phase(),
        least.secondsLeft(),
        flows(),
        least.phaseSeconds(),
        devices(),
        receipts(),
        count);
  }

  private Map<String, ToolEvent.FlowProgress> flows() {
    Map<String, ToolEvent.FlowProgress> flows = new LinkedHashMap<>();
    last.values()
        .forEach(
            each ->
                each.flows().forEach((name, flow) -> flows.merge(name, flow, ShardsSoFar::sum)));
    return flows;
  }

  private static ToolEvent.FlowProgress sum(ToolEvent.FlowProgress a, ToolEvent.FlowProgress b) {
    return new ToolEvent.FlowProgress(
        a.asked() == null || b.asked() == null ? null : Double.valueOf(a.asked() + b.asked()),
        a.reached() + b.reached(),
        a.failed() + b.failed(),
        a.inFlight() + b.inFlight(),
        larger(a.p99Ms(), b.p99Ms()));
  }

  private static Double larger(Double a, Double b) {
    return a == null ? b : b == null ? a : Double.valueOf(Math.max(a, b));
  }

  private ToolEvent.Receipts receipts() {
    return last.values().stream()
        .map(ToolEvent.Progress::receipts)
        .filter(Objects::nonNull)
        .reduce(
            (a, b) ->
                new ToolEvent.Receipts(
                    a.first() + b.first(),
                    a.duplicate() + b.duplicate(),
                    a.outOfOrder() + b.outOfOrder()))
        .orElse(null);
  }

  private ToolEvent.DeviceProgress devices() {
    List<ToolEvent.DeviceProgress> parts =
        last.values().stream().map(ToolEvent.Progress::devices).filter(Objects::nonNull).toList();
    return parts.stream().reduce(ShardsSoFar::sum).orElse(null);
  }

  private static ToolEvent.DeviceProgress sum(
      ToolEvent.DeviceProgress a, ToolEvent.DeviceProgress b) {
    return new ToolEvent.DeviceProgress(
        a.asked() + b.asked(),
        a.connected() + b.connected(),
        a.confirmed() + b.confirmed(),
        larger(a, b, ToolEvent.DeviceProgress::lagP99Ms),
        a.lagLimitMs());
  }

  private static Double larger(
      ToolEvent.DeviceProgress a,
      ToolEvent.DeviceProgress b,
      Function<ToolEvent.DeviceProgress, Double> figure) {
    Double one = figure.apply(a);
    Double other = figure.apply(b);
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return Double.valueOf(Math.max(one, other));
  }
}
