// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The point at which the curve of load against the 99th percentile of the response time turns from
 * flat to steep.
 *
 * <p>Found by Kneedle (V. Satopää, J. Albrecht, D. Irwin, B. Raghavan: Finding a "Kneedle" in a
 * Haystack: Detecting Knee Points in System Behavior, ICDCS Workshops 2011, section III), offline,
 * with the sensitivity S = 1 that they recommend:
 *
 * <ol>
 *   <li>Smoothing. A rate that was probed several times counts once, with the median of its
 *       percentiles. There are too few points for a spline.
 *   <li>Both axes are scaled to 0…1.
 *   <li>A response time curve is convex and rises. The paper treats concave rising ones and turns
 *       others round: with x' = 1 - x and y' = 1 - y the difference y' - x' is x - y.
 *   <li>A knee is a local maximum of the difference d that is followed, before the next one, by a
 *       value below T = d - S / (n - 1); 1 / (n - 1) is the mean distance of n scaled points.
 * </ol>
 *
 * <p>Of several the one with the greatest difference is taken. For it the fourth step is d > S / (n
 * - 1): turned round, the curve ends at the lowest rate, where x = 0 and the difference is not
 * above 0, and none on the way there is greater.
 *
 * <p>It depends on how far the curve was probed: if a probe far over the limit has a percentile of
 * many seconds, all before it looks flat.
 *
 * @param rate the rate at the knee, all flows together, msg/s; absent without a knee, and in a
 *     search that raises the number of devices
 * @param devices the number of devices at the knee; absent without a knee, and in a search that
 *     raises the rate
 * @param p99 the percentile there, in ms
 * @param why the reason why no knee was found; absent with a knee
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Knee(Double rate, Integer devices, Double p99, String why) {
  /** Of fewer points the threshold T leaves nothing or anything. */
  static final int LEAST_POINTS = 5;

  private static final double SENSITIVITY = 1;

  /** The knee of the curve of these probes. */
  static Knee of(List<Probe> probes, Limit.Search search) {
    TreeMap<Double, Double> curve =
        probes.stream()
            .filter(each -> each.judged() && each.p99() != null)
            .collect(
                Collectors.groupingBy(
                    Probe::load,
                    TreeMap::new,
                    Collectors.collectingAndThen(
                        Collectors.mapping(Probe::p99, Collectors.toList()), Knee::median)));
    Knee knee = of(curve, search.raisesDevices() ? "numbers of devices" : "rates");
    return search.raisesDevices() && knee.rate != null
        ? new Knee(null, (int) knee.rate.doubleValue(), knee.p99, null)
        : knee;
  }

  private static Knee none(String why) {
    return new Knee(null, null, null, why);
  }

  /** The load at the knee; null without a knee. */
  @JsonIgnore
  public Double load() {
    return devices == null ? rate : Double.valueOf(devices);
  }

  /**
   * Returns the knee, or the reason why it does not exist, beside the result of a search. If rates
   * held above one that did not, they are no one curve; and no knee is above a rate that does not
   * hold.
   */
  Knee within(LimitSearch.Bracket bracket, Limit.Search search) {
    Double crossed = bracket.crossed();
    if (crossed != null && bracket.noisyTo() != null && bracket.noisyTo() > crossed) {
      return none(
          "a probe at %s held and %s does not hold, so the target changed during the search, or is noisy"
              .formatted(search.text(bracket.noisyTo()), search.text(crossed)));
    }
    return crossed == null || load() == null || load() <= crossed
        ? this
        : none(
            "the curve turns at %s, above %s, which does not hold"
                .formatted(search.text(load()), search.text(crossed)));
  }

  /**
   * The knee of a curve.
   *
   * @param curve percentile in ms by rate in msg/s
   */
  static Knee of(NavigableMap<Double, Double> curve) {
    return of(curve, "rates");
  }

  private static Knee of(NavigableMap<Double, Double> curve, String loads) {
    int n = curve.size();
    if (n < LEAST_POINTS) {
      return none("a knee takes %s %s, and there are %s".formatted(LEAST_POINTS, loads, n));
    }
    double lowest = curve.values().stream().min(Double::compare).orElseThrow();
    double highest = curve.values().stream().max(Double::compare).orElseThrow();
    double first = curve.firstKey();
    double width = curve.lastKey() - first;
    List<Map.Entry<Double, Double>> points = List.copyOf(curve.entrySet());
    double[] difference =
        points.stream()
            .mapToDouble(
                each ->
                    (each.getKey() - first) / width
                        - (each.getValue() - lowest) / (highest - lowest))
            .toArray();
    Knee best = none("the curve has no knee: it rises evenly, or not at all");
    double most = SENSITIVITY / (n - 1);
    for (int i = 1; i < n - 1; i++) {
      boolean local = difference[i] >= difference[i - 1] && difference[i] >= difference[i + 1];
      // Of a flat curve it is no number, and no number is more.
      if (local && difference[i] > most) {
        most = difference[i];
        best = new Knee(points.get(i).getKey(), null, points.get(i).getValue(), null);
      }
    }
    return best;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
