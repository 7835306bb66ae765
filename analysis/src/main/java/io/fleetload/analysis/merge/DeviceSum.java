// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.Aborted;
import io.fleetload.results.AgreedStart;
import io.fleetload.results.ClosedModel;
import io.fleetload.results.Cold;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.ResponseIntervals;
import io.fleetload.results.TenantBook;
import io.fleetload.results.Turns;
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

/** The book that one device side would have written, from those of its shards. */
final class DeviceSum {
  private static final double ASKED_STEPS = 1e6;

  private final List<DeviceBook> books;

  DeviceSum(List<Found.Book<DeviceBook>> found) {
    this.books = found.stream().map(Found.Book::book).toList();
  }

  DeviceBook book() {
    DeviceBook first = books.get(0);
    OptionalLong earliest = FlowStart.earliest(books);
    GeneratorSum generator = GeneratorSum.ofDevices(books, book -> secondsAfter(earliest, book));
    LatencyHistogram lag = Sums.histogram(books, DeviceBook::generatorLag);
    return new DeviceBook(
        DeviceBook.VERSION,
        first.runId(),
        first.runName(),
        books.stream().allMatch(DeviceBook::complete),
        // Shards that were stopped were not stopped at once.
        books.stream().mapToDouble(DeviceBook::measuredSeconds).max().orElse(0),
        phases(),
        devices(),
        flows(),
        generator.health(lag),
        null,
        lag,
        aborted(),
        generator.times(),
        start(),
        tenants(),
        WarmUpEnd.ofShards(
            books.stream().map(DeviceBook::warmUp).filter(Objects::nonNull).toList()));
  }

  /** A shard that was killed before it began knows of no tenants. */
  private List<TenantBook> tenants() {
    List<List<TenantBook>> parts =
        books.stream().map(DeviceBook::tenants).filter(Objects::nonNull).toList();
    return parts.isEmpty() ? null : Sums.tenants(parts);
  }

  private AgreedStart start() {
    return AgreedStart.ofShards(
        books.stream().map(DeviceBook::start).filter(Objects::nonNull).toList());
  }

  /** The first that ended a shard; the others, if they went on, did not load the same target. */
  private Aborted aborted() {
    return books.stream()
        .map(DeviceBook::aborted)
        .filter(Objects::nonNull)
        .min(Comparator.comparingLong(Aborted::epochMs))
        .orElse(null);
  }

  /** From the first shard that began a phase to the last that ended it. */
  private List<DeviceBook.PhaseTimes> phases() {
    Map<String, DeviceBook.PhaseTimes> phases = new LinkedHashMap<>();
    for (DeviceBook book : books) {
      for (DeviceBook.PhaseTimes phase : book.phases()) {
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
    List<DeviceBook.Devices> parts = books.stream().map(DeviceBook::devices).toList();
    return new DeviceBook.Devices(
        Sums.of(parts, DeviceBook.Devices::asked),
        Sums.of(parts, DeviceBook.Devices::connected),
        Sums.of(parts, DeviceBook.Devices::attempts),
        Sums.byKey(parts, DeviceBook.Devices::failed),
        Sums.of(parts, DeviceBook.Devices::disconnects),
        Sums.histogram(parts, DeviceBook.Devices::connectTime),
        HandshakeSum.handshakes(books),
        HandshakeSum.reconnects(parts),
        carried(parts));
  }

  /** As with the intervals: a part of them is not the whole. */
  private static Long carried(List<DeviceBook.Devices> parts) {
    return parts.stream().anyMatch(part -> part.carried() == null)
        ? null
        : Long.valueOf(Sums.of(parts, DeviceBook.Devices::carried));
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
    DeviceBook.Flow first = parts.get(0);
    return new DeviceBook.Flow(
        asked(parts),
        first.measuredFrom(),
        first.measuredTo(),
        Sums.counts(parts.stream().map(DeviceBook.Flow::warmUp).toList()),
        Sums.counts(parts.stream().map(DeviceBook.Flow::measured).toList()),
        Sums.histogram(parts, DeviceBook.Flow::response),
        Sums.histogram(parts, DeviceBook.Flow::service),
        Sums.union(parts, DeviceBook.Flow::sent),
        Sums.union(parts, DeviceBook.Flow::ok),
        Sums.courses(courses),
        cold(parts.stream().map(DeviceBook.Flow::cold).filter(Objects::nonNull).toList()),
        turns(parts),
        // A part of the response times is not the whole of them.
        intervals.size() < parts.size() ? null : ResponseIntervals.sum(intervals),
        closed(parts),
        tenants(parts, courses.stream().map(Sums.Shifted::offset).toList()),
        Sums.union(parts, DeviceBook.Flow::withoutCommand),
        first.answers(),
        first.deviceOnly(),
        Sums.of(parts, DeviceBook.Flow::responses));
  }

  /** As with the intervals: a part of them is not the whole. */
  private static List<TenantBook.Flow> tenants(List<DeviceBook.Flow> parts, List<Integer> offsets) {
    return parts.stream().anyMatch(part -> part.tenants() == null)
        ? null
        : Sums.tenantFlows(parts.stream().map(DeviceBook.Flow::tenants).toList(), offsets);
  }

  /** Each shard has its devices' share of the users. */
  private static ClosedModel closed(List<DeviceBook.Flow> parts) {
    ClosedModel first = parts.get(0).closed();
    return first == null
        ? null
        : new ClosedModel(
            Sums.of(parts, part -> part.closed().users()),
            first.iterations(),
            first.thinkSeconds());
  }

  private static Cold cold(List<Cold> parts) {
    return parts.isEmpty()
        ? null
        : new Cold(
            Sums.of(parts, Cold::scheduled),
            Sums.of(parts, Cold::inMeasured),
            Sums.of(parts, Cold::ok),
            Sums.byKey(parts, Cold::failed),
            Sums.histogram(parts, Cold::response));
  }

  /** Shards share one numbering, so they share the turns; books that disagree know none. */
  private static Turns turns(List<DeviceBook.Flow> parts) {
    Turns first = parts.get(0).turns();
    return parts.stream().allMatch(part -> Objects.equals(part.turns(), first)) ? first : null;
  }

  private static int secondsAfter(OptionalLong earliest, DeviceBook book) {
    OptionalLong start = FlowStart.epochMillis(book);
    return start.isEmpty() || earliest.isEmpty()
        ? 0
        : (int) Math.round((start.getAsLong() - earliest.getAsLong()) / 1_000.0);
  }

  /** Rounded to what no profile says: 600/s in seven parts must be 600/s again. */
  private static Double asked(List<DeviceBook.Flow> parts) {
    if (parts.get(0).asked() == null) {
      return null;
    }
    double sum = parts.stream().mapToDouble(DeviceBook.Flow::asked).sum();
    return Math.round(sum * ASKED_STEPS) / ASKED_STEPS;
  }
}
