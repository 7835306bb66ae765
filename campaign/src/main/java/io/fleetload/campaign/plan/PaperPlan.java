// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.process.UsageException;
import io.fleetload.scenario.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The plan of a run on a cluster, by arithmetic alone.
 *
 * @param name the run's
 * @param pack the pack's
 * @param load what the profile asks for
 * @param shards how many, and by which bound
 * @param backends how many
 * @param books how large
 * @param times how long
 * @param pods all of them, of which the API server serves a log each
 * @param nodes of the kind that the user asked for
 * @param prices the nodes of the user's table, the cheapest first; null without a table
 * @param notMeasured what the pack has not measured, so that a cautious constant took its place
 * @param misfits what will not fit, a sentence each that says what to change
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PaperPlan(
    String name,
    String pack,
    FleetLoad load,
    ShardBudget shards,
    BackendBudget backends,
    BookBudget books,
    PlanTimes times,
    int pods,
    NodeBudget nodes,
    List<NodeBudget> prices,
    List<String> notMeasured,
    List<String> misfits) {

  /**
   * Makes the plan of a scenario.
   *
   * @param shards the number that the user wants; null for one of the arithmetic
   * @param node the kind of node
   * @param table the kinds of nodes with prices; null for none
   */
  public static PaperPlan of(
      Scenario scenario, Integer shards, NodeType node, List<NodeType> table) {
    FleetLoad load = FleetLoad.of(scenario);
    ShardBudget need = ShardBudget.of(load, scenario.run().costs(), shards);
    Map<String, Integer> partitions = scenario.run().partitions();
    BackendBudget backends =
        BackendBudget.of(
            load,
            scenario.flows().hasBackend(),
            canShare(scenario),
            partitions.size(),
            partitions.values().stream().mapToInt(each -> each).min().orElse(0));
    BookBudget books = BookBudget.of(load, need.count());
    PlanTimes times = PlanTimes.of(scenario, load, books);
    NodeBudget nodes = NodeBudget.of(node, need.count(), backends.possible(), times.length());
    List<String> notMeasured = new ArrayList<>(need.notMeasured());
    if (times.writes() && !times.measured()) {
      notMeasured.add("provisioning");
    }
    return new PaperPlan(
        scenario.profile().run().name(),
        scenario.pack().name(),
        load,
        need,
        backends,
        books,
        times,
        need.count() + backends.possible(),
        nodes,
        table == null ? null : prices(table, need.count(), backends.possible(), times.length()),
        notMeasured,
        new PlanMisfits(scenario, load, need, backends, books, times, nodes).lines());
  }

  private static List<NodeBudget> prices(
      List<NodeType> table, int shards, int backends, double seconds) {
    return table.stream()
        .map(each -> NodeBudget.of(each, shards, backends, seconds))
        .sorted(
            Comparator.comparing(
                NodeBudget::price, Comparator.nullsLast(Comparator.naturalOrder())))
        .toList();
  }

  private static boolean canShare(Scenario scenario) {
    try {
      scenario.checkBackends(2);
      return true;
    } catch (UsageException e) {
      return false;
    }
  }
}
