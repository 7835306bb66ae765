package io.fleetload.campaign.cost;

import io.fleetload.driver.RunClock;
import io.fleetload.results.ProcessCost;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;

/** One process, with all that can be read of it; what the system says goes before its page. */
final class Watched {
  private final boolean target;
  private final List<Course> courses = new CopyOnWriteArrayList<>();

  Watched(boolean target) {
    this.target = target;
  }

  Course add(Source source, RunClock clock) {
    Course course = new Course(source, clock);
    courses.add(course);
    return course;
  }

  Stream<Course> courses() {
    return courses.stream();
  }

  /**
   * What it used, or nothing where nothing is known.
   *
   * @param dropped datagrams that its sockets dropped, or null
   */
  Optional<ProcessCost> cost(String name, Long dropped) {
    ProcessCost cost =
        new ProcessCost(
            name,
            target,
            rounded(first(Course::cpuSeconds), 1e3),
            rounded(first(Course::peakMb), 10),
            rounded(first(Course::gcPauseMs), 1),
            dropped,
            rounded(first(Course::receivedMb), 1e3),
            rounded(first(Course::sentMb), 1e3));
    return cost.equals(new ProcessCost(name, target, null, null, null))
        ? Optional.empty()
        : Optional.of(cost);
  }

  private Double first(Function<Course, Double> figure) {
    return courses.stream().map(figure).filter(Objects::nonNull).findFirst().orElse(null);
  }

  private static Double rounded(Double value, double parts) {
    return value == null ? null : Math.round(value * parts) / parts;
  }
}
