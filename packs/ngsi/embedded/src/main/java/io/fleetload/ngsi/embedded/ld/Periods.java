// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.history.TimedInstance;
import io.fleetload.ngsi.embedded.history.Times;
import io.fleetload.ngsi.embedded.http.Refusal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Figures of an attribute by period. The periods begin at whole multiples of their length since
 * 1970; empty ones do not show. A value exactly on a border counts in both periods, as on Scorpio.
 */
final class Periods {
  private final List<Aggregate> methods;
  private final long length;

  private Periods(List<Aggregate> methods, long length) {
    this.methods = methods;
    this.length = length;
  }

  /**
   * The periods of {@code aggrMethods} and {@code aggrPeriodDuration}.
   *
   * @param duration in ISO 8601 with days, hours, minutes and seconds; empty or zero for one period
   * @throws Refusal naming the parameter
   */
  static Periods of(Iterable<String> methods, String duration) {
    List<Aggregate> known = new ArrayList<>();
    for (String each : methods) {
      try {
        known.add(Aggregate.valueOf(each));
      } catch (IllegalArgumentException e) {
        throw Problem.invalid("aggrMethods: " + each);
      }
    }
    if (known.isEmpty()) {
      throw Problem.invalid("aggrMethods: needed with aggregatedValues");
    }
    try {
      Duration period = duration.isEmpty() ? Duration.ZERO : Duration.parse(duration);
      if (period.isNegative()) {
        throw Problem.invalid("aggrPeriodDuration: " + duration);
      }
      return new Periods(known, period.toNanos() / 1_000);
    } catch (DateTimeParseException e) {
      throw Problem.invalid("aggrPeriodDuration: " + duration);
    }
  }

  /** Adds an array of {@code [figure, from, to]} for each method. */
  void write(List<TimedInstance> values, ObjectNode out) {
    Map<Long, List<JsonNode>> periods = periods(values);
    for (Aggregate method : methods) {
      ArrayNode figures = out.putArray(method.name());
      periods.forEach(
          (from, part) -> {
            OptionalDouble figure = method.of(part);
            if (figure.isPresent()) {
              ArrayNode row = figures.addArray();
              if (method.isCount()) {
                row.add((long) figure.getAsDouble());
              } else {
                row.add(figure.getAsDouble());
              }
              row.add(Times.text(from)).add(Times.text(end(from, values)));
            }
          });
    }
  }

  private long end(long from, List<TimedInstance> values) {
    return length == 0 ? Collections.max(values, TimedInstance.BY_TIME).at() : from + length;
  }

  private Map<Long, List<JsonNode>> periods(List<TimedInstance> values) {
    Map<Long, List<JsonNode>> periods = new TreeMap<>();
    if (values.isEmpty()) {
      return periods;
    }
    long first = Collections.min(values, TimedInstance.BY_TIME).at();
    for (TimedInstance each : values) {
      long from = length == 0 ? first : Math.floorDiv(each.at(), length) * length;
      add(periods, from, each);
      if (length > 0 && each.at() == from) {
        add(periods, from - length, each);
      }
    }
    return periods;
  }

  private static void add(Map<Long, List<JsonNode>> periods, long from, TimedInstance value) {
    periods.computeIfAbsent(from, key -> new ArrayList<>()).add(value.instance().value());
  }
}
