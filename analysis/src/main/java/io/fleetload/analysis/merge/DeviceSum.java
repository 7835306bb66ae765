// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.Aborted;
import io.fleetload.results.AgreedStart;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.FlowNumbering;
import io.fleetload.results.FlowTerms;
import io.fleetload.results.FlowTotals;
import io.fleetload.results.GeneratorBook;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.ResponseIntervals;
import io.fleetload.results.RunTimeline;
import io.fleetload.results.TenantBook;
import io.fleetload.results.WarmUpEnd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** The book that one device side would have written, from those of its shards. */
final class DeviceSum {
  private final List<DeviceBook> books;

  DeviceSum(List<Found.Book<DeviceBook>> found) {
    this.books = found.stream().map(Found.Book::book).toList();
  }

  DeviceBook book() {
    DeviceBook first = books.get(0);
    OptionalLong earliest = FlowStart.earliest(books);
    GeneratorSum generator = GeneratorSum.ofDevices(books, book -> secondsAfter(earliest, book));
    LatencyHistogram lag = Sums.histogram(books, book -> book.generatorBook().lag());
    return new DeviceBook(
        DeviceBook.VERSION,
        first.runId(),
        first.runName(),
        books.stream().allMatch(DeviceBook::complete),
        null,
        timeline(),
        devices(),
        flows(),
        tenants(),
        new GeneratorBook(generator.health(lag), lag, generator.times()));
  }

  private RunTimeline timeline() {
    List<RunTimeline> parts = books.stream().map(DeviceBook::timeline).toList();
    return new RunTimeline(
        // Shards that were stopped were not stopped at once.
        parts.stream().mapToDouble(RunTimeline::measuredSeconds).max().orElse(0),
        phases(),
        AgreedStart.ofShards(known(parts, RunTimeline::start)),
        WarmUpEnd.ofShards(known(parts, RunTimeline::warmUp)),
        // The first that ended a shard; the others, if they went on, did not load the same target.
        known(parts, RunTimeline::aborted).stream()
            .min(Comparator.comparingLong(Aborted::epochMs))
            .orElse(null));
  }

  /** A shard that was killed before it began knows of no tenants. */
  private List<TenantBook> tenants() {
    List<List<TenantBook>> parts = known(books, DeviceBook::tenants);
    return parts.isEmpty() ? null : Sums.tenants(parts);
  }

  /** From the first shard that began a phase to the last that ended it. */
  private List<DeviceBook.PhaseTimes> phases() {
    Map<String, DeviceBook.PhaseTimes> phases = new LinkedHashMap<>();
    for (DeviceBook book : books) {
      for (DeviceBook.PhaseTimes phase : book.timeline().phases()) {
        phases.merge(phase.name(), phase, DeviceSum::span);
      }
    }
    return List.copyOf(phases.values());
  }

  private static DeviceBook.PhaseTimes span(DeviceBook.PhaseTimes a, DeviceBook.PhaseTimes b) {
    return new DeviceBook.PhaseTimes(
        a.name(),
        Math.min(a.startEpochMs(), b.startEpochMs()),
        a.endEpochMs() == 0 || b.endEpochMs() == 0 ? 0 : Math.max(a.endEpochMs(), b.endEpochMs()));
  }

  private DeviceBook.Devices devices() {
    return books.stream()
        .map(DeviceBook::devices)
        .reduce(DeviceBook.Devices::plus)
        .orElseThrow()
        .with(HandshakeSum.of(books));
  }

  private Map<String, DeviceBook.Flow> flows() {
    Set<String> names = new LinkedHashSet<>();
    books.forEach(book -> names.addAll(book.flows().keySet()));
    Map<String, DeviceBook.Flow> flows = new LinkedHashMap<>();
    names.forEach(name -> flows.put(name, flow(name)));
    return flows;
  }

  private DeviceBook.Flow flow(String name) {
    List<DeviceBook.Flow> parts = new ArrayList<>();
    List<Sums.Shifted> courses = new ArrayList<>();
    List<ResponseIntervals.Shifted> intervals = new ArrayList<>();
    OptionalLong earliest = FlowStart.earliest(books);
    for (DeviceBook book : books) {
      DeviceBook.Flow flow = book.flows().get(name);
      // A shard that was killed while it connected has no flows yet.
      if (flow != null) {
        parts.add(flow);
        int offset = secondsAfter(earliest, book);
        courses.add(new Sums.Shifted(flow.perSecond(), offset));
        if (flow.intervals() != null) {
          intervals.add(new ResponseIntervals.Shifted(flow.intervals(), offset));
        }
      }
    }
    return new DeviceBook.Flow(
        FlowTerms.ofShards(parts.stream().map(DeviceBook.Flow::terms).toList()),
        numbering(parts.stream().map(DeviceBook.Flow::numbering).toList()),
        parts.stream().map(DeviceBook.Flow::totals).reduce(FlowTotals::plus).orElseThrow(),
        Sums.union(parts, DeviceBook.Flow::sent),
        Sums.union(parts, DeviceBook.Flow::ok),
        Sums.union(parts, DeviceBook.Flow::withoutCommand),
        Sums.courses(courses),
        // A part of the response times is not the whole of them.
        intervals.size() < parts.size() ? null : ResponseIntervals.sum(intervals),
        tenants(parts, courses.stream().map(Sums.Shifted::offset).toList()));
  }

  /** As with the intervals: a part of them is not the whole. */
  private static List<TenantBook.Flow> tenants(List<DeviceBook.Flow> parts, List<Integer> offsets) {
    return parts.stream().anyMatch(part -> part.tenants() == null)
        ? null
        : Sums.tenantFlows(parts.stream().map(DeviceBook.Flow::tenants).toList(), offsets);
  }

  /** Shards share one numbering, so they share the turns; books that disagree know none. */
  private static FlowNumbering numbering(List<FlowNumbering> parts) {
    FlowNumbering first = parts.get(0);
    boolean agreed = parts.stream().allMatch(each -> Objects.equals(each.turns(), first.turns()));
    return agreed ? first : new FlowNumbering(first.measuredFrom(), first.measuredTo(), null);
  }

  private static <T, V> List<V> known(List<T> parts, Function<T, V> each) {
    return parts.stream().map(each).filter(Objects::nonNull).toList();
  }

  private static int secondsAfter(OptionalLong earliest, DeviceBook book) {
    OptionalLong start = FlowStart.epochMillis(book);
    return start.isEmpty() || earliest.isEmpty()
        ? 0
        : (int) Math.round((start.getAsLong() - earliest.getAsLong()) / 1_000.0);
  }
}
