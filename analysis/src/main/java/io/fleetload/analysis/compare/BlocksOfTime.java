// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Blocks of equal length of the measured time of a run. Their noise is an estimate of that of the
 * run's figures (batch means: Law, Simulation Modeling and Analysis, 5th edition, 9.5.3). It has in
 * it what changes within a run, and nothing of what differs from run to run.
 */
final class BlocksOfTime {
  private static final int MOST = 10;
  private static final int LEAST = 5;

  private final int first;
  private final int seconds;
  private final int blocks;

  private BlocksOfTime(JsonNode result) {
    this.first = result.path("firstMeasuredSecond").asInt();
    this.seconds = (int) result.path("measuredSeconds").asDouble();
    this.blocks = Math.min(MOST, seconds);
  }

  /**
   * Returns the values of each figure that the result has by the second; nothing of a run that is
   * too short.
   */
  static Map<Figure, List<Double>> of(JsonNode result) {
    BlocksOfTime blocks = new BlocksOfTime(result);
    Map<Figure, List<Double>> all = new LinkedHashMap<>();
    if (blocks.blocks < LEAST || !result.has("firstMeasuredSecond")) {
      return all;
    }
    for (Map.Entry<String, JsonNode> flow : result.path("flows").properties()) {
      JsonNode course = flow.getValue().path("perSecond");
      for (String time : List.of("p50", "p99")) {
        blocks.put(
            ComparedFigures.ofFlow(flow.getKey(), "response." + time),
            second -> number(course.path("responseMs").path(time), second),
            second -> 1.0,
            all);
      }
      blocks.put(
          ComparedFigures.ofFlow(flow.getKey(), "achieved"),
          second -> number(course.path("sent"), second),
          second -> number(course.path("scheduled"), second),
          all);
      blocks.put(
          ComparedFigures.shareOfFlow(flow.getKey(), "failed"),
          second -> number(course.path("failed"), second),
          second -> number(course.path("sent"), second),
          all);
    }
    return all;
  }

  private static Double number(JsonNode course, int second) {
    JsonNode value = course.path(second);
    return value.isNumber() ? value.doubleValue() : null;
  }

  /** Adds a figure: the sum over a block, as a part of another one. */
  private void put(
      Figure figure,
      IntFunction<Double> value,
      IntFunction<Double> of,
      Map<Figure, List<Double>> all) {
    List<Double> values = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      int[] both =
          IntStream.range(first + block * seconds / blocks, first + (block + 1) * seconds / blocks)
              .filter(second -> value.apply(second) != null && of.apply(second) != null)
              .toArray();
      double parts = IntStream.of(both).mapToDouble(of::apply).sum();
      if (parts > 0) {
        values.add(IntStream.of(both).mapToDouble(value::apply).sum() / parts);
      }
    }
    if (values.size() >= LEAST) {
      all.put(figure, List.copyOf(values));
    }
  }
}
