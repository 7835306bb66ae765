// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.Result;
import io.fleetload.results.cost.ProcessCost;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The use of a part of the target in a probe.
 *
 * @param processors processors that it kept busy: processor time over the measured time; absent
 *     where it is not known
 * @param memoryMb the most memory that it had, in MB (10^6 bytes): resident, or of a page that has
 *     no other figure that of its JVM's pools; absent where it is not known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProbeCost(Double processors, Double memoryMb) {

  /** The cost by part of the target; null if the target was not watched. */
  static Map<String, ProbeCost> of(Result result) {
    double seconds = result.figures().measuredSeconds();
    if (result.target() == null || seconds <= 0) {
      return null;
    }
    Map<String, ProbeCost> parts = new TreeMap<>();
    for (ProcessCost each : result.target().processes()) {
      if (each.target()) {
        List<String> names = each.parts();
        parts.merge(
            names == null || names.isEmpty() ? each.name() : String.join("+", names),
            new ProbeCost(
                each.cpuSeconds() == null ? null : each.cpuSeconds() / seconds,
                each.peakRssMb() == null ? each.peakJvmMemoryMb() : each.peakRssMb()),
            ProbeCost::plus);
      }
    }
    return parts.isEmpty() ? null : parts;
  }

  private ProbeCost plus(ProbeCost other) {
    return new ProbeCost(sum(processors, other.processors), sum(memoryMb, other.memoryMb));
  }

  private static Double sum(Double a, Double b) {
    return Stream.of(a, b).filter(Objects::nonNull).reduce(Double::sum).orElse(null);
  }
}
