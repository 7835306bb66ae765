// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Increment;
import io.fleetload.quantity.LoadLevel;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.WarmUp;
import io.fleetload.results.verdict.Threshold;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The search for the highest rate, or the largest number of devices, at which the thresholds hold.
 * Its rates are of all flows together; the flows keep the proportion that their own rates have. A
 * number of devices changes the rate of the flows with {@code every}, and of no other.
 */
public record FindLimit(
    @Doc(
            value =
                "what the search raises: the rate of all flows together, the number of devices, or both"
                    + " in proportion; with devices, flows with every follow their number and the"
                    + " others keep their rate",
            byDefault = "rate")
        SearchLoad of,
    @Doc(
            value = "the lowest rate, of all flows together, or the smallest number of devices",
            required = true)
        LoadLevel from,
    @Doc(
            value = "the highest rate, of all flows together, or the largest number of devices",
            required = true)
        LoadLevel to,
    @Doc(
            value =
                "how far each probe of the climb is above the one before, unless all times are far"
                    + " from their bounds",
            byDefault = "50%")
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

  /** Loads that a search may raise. */
  public enum SearchLoad {
    /** The rate of all flows together. */
    @JsonProperty("rate")
    RATE,
    /** The number of devices. */
    @JsonProperty("devices")
    DEVICES,
    /** The number of devices, and every rate in its proportion. */
    @JsonProperty("both")
    BOTH
  }

  /** Processor time a message is not known more sharply of a shorter one. */
  private static final Span WARM_RUN = Span.parse("10s");

  private static final Span LEAST_SCOUT = Span.parse("5s");

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

  /** Returns whether it raises the number of devices, and not the rate alone. */
  public boolean raisesDevices() {
    return of == SearchLoad.DEVICES || of == SearchLoad.BOTH;
  }

  /** Distance of the next step of the climb from a load; of devices at least one. */
  public double stepFrom(double load) {
    return raisesDevices() ? Math.max(1, Math.rint(step.of(load))) : step.of(load);
  }

  /** Precision of the answer at a load; there is nothing between two numbers of devices. */
  public double resolutionAt(double load) {
    return raisesDevices() ? Math.max(1, resolution.of(load)) : resolution.of(load);
  }

  /** The most probes that a search without noise makes. */
  public int mostProbes() {
    int climb = 1;
    double load = from.amount();
    double distance = 0;
    while (load < to.amount()) {
      distance = stepFrom(load);
      load += distance;
      climb++;
    }
    double halvings = Math.log(Math.max(1, distance / resolutionAt(load - distance))) / Math.log(2);
    return climb + (int) Math.ceil(halvings) + 2 * repeats;
  }

  /** Length of the flows of a probe, without connecting and drain, in s. */
  public double probeSeconds() {
    return 2 * settle.seconds() + probe.seconds();
  }

  /** The load that the profile itself has, in the unit of the search. */
  public double own(LoadProfile profile) {
    return raisesDevices() ? profile.devices().count() : together(profile.timings());
  }

  /** The flows with a rate that does not follow the number of devices. */
  public List<String> unchanged(Map<String, Timing> flows) {
    return of == SearchLoad.BOTH ? List.of() : withRate(flows);
  }

  private static List<String> withRate(Map<String, Timing> flows) {
    return flows.entrySet().stream()
        .filter(each -> each.getValue().every() == null)
        .map(Map.Entry::getKey)
        .toList();
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
   * @param profile its flows have a rate each
   * @param load the rate that they have together in the probe, msg/s, or the number of devices
   */
  public List<String> overrides(LoadProfile profile, double load) {
    return overrides(profile, load, settle, new WarmUp(false, settle), probe);
  }

  /**
   * Overrides that make a profile that of a shorter probe, which finds the way: a third of the time
   * measured, but 5 s at least, after half of the time to settle.
   *
   * @param profile its flows have a rate each
   * @param load as of a probe
   */
  public List<String> overridesOfAScout(LoadProfile profile, double load) {
    Span half = new Span(settle.nanos() / 2);
    long third = Math.max(probe.nanos() / 3, Math.min(probe.nanos(), LEAST_SCOUT.nanos()));
    return overrides(profile, load, half, new WarmUp(false, half), new Span(third));
  }

  /**
   * Overrides that make a profile that of a look whether the target has recovered: the lowest load,
   * for as long as a probe settles, but for a second at least.
   *
   * @param profile its flows have a rate each
   */
  public List<String> overridesOfALook(LoadProfile profile) {
    Span look = new Span(Math.max(settle.nanos(), 1_000_000_000L));
    return overrides(profile, from.amount(), new Span(0), WarmUp.NONE, look);
  }

  /**
   * Overrides that make a profile that of a run that warms the target: the lowest load, measured as
   * long as a probe, but for 10 s at most.
   *
   * @param profile its flows have a rate each
   */
  public List<String> overridesOfAWarmRun(LoadProfile profile) {
    Span measure = probe.nanos() < WARM_RUN.nanos() ? probe : WARM_RUN;
    return overrides(profile, from.amount(), settle, warmUp, measure);
  }

  private List<String> overrides(
      LoadProfile profile, double load, Span ramp, WarmUp warm, Span measure) {
    List<String> overrides =
        new ArrayList<>(
            raisesDevices()
                ? profile.devices().overridesOfCount((int) load)
                : overridesOfRates(profile.timings(), load));
    if (of == SearchLoad.BOTH) {
      double factor = load / profile.devices().count();
      for (String name : withRate(profile.timings())) {
        double rate = profile.timings().get(name).rate().perSecond() * factor;
        overrides.add("flows." + name + ".rate=" + new Rate(rate));
      }
    }
    if (profile.bounds().stream().anyMatch(Threshold::surely)) {
      // The models say how sure the limit is; a probe near its bound has to count.
      overrides.add("sure=false");
    }
    overrides.add("phases.ramp=" + ramp);
    overrides.add("phases.warmUp=" + warm);
    overrides.add("phases.measure=" + measure);
    return overrides;
  }

  private static List<String> overridesOfRates(Map<String, Timing> flows, double together) {
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
    return overrides;
  }
}
