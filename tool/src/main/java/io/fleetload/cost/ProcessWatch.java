// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import io.fleetload.driver.RunClock;
import io.fleetload.results.cost.ProcessCost;
import io.fleetload.results.cost.ServiceFailures;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;

/** One process, with all that can be read of it; what the system says goes before its page. */
final class ProcessWatch {
  private final boolean target;
  private final List<SourceReadings> courses = new CopyOnWriteArrayList<>();
  private volatile List<String> parts = List.of();

  ProcessWatch(boolean target) {
    this.target = target;
  }

  boolean isOfTarget() {
    return target;
  }

  /** The parts of the installation that this process is. */
  void is(List<String> these) {
    parts = List.copyOf(these);
  }

  /** Returns the parts; empty if they were not set. */
  List<String> parts() {
    return parts;
  }

  /** Requests between the target's services that failed; none where it is not known. */
  Stream<ServiceFailures> services() {
    return courses.stream().map(SourceReadings::services).filter(Objects::nonNull);
  }

  SourceReadings add(Source source, RunClock clock) {
    SourceReadings course = new SourceReadings(source, clock);
    courses.add(course);
    return course;
  }

  Stream<SourceReadings> courses() {
    return courses.stream();
  }

  /**
   * Returns the resources that the process used; empty if nothing is known.
   *
   * @param dropped datagrams that its sockets dropped, or null
   * @param health hindrances that are not its fault, or null
   */
  Optional<ProcessCost> cost(String name, Long dropped, ProcessCost.ProcessHealth health) {
    ProcessCost cost =
        new ProcessCost(
            name,
            target,
            rounded(first(SourceReadings::cpuSeconds), 1e3),
            rounded(first(SourceReadings::peakMb), 10),
            rounded(first(SourceReadings::gcPauseMs), 1),
            dropped,
            rounded(first(SourceReadings::receivedMb), 1e3),
            rounded(first(SourceReadings::sentMb), 1e3),
            rounded(first(SourceReadings::peakJvmMb), 10),
            parts.isEmpty() ? null : parts,
            health);
    return cost.isEmpty() ? Optional.empty() : Optional.of(cost);
  }

  /** Returns the longest pause for garbage collection, in ms, or null if it is not known. */
  Double longestGcPauseMs() {
    return rounded(first(SourceReadings::longestGcPauseMs), 1);
  }

  private Double first(Function<SourceReadings, Double> figure) {
    return courses.stream().map(figure).filter(Objects::nonNull).findFirst().orElse(null);
  }

  private static Double rounded(Double value, double parts) {
    return value == null ? null : Math.round(value * parts) / parts;
  }
}
