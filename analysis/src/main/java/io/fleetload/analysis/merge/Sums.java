// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.book.TenantCourse;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.StoredHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The sums of a list of parts; none of them loses anything. */
final class Sums {
  private Sums() {}

  static <T> long of(List<T> parts, ToLongFunction<T> count) {
    return parts.stream().mapToLong(count).sum();
  }

  static <T> LatencyHistogram histogram(List<T> parts, Function<T, LatencyHistogram> each) {
    LatencyHistogram sum = new LatencyHistogram();
    parts.forEach(part -> sum.add(each.apply(part)));
    return sum;
  }

  /** Sums of the tenants of several processes, which list them in one order. */
  static List<TenantBook> tenants(List<List<TenantBook>> parts) {
    return byPlace(
        parts,
        same ->
            new TenantBook(
                same.get(0).id(),
                same.get(0).weight(),
                of(same, TenantBook::devices),
                of(same, TenantBook::sessions),
                of(same, TenantBook::connected)));
  }

  /** Sums of the groups of several processes, which list them in one order. */
  static List<GroupBook> groups(List<List<GroupBook>> parts) {
    return byPlace(parts, same -> same.stream().reduce(GroupBook::plus).orElseThrow());
  }

  /** Sums of the groups' messages of a flow. */
  static List<FlowCounts> groupFlows(List<List<FlowCounts>> parts) {
    return byPlace(parts, same -> same.stream().reduce(FlowCounts::plus).orElseThrow());
  }

  /**
   * Sums of the tenants' parts of a flow.
   *
   * @param offsets how much later than the first each process's flow began, in s
   */
  static List<TenantBook.TenantFlowBook> tenantFlows(
      List<List<TenantBook.TenantFlowBook>> parts, List<Integer> offsets) {
    return byPlace(
        parts,
        same ->
            new TenantBook.TenantFlowBook(
                of(same, TenantBook.TenantFlowBook::sent),
                of(same, TenantBook.TenantFlowBook::failed),
                of(same, TenantBook.TenantFlowBook::unsettled),
                new StoredHistogram(histogram(same, part -> part.response().unpacked())).packed(),
                course(same, offsets),
                due(same)));
  }

  /**
   * Adds the due messages if all shards have them. The due messages of some shards are not those of
   * all.
   */
  private static TenantBook.TenantDue due(List<TenantBook.TenantFlowBook> same) {
    return same.stream().allMatch(each -> each.due() != null)
        ? same.stream()
            .map(TenantBook.TenantFlowBook::due)
            .reduce(TenantBook.TenantDue::plus)
            .orElse(null)
        : null;
  }

  /** A part of the courses is not the whole of them, and different intervals do not add. */
  private static TenantCourse course(List<TenantBook.TenantFlowBook> same, List<Integer> offsets) {
    List<TenantCourse.CourseOffset> courses = new ArrayList<>();
    for (int i = 0; i < same.size(); i++) {
      TenantCourse each = same.get(i).course();
      if (each == null || each.response().seconds() != seconds(same.get(0))) {
        return null;
      }
      courses.add(new TenantCourse.CourseOffset(each, offsets.get(i)));
    }
    return TenantCourse.sum(courses);
  }

  private static int seconds(TenantBook.TenantFlowBook part) {
    return part.course().response().seconds();
  }

  private static <T> List<T> byPlace(List<List<T>> parts, Function<List<T>, T> sum) {
    List<T> sums = new ArrayList<>();
    for (int i = 0; i < parts.get(0).size(); i++) {
      int place = i;
      sums.add(sum.apply(parts.stream().map(part -> part.get(place)).toList()));
    }
    return sums;
  }

  /** Adds counts by second to the sum of others, which began so many whole seconds earlier. */
  static void add(List<Long> sum, List<Long> counts, int offset) {
    for (int second = 0; second < counts.size(); second++) {
      int place = second + offset;
      while (sum.size() <= place) {
        sum.add(0L);
      }
      sum.set(place, sum.get(place) + counts.get(second));
    }
  }
}
