// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Increment;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.WarmUp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The search for the highest rate at which the thresholds hold. Its rates are of all flows
 * together; the flows keep the proportion that their own rates have.
 */
public record FindLimit(
    @Doc(value = "the lowest rate, of all flows together", required = true) Rate from,
    @Doc(value = "the highest rate, of all flows together", required = true) Rate to,
    @Doc(value = "how far each probe of the climb is above the one before", byDefault = "50%")
        Increment step,
    @Doc(
            value = "how far the highest rate that held and the next that did not may be apart",
            byDefault = "5%")
        Increment resolution,
    @Doc(value = "how long a probe measures, instead of phases.measure", byDefault = "30s")
        Span probe,
    @Doc(
            value =
                "how long the rates of a probe grow, and how long they then hold before it"
                    + " measures; instead of phases.ramp and phases.warmUp",
            byDefault = "5s")
        Span settle,
    @Doc(
            value = "how often the two rates around the answer are probed once more",
            byDefault = "1",
            least = 0,
            most = 100)
        Integer repeats,
    @Doc(
            value =
                "the longest wait, after a crossed threshold, until the target answers as quickly"
                    + " as at the lowest rate",
            byDefault = "1m")
        Span recovery,
    @Doc(
            value =
                "how the target is warmed at the lowest rate before the first probe: so long, or"
                    + " until response times, backlog and CPU a message are steady; 0s for not at"
                    + " all",
            byDefault = "steady")
        WarmUp warmUp) {

  /** Processor time a message is not known more sharply of a shorter one. */
  private static final Span WARM_RUN = Span.parse("10s");

  /** Fills in what the profile leaves open. */
  public FindLimit {
    step = step == null ? Increment.parse("50%") : step;
    resolution = resolution == null ? Increment.parse("5%") : resolution;
    probe = probe == null ? Span.parse("30s") : probe;
    settle = settle == null ? Span.parse("5s") : settle;
    repeats = repeats == null ? 1 : repeats;
    recovery = recovery == null ? Span.parse("1m") : recovery;
    warmUp = warmUp == null ? WarmUp.parse("steady") : warmUp;
  }

  /** The rate that the flows of a profile have together, msg/s. */
  public static double together(Map<String, Timing> flows) {
    return flows.values().stream().mapToDouble(each -> each.rate().perSecond()).sum();
  }

  /**
   * The rate of each flow.
   *
   * @param flows flows with a rate each
   * @param together the rate that they have together then, msg/s
   */
  public static Map<String, Double> rates(Map<String, Timing> flows, double together) {
    double factor = together / together(flows);
    Map<String, Double> rates = new LinkedHashMap<>();
    flows.forEach((name, flow) -> rates.put(name, flow.rate().perSecond() * factor));
    return rates;
  }

  /**
   * Overrides that make a profile that of a probe: {@code key.path=value} each.
   *
   * @param flows its flows, with a rate each
   * @param together the rate that they have together in the probe, msg/s
   */
  public List<String> overrides(Map<String, Timing> flows, double together) {
    return overrides(flows, together, settle, new WarmUp(false, settle), probe);
  }

  /**
   * Overrides that make a profile that of a look whether the target has recovered: the lowest rate,
   * for as long as a probe settles, but for a second at least.
   *
   * @param flows its flows, with a rate each
   */
  public List<String> overridesOfALook(Map<String, Timing> flows) {
    Span look = new Span(Math.max(settle.nanos(), 1_000_000_000L));
    return overrides(flows, from.perSecond(), new Span(0), WarmUp.NONE, look);
  }

  /**
   * Overrides that make a profile that of a run that warms the target: the lowest rate, measured as
   * long as a probe, but for 10 s at most.
   *
   * @param flows its flows, with a rate each
   */
  public List<String> overridesOfAWarmRun(Map<String, Timing> flows) {
    Span measure = probe.nanos() < WARM_RUN.nanos() ? probe : WARM_RUN;
    return overrides(flows, from.perSecond(), settle, warmUp, measure);
  }

  private static List<String> overrides(
      Map<String, Timing> flows, double together, Span ramp, WarmUp warm, Span measure) {
    List<String> overrides = new ArrayList<>();
    rates(flows, together)
        .forEach(
            (name, rate) -> {
              if (flows.get(name).every() != null) {
                // The rate takes its place.
                overrides.add("flows." + name + ".every=null");
              }
              overrides.add("flows." + name + ".rate=" + new Rate(rate));
            });
    overrides.add("phases.ramp=" + ramp);
    overrides.add("phases.warmUp=" + warm);
    overrides.add("phases.measure=" + measure);
    return overrides;
  }
}
