// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.BackendBook;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.GeneratorCpu;
import io.fleetload.results.GeneratorDelays;
import io.fleetload.results.GeneratorHealth;
import io.fleetload.results.GeneratorSeconds;
import io.fleetload.results.GeneratorTimes;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * What several simulators of one kind say together: times add, processors of the processes add, and
 * of what one thread can be the limit of, the worst stands.
 */
final class GeneratorSum {
  private final List<Part> parts;

  /**
   * One simulator's.
   *
   * @param name what its reasons begin with, to tell it from the others; empty where it is alone
   * @param times its distributions; null where it has none
   * @param offset how many seconds after the first its course begins
   */
  private record Part(String name, GeneratorHealth health, GeneratorTimes times, int offset) {}

  private GeneratorSum(List<Part> parts) {
    this.parts = parts;
  }

  /**
   * Of the device side's shards.
   *
   * @param offset how many seconds after the first shard a book's flows began
   */
  static GeneratorSum ofDevices(List<DeviceBook> books, ToIntFunction<DeviceBook> offset) {
    return new GeneratorSum(
        books.stream()
            .map(
                book ->
                    new Part(
                        "shard " + book.shard() + ": ",
                        book.generatorBook().health(),
                        book.generatorBook().times(),
                        offset.applyAsInt(book)))
            .toList());
  }

  /** Of several backends; null where one of them says nothing. */
  static BackendBook.Health ofBackends(List<BackendBook> books) {
    List<BackendBook.Health> health = books.stream().map(BackendBook::health).toList();
    if (health.contains(null)) {
      return null;
    }
    List<Part> parts = new ArrayList<>();
    for (BackendBook book : books) {
      String name =
          books.size() == 1
              ? ""
              : book.shard() == null
                  ? "backend %d: ".formatted(parts.size() + 1)
                  : "shard %s: ".formatted(book.shard());
      parts.add(
          new Part(
              name,
              book.health().said(),
              new GeneratorTimes(null, book.health().loopDelay(), null),
              0));
    }
    LatencyHistogram lag = Sums.histogram(health, BackendBook.Health::lag);
    return new BackendBook.Health(
        new GeneratorSum(parts).health(lag),
        lag,
        Sums.histogram(health, BackendBook.Health::loopDelay));
  }

  /** The distributions; null where a shard has none, as a part of them is not the whole. */
  GeneratorTimes times() {
    List<GeneratorTimes> known = known(parts, Part::times);
    return known.size() < parts.size()
        ? null
        : new GeneratorTimes(
            histogram(known, GeneratorTimes::pacing),
            histogram(known, GeneratorTimes::loopDelay),
            histogram(known, GeneratorTimes::capped));
  }

  GeneratorHealth health(LatencyHistogram lag) {
    List<GeneratorHealth> each = parts.stream().map(Part::health).toList();
    return new GeneratorHealth(
        lag.summary(),
        each.get(0).lagLimitMs(),
        Sums.of(each, GeneratorHealth::gcPauseMs),
        each.stream().mapToDouble(GeneratorHealth::cpuSeconds).sum(),
        reasons(),
        delays(each.stream().map(GeneratorHealth::delays).toList()));
  }

  private GeneratorDelays delays(List<GeneratorDelays> each) {
    GeneratorTimes times = times();
    return new GeneratorDelays(
        summary(times, GeneratorTimes::pacing),
        summary(times, GeneratorTimes::loopDelay),
        fold(each, GeneratorDelays::longestGcPauseMs, Math::max),
        cpu(each),
        summary(times, GeneratorTimes::capped),
        seconds(),
        fold(each, GeneratorDelays::longestStallMs, Math::max),
        fold(each, GeneratorDelays::udpDropped, Long::sum));
  }

  /** One limited shard limits the run: its messages were late, however few they are of all. */
  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    for (Part part : parts) {
      part.health().reasons().forEach(reason -> reasons.add(part.name() + reason));
    }
    return reasons;
  }

  private static LatencyHistogram histogram(
      List<GeneratorTimes> times, Function<GeneratorTimes, LatencyHistogram> each) {
    return known(times, each).size() < times.size() ? null : Sums.histogram(times, each);
  }

  private static LatencySummary summary(
      GeneratorTimes times, Function<GeneratorTimes, LatencyHistogram> each) {
    LatencyHistogram histogram = times == null ? null : each.apply(times);
    return histogram == null ? null : histogram.summary();
  }

  private static GeneratorCpu cpu(List<GeneratorDelays> delays) {
    List<GeneratorCpu> known = known(delays, GeneratorDelays::cpu);
    return known.isEmpty()
        ? null
        : new GeneratorCpu(
            fold(known, GeneratorCpu::process, Double::sum),
            fold(known, GeneratorCpu::thread, Math::max),
            fold(known, GeneratorCpu::stolen, Math::max));
  }

  private GeneratorSeconds seconds() {
    return known(parts, part -> part.health().delays().perSecond()).isEmpty()
        ? null
        : new GeneratorSeconds(
            course(GeneratorSeconds::lagMaxMs, Math::max),
            course(GeneratorSeconds::loopDelayMaxMs, Math::max),
            course(GeneratorSeconds::cpu, Double::sum),
            course(GeneratorSeconds::threadCpu, Math::max),
            course(GeneratorSeconds::stolen, Math::max));
  }

  private List<Double> course(
      Function<GeneratorSeconds, List<Double>> each, BinaryOperator<Double> join) {
    List<Double> course = new ArrayList<>();
    for (Part part : parts) {
      GeneratorSeconds seconds = part.health().delays().perSecond();
      List<Double> values = seconds == null ? List.of() : each.apply(seconds);
      for (int second = 0; second < values.size(); second++) {
        int place = second + part.offset();
        while (course.size() <= place) {
          course.add(null);
        }
        course.set(place, join(course.get(place), values.get(second), join));
      }
    }
    return course;
  }

  private static <T, V> V fold(List<T> parts, Function<T, V> each, BinaryOperator<V> join) {
    return known(parts, each).stream().reduce(join).orElse(null);
  }

  private static Double join(Double one, Double other, BinaryOperator<Double> join) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return join.apply(one, other);
  }

  private static <T, V> List<V> known(List<T> parts, Function<T, V> each) {
    return parts.stream().map(each).filter(Objects::nonNull).toList();
  }
}
