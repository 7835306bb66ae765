package io.fleetload.results.merge;

import io.fleetload.results.DeviceBook;
import io.fleetload.results.GeneratorCpu;
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
 * What the generators of several shards say together: times add, processors of the processes add,
 * and of what one thread can be the limit of, the worst shard stands.
 */
final class GeneratorSum {
  private final List<DeviceBook> books;
  private final ToIntFunction<DeviceBook> offset;

  /**
   * Of those books.
   *
   * @param offset how many seconds after the first shard a book's flows began
   */
  GeneratorSum(List<DeviceBook> books, ToIntFunction<DeviceBook> offset) {
    this.books = books;
    this.offset = offset;
  }

  /** The distributions; null where a shard has none, as a part of them is not the whole. */
  GeneratorTimes times() {
    List<GeneratorTimes> parts = parts(DeviceBook::generatorTimes);
    return parts.size() < books.size()
        ? null
        : new GeneratorTimes(
            Sums.histogram(parts, GeneratorTimes::pacing),
            Sums.histogram(parts, GeneratorTimes::loopDelay),
            Sums.histogram(parts, GeneratorTimes::capped));
  }

  GeneratorHealth health(LatencyHistogram lag) {
    List<GeneratorHealth> parts = parts(DeviceBook::generator);
    GeneratorTimes times = times();
    return new GeneratorHealth(
        lag.summary(),
        parts.get(0).lagLimitMs(),
        Sums.of(parts, GeneratorHealth::gcPauseMs),
        parts.stream().mapToDouble(GeneratorHealth::cpuSeconds).sum(),
        reasons(),
        summary(times, GeneratorTimes::pacing),
        summary(times, GeneratorTimes::loopDelay),
        fold(parts, GeneratorHealth::longestGcPauseMs, Math::max),
        cpu(parts),
        summary(times, GeneratorTimes::capped),
        seconds());
  }

  /** One limited shard limits the run: its messages were late, however few they are of all. */
  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    for (DeviceBook book : books) {
      book.generator()
          .reasons()
          .forEach(reason -> reasons.add("shard " + book.shard() + ": " + reason));
    }
    return reasons;
  }

  private static LatencySummary summary(
      GeneratorTimes times, Function<GeneratorTimes, LatencyHistogram> each) {
    return times == null ? null : each.apply(times).summary();
  }

  private static GeneratorCpu cpu(List<GeneratorHealth> health) {
    List<GeneratorCpu> parts =
        health.stream().map(GeneratorHealth::cpu).filter(Objects::nonNull).toList();
    return parts.isEmpty()
        ? null
        : new GeneratorCpu(
            fold(parts, GeneratorCpu::process, Double::sum),
            fold(parts, GeneratorCpu::fleetThread, Math::max),
            fold(parts, GeneratorCpu::stolen, Math::max));
  }

  private GeneratorSeconds seconds() {
    return parts(book -> book.generator().perSecond()).isEmpty()
        ? null
        : new GeneratorSeconds(
            course(GeneratorSeconds::lagMaxMs, Math::max),
            course(GeneratorSeconds::loopDelayMaxMs, Math::max),
            course(GeneratorSeconds::cpu, Double::sum),
            course(GeneratorSeconds::fleetCpu, Math::max),
            course(GeneratorSeconds::stolen, Math::max));
  }

  private List<Double> course(
      Function<GeneratorSeconds, List<Double>> each, BinaryOperator<Double> join) {
    List<Double> course = new ArrayList<>();
    for (DeviceBook book : books) {
      GeneratorSeconds part = book.generator().perSecond();
      List<Double> values = part == null ? List.of() : each.apply(part);
      for (int second = 0; second < values.size(); second++) {
        int place = second + offset.applyAsInt(book);
        while (course.size() <= place) {
          course.add(null);
        }
        course.set(place, join(course.get(place), values.get(second), join));
      }
    }
    return course;
  }

  private static <T> Double fold(
      List<T> parts, Function<T, Double> each, BinaryOperator<Double> join) {
    return parts.stream().map(each).filter(Objects::nonNull).reduce(join).orElse(null);
  }

  private static Double join(Double one, Double other, BinaryOperator<Double> join) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return join.apply(one, other);
  }

  private <T> List<T> parts(Function<DeviceBook, T> each) {
    return books.stream().map(each).filter(Objects::nonNull).toList();
  }
}
