// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limits of a run's simulators, from its profile. Null if the profile has no limits, or if a
 * result of an earlier version does not have them.
 *
 * @param lagMs on the 99th percentile of the lag
 * @param loopDelayMs on the 99th percentile of the loop delay
 * @param pauseMs on the longest standstill and the longest garbage collection
 * @param thread on the part of the time in which the one thread is busy
 * @param stolen on the part in which others had its processor
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GeneratorBounds(
    Double lagMs, Double loopDelayMs, Double pauseMs, Double thread, Double stolen) {
  private static final Pattern QUANTITY = Pattern.compile("([0-9.]+)(ms|s|m|%)");

  /** Of times, in ms. */
  private static final Map<String, Double> UNITS = Map.of("ms", 1.0, "s", 1e3, "m", 60e3);

  public static GeneratorBounds of(ResultNode result) {
    JsonNode profile = result.json().at("/profile/generator");
    JsonNode judged = result.json().at("/generator/lagLimitMs");
    return new GeneratorBounds(
        judged.isNumber() ? Double.valueOf(judged.asDouble()) : of(profile, "maxLag"),
        of(profile, "maxLoopDelay"),
        of(profile, "maxPause"),
        of(profile, "maxCpu"),
        of(profile, "maxStolen"));
  }

  private static Double of(JsonNode profile, String key) {
    Matcher quantity = QUANTITY.matcher(profile.path(key).asText());
    if (!quantity.matches()) {
      return null;
    }
    double value = Double.parseDouble(quantity.group(1));
    Double unit = UNITS.get(quantity.group(2));
    return unit == null ? value / 100 : value * unit;
  }

  /** The limit on the 99th percentile of the loop delay, as a table has it. */
  public String loopDelay() {
    return millis(loopDelayMs);
  }

  /** The limit on a standstill, as a table has it. */
  public String pause() {
    return millis(pauseMs);
  }

  /** The limit on the thread's part, as a table has it. */
  public String threadPercent() {
    return percent(thread);
  }

  /** The limit on what others took, as a table has it. */
  public String stolenPercent() {
    return percent(stolen);
  }

  private static String millis(Double value) {
    return value == null ? FigureFormat.NOTHING : FigureFormat.plain(value);
  }

  private static String percent(Double share) {
    return share == null ? FigureFormat.NOTHING : FigureFormat.plain(share * 100);
  }
}
