// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.size;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.analysis.limit.ProbeCost;
import io.fleetload.analysis.limit.model.CostLine;
import io.fleetload.analysis.limit.model.Estimate;
import io.fleetload.analysis.limit.model.Scalability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Plans from a search for the limit what to buy for a load. A target has as many copies as keep
 * each of them below its limit with the headroom, so that no figure is beyond what was measured.
 * The processors of a part are a straight line over the messages it did, and its memory one over
 * the devices, where the search raised these.
 */
public final class CapacityPlan {
  private final Limit limit;
  private final Demand demand;
  private final List<String> cautions = new ArrayList<>();

  /**
   * A plan.
   *
   * @param limit a search with a load that held
   */
  public CapacityPlan(Limit limit, Demand demand) {
    this.limit = limit;
    this.demand = demand;
  }

  /** Returns what to buy. */
  public Purchase purchase() {
    double held = limit.bounds().flows().values().stream().mapToDouble(each -> each).sum();
    int targets = targets(held);
    double rate = demand.rate() / targets;
    Map<String, PartSize> parts = new TreeMap<>();
    for (String part : names()) {
      parts.put(part, part(part, rate, targets));
    }
    Estimate processors = sum(parts, PartSize::processors, 1 / (1 - demand.headroom()));
    Estimate memory = sum(parts, PartSize::memoryMb, 1);
    caution(targets, parts);
    return new Purchase(
        demand,
        thousandths(held),
        targets,
        parts,
        processors,
        memory,
        nodes(processors, memory),
        List.copyOf(cautions));
  }

  private int targets(double held) {
    double usable = 1 - demand.headroom();
    double byRate = demand.rate() / (held * usable);
    double byDevices =
        limit.search().raisesDevices() && demand.devices() != null
            ? demand.devices() / (limit.bounds().held() * usable)
            : 0;
    return (int) Math.max(1, Math.ceil(Math.max(byRate, byDevices) - 1e-9));
  }

  private List<Probe> probes() {
    return limit.probes().stream()
        .filter(each -> each.judged() && each.cost() != null)
        .filter(each -> !Boolean.TRUE.equals(each.gettingFaster()))
        .toList();
  }

  private List<String> names() {
    return probes().stream().flatMap(each -> each.cost().keySet().stream()).distinct().toList();
  }

  private PartSize part(String name, double rate, int targets) {
    CostLine processors = line(name, ProbeCost::processors, CapacityPlan::done);
    boolean ofDevices = limit.search().raisesDevices() && demand.devices() != null;
    CostLine memory = ofDevices ? line(name, ProbeCost::memoryMb, Probe::load) : null;
    return new PartSize(
        processors == null ? null : times(processors.at(rate), targets),
        processors == null ? null : Double.valueOf(Math.round(processors.slope() * 1e7) / 10.0),
        memory == null
            ? mostMemory(name, targets)
            : times(memory.at((double) demand.devices() / targets), targets));
  }

  private static double done(Probe probe) {
    return probe.completed() == null ? probe.reached() : probe.completed();
  }

  private CostLine line(
      String part, Function<ProbeCost, Double> cost, Function<Probe, Double> load) {
    return CostLine.of(
        probes().stream()
            .filter(each -> each.cost().containsKey(part))
            .filter(each -> cost.apply(each.cost().get(part)) != null)
            .filter(each -> cost.apply(each.cost().get(part)) > 0)
            .map(each -> new CostLine.LoadCost(load.apply(each), cost.apply(each.cost().get(part))))
            .toList());
  }

  /** Without a line over devices, the most that was seen is needed by each target. */
  private Estimate mostMemory(String part, int targets) {
    List<Double> seen =
        probes().stream()
            .map(each -> each.cost().get(part))
            .filter(Objects::nonNull)
            .map(ProbeCost::memoryMb)
            .filter(Objects::nonNull)
            .sorted()
            .toList();
    return seen.isEmpty()
        ? null
        : Estimate.of(targets * seen.get(seen.size() - 1), targets * seen.get(0), Double.NaN);
  }

  private static Estimate times(Estimate one, double factor) {
    return Estimate.of(
        one.value() * factor,
        one.low() * factor,
        one.high() == null ? Double.NaN : one.high() * factor);
  }

  private static Estimate sum(
      Map<String, PartSize> parts, Function<PartSize, Estimate> figure, double factor) {
    List<Estimate> known = parts.values().stream().map(figure).filter(Objects::nonNull).toList();
    return known.isEmpty()
        ? null
        : Estimate.of(
            factor * known.stream().mapToDouble(Estimate::value).sum(),
            factor * known.stream().mapToDouble(Estimate::low).sum(),
            factor
                * known.stream()
                    .mapToDouble(each -> each.high() == null ? Double.NaN : each.high())
                    .sum());
  }

  private Purchase.Nodes nodes(Estimate processors, Estimate memory) {
    Demand.Node node = demand.node();
    if (node == null || processors == null) {
      return null;
    }
    double byMemory = memory == null ? 0 : memory.value() / node.memoryMb();
    double byProcessors = processors.value() / node.processors();
    double high = processors.high() == null ? processors.value() : processors.high();
    return new Purchase.Nodes(
        count(byProcessors, byMemory),
        count(processors.low() / node.processors(), byMemory),
        count(high / node.processors(), byMemory),
        byMemory > byProcessors ? "memory" : "processors");
  }

  private static long count(double a, double b) {
    double most = Math.max(a, b);
    return (long) Math.max(1, Math.ceil(most - 1e-9));
  }

  private void caution(int targets, Map<String, PartSize> parts) {
    if (targets > 1) {
      cautions.add(
          "%s targets side by side hold it if the load is spread evenly over them and they share nothing; measure two of them before you buy"
              .formatted(targets));
    }
    double largest = limit.probes().stream().mapToDouble(Probe::reached).max().orElse(0);
    if (demand.rate() > Scalability.FARTHEST * largest) {
      cautions.add(
          "it is more than twice the largest probe, so no figure is of one larger target: a larger one need not hold more");
    }
    if (limit.bounds().crossed() == null) {
      cautions.add("the search did not find the limit, so fewer targets may do");
    }
    boolean noProcessors = parts.values().stream().anyMatch(each -> each.processors() == null);
    if (parts.isEmpty() || noProcessors) {
      cautions.add(
          (parts.isEmpty() ? "processors" : "the processors of some parts")
              + " are not known: they take 3 probes with the processor time of the target"
              + " (target.prometheus)");
    }
    if (parts.values().stream().anyMatch(each -> each.memoryMb() != null)
        && !limit.search().raisesDevices()) {
      cautions.add(
          "memory is the most that a probe had; how it grows with devices says a search with findLimit.of: devices");
    }
    if (limit.search().probeSeconds() < 600) {
      cautions.add(
          "probes shorter than 10 minutes cost more processor time than a warm target: Java still compiles");
    }
    cautions.add(
        "if more processors do not raise the limit, something else is the limit: search again on what you bought");
    cautions.add(
        "what is not in the cost (a broker, a database, a proxy without metrics) is not in these figures");
  }

  private static double thousandths(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
