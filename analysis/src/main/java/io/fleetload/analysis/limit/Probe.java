// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.Result;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.time.SteadyRule;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One probe of a search: a run of its own at one load.
 *
 * @param run where its results lie, and when it was made
 * @param fleet number of devices; without a value in a search that raises the rate
 * @param asked rate asked for, all flows together, msg/s
 * @param reached rate reached, of the same flows, msg/s
 * @param completed messages confirmed within the measured phase over its length, msg/s, of the same
 *     flows: what the target did in that time; absent where it is not known
 * @param times response times over all messages of these flows
 * @param status the run's verdict: an {@link ExitCode#status()}
 * @param crossed the thresholds that were crossed, as written
 * @param recovered whether the target was seen to answer as at the lowest rate before this probe;
 *     absent where nothing had been crossed before
 * @param gettingFaster true where a threshold was crossed and the response times still fell while
 *     it was measured, so that it says nothing of the target once it is warm; else absent
 * @param cost what the target used; absent where it was not watched
 * @param flows by flow name
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Probe(
    @JsonUnwrapped ProbeRun run,
    @JsonUnwrapped ProbeFleet fleet,
    double asked,
    double reached,
    Double completed,
    @JsonUnwrapped ProbeTimes times,
    String status,
    List<String> crossed,
    Boolean recovered,
    Boolean gettingFaster,
    Map<String, ProbeCost> cost,
    Map<String, ProbeFlow> flows) {

  /**
   * Number of devices of a probe.
   *
   * @param devices all of them; absent in a search that raises the rate
   * @param groups those of each group of the fleet; absent without groups
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ProbeFleet(Integer devices, Map<String, Integer> groups) {
    /** The fleet of a search that raises the rate. */
    public static final ProbeFleet SAME = new ProbeFleet(null, null);

    /** No groups are as good as none. */
    public ProbeFleet {
      groups = groups == null || groups.isEmpty() ? null : groups;
    }

    /** Number of devices of each group; empty without groups. */
    @JsonIgnore
    public Map<String, Integer> byGroup() {
      return groups == null ? Map.of() : groups;
    }
  }

  /** So many windows at the begin of a probe are compared with as many at its end. */
  private static final int WINDOWS = 3;

  private static final double SHARE = 0.05;

  /**
   * One flow of a probe.
   *
   * @param asked rate asked for, msg/s
   * @param reached rate reached, msg/s
   * @param p50 median response time, in ms; absent where no message was confirmed
   * @param p99 the 99th percentile, in ms
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ProbeFlow(double asked, double reached, Double p50, Double p99) {}

  /**
   * Reads a probe off a run. The percentiles of all flows together are those of the sum of their
   * histograms.
   *
   * @param run where its results lie
   * @param together the rate asked for, msg/s
   * @param recovered whether the target had recovered before it, or null
   * @param result the run's result
   * @param book the device side's book
   */
  public static Probe of(
      ProbeRun run, double together, Boolean recovered, Result result, DeviceBook book) {
    Map<String, ProbeFlow> flows = new LinkedHashMap<>();
    LatencyHistogram all = new LatencyHistogram();
    result
        .figures()
        .flows()
        .forEach(
            (name, flow) -> {
              if (flow.load().asked() != null) {
                flows.put(
                    name,
                    new ProbeFlow(
                        flow.load().asked(),
                        flow.load().reached(),
                        flow.times().response().times().p50(),
                        flow.times().response().times().p99()));
                all.add(book.flows().get(name).totals().response());
              }
            });
    return new Probe(
        run,
        ProbeFleet.SAME,
        together,
        flows.values().stream().mapToDouble(ProbeFlow::reached).sum(),
        Completions.perSecond(result, flows.keySet()),
        ProbeTimes.of(all, result),
        result.verdict().status(),
        result.thresholds().stream()
            .filter(each -> !each.held())
            .map(ThresholdOutcome::threshold)
            .distinct()
            .toList(),
        recovered,
        gettingFaster(result, book),
        ProbeCost.of(result),
        flows);
  }

  /**
   * The same in a search that raises the number of devices; the rate asked for is what they make.
   */
  public Probe with(ProbeFleet other) {
    return new Probe(
        run,
        other,
        flows.values().stream().mapToDouble(ProbeFlow::asked).sum(),
        reached,
        completed,
        times,
        status,
        crossed,
        recovered,
        gettingFaster,
        cost,
        flows);
  }

  /** The directory of its results, below that of the search. */
  @JsonIgnore
  public String directory() {
    return run.directory();
  }

  /** The median response time, in ms; null of no message. */
  @JsonIgnore
  public Double p50() {
    return times.p50();
  }

  /** The 99th percentile of the response time, in ms; null of no message. */
  @JsonIgnore
  public Double p99() {
    return times.p99();
  }

  /** The load in the unit of its search: the number of devices, or the rate asked for. */
  @JsonIgnore
  public double load() {
    return fleet.devices() == null ? asked : fleet.devices();
  }

  private static Boolean gettingFaster(Result result, DeviceBook book) {
    int first = result.firstMeasuredSecond() == null ? 0 : result.firstMeasuredSecond();
    int length = (int) (result.figures().measuredSeconds() / (2 * WINDOWS));
    if (length == 0 || !result.verdict().status().equals(ExitCode.THRESHOLDS_CROSSED.status())) {
      return null;
    }
    SteadyRule rule = new SteadyRule(WINDOWS, SHARE);
    for (int i = 0; i < 2 * WINDOWS; i++) {
      rule.add(window(book, first + i * length, first + (i + 1) * length));
    }
    return rule.falling().isPresent() ? true : null;
  }

  private static SteadyRule.Window window(DeviceBook book, int from, int to) {
    Map<String, Double> figures = new TreeMap<>();
    book.flows()
        .forEach(
            (name, flow) -> {
              LatencySummary response =
                  flow.intervals() == null
                      ? new LatencyHistogram().summary()
                      : flow.intervals().between(from, to).summary();
              if (response.times().p50() != null) {
                figures.put(name + " p50 ms", response.times().p50());
                figures.put(name + " p99 ms", response.times().p99());
              }
            });
    return new SteadyRule.Window(figures, 0, 0);
  }

  /** Returns whether all thresholds held and the run was valid. */
  @JsonIgnore
  public boolean held() {
    return is(ExitCode.PASSED);
  }

  /** Returns whether it says anything of the target at its load. */
  @JsonIgnore
  public boolean judged() {
    return held() || is(ExitCode.THRESHOLDS_CROSSED);
  }

  /** Returns whether its verdict is that of the code. */
  public boolean is(ExitCode code) {
    return status.equals(code.status());
  }
}
