// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** The eight methods that make one figure of the values of a period. */
enum Aggregate {
  totalCount,
  distinctCount,
  sum,
  avg,
  min,
  max,
  stddev,
  sumsq;

  /** Counts take values of any kind, the others only numbers; empty where there is no number. */
  OptionalDouble of(List<JsonNode> values) {
    return switch (this) {
      case totalCount -> OptionalDouble.of(values.size());
      case distinctCount -> OptionalDouble.of(values.stream().distinct().count());
      case sum -> any(values) ? OptionalDouble.of(numbers(values).sum()) : OptionalDouble.empty();
      case avg -> numbers(values).average();
      case min -> numbers(values).min();
      case max -> numbers(values).max();
      case stddev -> deviation(values);
      case sumsq ->
          any(values)
              ? OptionalDouble.of(numbers(values).map(it -> it * it).sum())
              : OptionalDouble.empty();
    };
  }

  /** Checks whether it is a count, which is written without a decimal point. */
  boolean isCount() {
    return this == totalCount || this == distinctCount;
  }

  private static boolean any(List<JsonNode> values) {
    return numbers(values).findAny().isPresent();
  }

  /** Of the whole population, so that one value has the deviation 0. */
  private static OptionalDouble deviation(List<JsonNode> values) {
    OptionalDouble mean = numbers(values).average();
    if (mean.isEmpty()) {
      return mean;
    }
    double variance =
        numbers(values).map(it -> Math.pow(it - mean.getAsDouble(), 2)).average().orElse(0);
    return OptionalDouble.of(Math.sqrt(variance));
  }

  private static DoubleStream numbers(List<JsonNode> values) {
    return values.stream().filter(JsonNode::isNumber).mapToDouble(JsonNode::doubleValue);
  }
}
