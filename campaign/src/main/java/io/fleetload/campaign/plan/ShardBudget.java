// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.pack.DeviceCosts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Number of shards that a load needs, by each bound.
 *
 * @param count the number of the plan
 * @param given whether the user gave it
 * @param least the fewest that hold each bound
 * @param by the bound that decides
 * @param bounds the fewest by each bound
 * @param sessions sessions of the largest shard
 * @param rate its messages a second
 * @param connects its connects a second
 * @param processors processors that its one thread takes, at the rate
 * @param memoryMb its resident memory, MB
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ShardBudget(
    int count,
    boolean given,
    int least,
    String by,
    Map<String, ShardBound> bounds,
    int sessions,
    double rate,
    double connects,
    double processors,
    double memoryMb) {
  static final String PORTS = "ports";
  static final String MEMORY = "memory";
  static final String PROCESSOR = "processor";
  static final String CONNECTS = "connects";

  private static final int[] NICE = {10, 12, 15, 20, 25, 30, 40, 50, 60, 80};
  private static final double MEGA = 1e6;
  private static final double MIB = 1 << 20;

  /**
   * A bound.
   *
   * @param shards the fewest that hold it
   * @param perShard what one shard carries
   * @param measured whether the pack measured what it follows from
   */
  public record ShardBound(int shards, double perShard, boolean measured) {}

  /**
   * The need of a load.
   *
   * @param wanted the number that the user wants; null for one of the arithmetic
   */
  static ShardBudget of(FleetLoad load, DeviceCosts costs, Integer wanted) {
    double busy = PlanFigure.BUSY_PERCENT.value() / 100.0;
    int bytes = or(costs.sessionBytes(), PlanFigure.SESSION_BYTES);
    int messages = or(costs.messages(), PlanFigure.MESSAGES);
    double room = PlanFigure.SHARD_MIB.value() * MIB - PlanFigure.SIMULATOR_MB.value() * MEGA;
    Map<String, ShardBound> bounds = new LinkedHashMap<>();
    bounds.put(PORTS, bound(load.sessions(), PlanFigure.PORTS.value(), true));
    bounds.put(
        MEMORY, bound(load.sessions(), Math.floor(room / bytes), costs.sessionBytes() != null));
    bounds.put(PROCESSOR, bound(load.rate(), messages * busy, costs.messages() != null));
    bounds.put(
        CONNECTS,
        bound(
            load.connectRate(),
            or(costs.connects(), PlanFigure.CONNECTS) * busy,
            costs.connects() != null));
    int least = bounds.values().stream().mapToInt(ShardBound::shards).max().orElse(1);
    String by =
        bounds.entrySet().stream()
            .filter(each -> each.getValue().shards() == least)
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    int count = wanted != null ? wanted : Math.min(nice(least), load.sessions());
    int sessions = (load.sessions() + count - 1) / count;
    return new ShardBudget(
        count,
        wanted != null,
        least,
        by,
        bounds,
        sessions,
        load.rate() / count,
        load.connectRate() / count,
        load.rate() / count / messages,
        PlanFigure.SIMULATOR_MB.value() + sessions * (double) bytes / MEGA);
  }

  private static ShardBound bound(double asked, double perShard, boolean measured) {
    return new ShardBound((int) Math.max(1, Math.ceil(asked / perShard)), perShard, measured);
  }

  private static int or(Integer measured, PlanFigure cautious) {
    return measured == null ? cautious.value() : measured;
  }

  /** The next round number, which leaves the shards some room: 40 for 36. */
  static int nice(int least) {
    if (least <= NICE[0]) {
      return least;
    }
    for (int power = 1; ; power *= 10) {
      for (int each : NICE) {
        if (each * power >= least) {
          return each * power;
        }
      }
    }
  }

  /** The bounds that follow from what the pack has not measured. */
  List<String> notMeasured() {
    return bounds.entrySet().stream()
        .filter(each -> !each.getValue().measured())
        .map(Map.Entry::getKey)
        .toList();
  }
}
