// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.AgreedStart;
import io.fleetload.results.run.Shard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Checks that device books are all the shards of one run. Each is compared with the first one; the
 * first mismatch is reported.
 */
final class ShardsOfOneRun {
  private static final double SAME_RATE = 1e-9;
  private static final long DAY_MILLIS = 86_400_000;

  private final List<String> names;
  private DeviceBook first;
  private boolean outlined;

  ShardsOfOneRun(List<BookSources.Book<DeviceBook>> books) {
    this.names = books.stream().map(BookSources.Book::name).toList();
  }

  /** Checks that the books are all the shards of one run, by their heads. */
  void check(List<DeviceBook> heads) throws MergeRefusal {
    if (heads.isEmpty()) {
      throw new MergeRefusal(
          "none of the directories holds a %s; give those of the shards"
              .formatted(DeviceBook.FILE));
    }
    for (int i = 0; i < heads.size(); i++) {
      if (heads.get(i).shard() == null) {
        throw new MergeRefusal(names.get(i) + ": is of a whole run, not of a shard of one");
      }
    }
    first = heads.get(0);
    for (int i = 1; i < heads.size(); i++) {
      sameRun(names.get(i), heads.get(i));
      connectedTogether(names.get(i), heads.get(i));
    }
    allShards(heads);
  }

  /**
   * Checks that a book fits the first one.
   *
   * @param before the sum of those before it
   */
  void check(String name, DeviceBook book, DeviceSum before) throws MergeRefusal {
    if (book.generatorBook().lag() == null) {
      throw new MergeRefusal(
          name + ": has no generatorLag; percentiles alone cannot be added without a loss");
    }
    if (!outlined) {
      outlined = true;
      first = Outline.of(book);
      return;
    }
    if (measuredAlike(book)) {
      same(name, book, "measured seconds", each -> each.timeline().measuredSeconds());
    }
    same(
        name,
        book,
        "limit on the generator's lag (ms)",
        each -> each.generatorBook().health().lagLimitMs());
    sameFlows(name, book);
    samePhases(name, book);
    disjoint(name, book, before);
  }

  /** A shard that is stopped, or has no more to send, does not measure as long as the others. */
  private boolean measuredAlike(DeviceBook other) {
    return first.complete() && other.complete() && !isDone(first) && !isDone(other);
  }

  private static boolean isDone(DeviceBook book) {
    return book.flows().values().stream()
        .filter(each -> each.terms().answers() == null)
        .allMatch(
            each ->
                each.terms().closed() != null && each.terms().closed().doneAfterSeconds() != null);
  }

  private void sameRun(String name, DeviceBook other) throws MergeRefusal {
    same(name, other, "run", DeviceBook::runName);
    same(name, other, "run id", DeviceBook::runId);
    same(name, other, "number of shards", book -> book.shard().of());
  }

  /** The seconds of their handshakes are counted from the earliest. */
  private void connectedTogether(String name, DeviceBook other) throws MergeRefusal {
    List<DeviceBook.PhaseTimes> here = first.timeline().phases();
    List<DeviceBook.PhaseTimes> there = other.timeline().phases();
    if (!here.isEmpty()
        && !there.isEmpty()
        && Math.abs(here.get(0).startEpochMs() - there.get(0).startEpochMs()) > DAY_MILLIS) {
      throw new MergeRefusal(
          "%s: began more than a day apart from %s".formatted(name, names.get(0)));
    }
  }

  private void same(String name, DeviceBook other, String what, Function<DeviceBook, ?> value)
      throws MergeRefusal {
    Object here = value.apply(first);
    Object there = value.apply(other);
    if (!Objects.equals(here, there)) {
      throw new MergeRefusal(
          "%s: has %s %s, %s has %s".formatted(name, what, there, names.get(0), here));
    }
  }

  private void allShards(List<DeviceBook> heads) throws MergeRefusal {
    Map<Integer, String> given = new HashMap<>();
    for (int i = 0; i < heads.size(); i++) {
      Shard shard = heads.get(i).shard();
      String before = given.put(shard.number(), names.get(i));
      if (before != null) {
        throw new MergeRefusal("%s: is shard %s, as %s is".formatted(names.get(i), shard, before));
      }
    }
    int of = first.shard().of();
    List<String> missing = new ArrayList<>();
    for (int number = 1; number <= of; number++) {
      if (!given.containsKey(number)) {
        missing.add(new Shard(number, of).toString());
      }
    }
    if (!missing.isEmpty()) {
      throw new MergeRefusal("missing: shard " + String.join(", ", missing));
    }
  }

  private void sameFlows(String at, DeviceBook other) throws MergeRefusal {
    // Killed while it connected: nothing was due, so nothing can be wrong.
    if (unbegun(first) || unbegun(other)) {
      return;
    }
    same(
        at, other, "tenants", book -> book.tenants() == null ? "none" : book.sharedBy().toString());
    same(at, other, "groups of devices", ShardsOfOneRun::groups);
    same(at, other, "flows", book -> List.copyOf(book.flows().keySet()));
    for (String name : first.flows().keySet()) {
      same(
          at,
          other,
          "first measured message of " + name,
          book -> flow(book, name).numbering().measuredFrom());
      same(
          at,
          other,
          "last measured message of " + name,
          book -> flow(book, name).numbering().measuredTo() - 1);
      same(at, other, "iterations and thinking of " + name, book -> model(flow(book, name)));
      sameRate(at, other, name);
      same(at, other, "intervals of " + name, book -> intervals(flow(book, name)));
    }
  }

  /**
   * Returns the groups with the index of the first device of each, and its tenant if it has one.
   */
  private static String groups(DeviceBook book) {
    return book.groups() == null
        ? "none"
        : book.groups().stream()
            .map(
                each ->
                    each.name()
                        + " from device "
                        + each.first()
                        + (each.tenant() == null ? "" : " of tenant " + each.tenant()))
            .collect(Collectors.joining(", "));
  }

  /** Returns the terms that the shards of a closed model have in common. */
  private static String model(DeviceBook.DeviceFlow flow) {
    return flow.terms().closed() == null
        ? "none"
        : "%s of %s s"
            .formatted(
                flow.terms().closed().total() == null
                    ? flow.terms().closed().iterations()
                    : "a part of a total",
                flow.terms().closed().thinkSeconds());
  }

  private static String intervals(DeviceBook.DeviceFlow flow) {
    return flow.intervals() == null
        ? "none"
        : "%s s, the first %s s".formatted(flow.intervals().seconds(), flow.intervals().first());
  }

  private static boolean unbegun(DeviceBook book) {
    return !book.complete() && book.flows().isEmpty();
  }

  private static DeviceBook.DeviceFlow flow(DeviceBook book, String name) {
    return book.flows().get(name);
  }

  /** A shard asks for its devices' share, so profiles are the same where the rate a device is. */
  private void sameRate(String at, DeviceBook other, String name) throws MergeRefusal {
    if (flow(first, name).terms().trace() && flow(other, name).terms().trace()) {
      // The lines of a trace are not spread over the devices evenly.
      return;
    }
    Double here = flow(first, name).terms().asked();
    Double there = flow(other, name).terms().asked();
    if (here == null && there == null) {
      return;
    }
    long devicesHere = senders(first, name);
    long devicesThere = senders(other, name);
    if (here == null
        || there == null
        || Math.abs(here * devicesThere - there * devicesHere)
            > SAME_RATE * Math.abs(here * devicesThere)) {
      throw new MergeRefusal(
          "%s: asks %s of %s devices for %s, %s asks %s of %s"
              .formatted(
                  at, rate(there), devicesThere, name, names.get(0), rate(here), devicesHere));
    }
  }

  private static long senders(DeviceBook book, String name) {
    Long own = flow(book, name).terms().senders();
    return own == null ? book.devices().senders() : own;
  }

  private static String rate(Double asked) {
    return asked == null ? "no rate" : String.format(Locale.ROOT, "%.3f/s", asked);
  }

  private void samePhases(String at, DeviceBook other) throws MergeRefusal {
    if (measuredAlike(other)) {
      same(
          at,
          other,
          "phases",
          book -> book.timeline().phases().stream().map(DeviceBook.PhaseTimes::name).toList());
      for (String phase : List.of("ramp", "warm-up", "measure")) {
        sameLength(at, other, phase);
      }
    }
    long skew = BookStart.skewMillis(List.of(first, other));
    if (skew > AgreedStart.MOST_APART_MILLIS) {
      throw new MergeRefusal(
          String.format(
              Locale.ROOT,
              "%s: its flows began %.1f s apart from those of %s, at most %.1f s are one run",
              at,
              skew / 1e3,
              names.get(0),
              AgreedStart.MOST_APART_MILLIS / 1e3));
    }
  }

  private void sameLength(String at, DeviceBook other, String phase) throws MergeRefusal {
    long here = length(first, phase);
    long there = length(other, phase);
    if (Math.abs(here - there) > AgreedStart.MOST_APART_MILLIS) {
      throw new MergeRefusal(
          String.format(
              Locale.ROOT,
              "%s: its phase %s lasts %.1f s, that of %s %.1f s",
              at,
              phase,
              there / 1e3,
              names.get(0),
              here / 1e3));
    }
  }

  private static long length(DeviceBook book, String phase) {
    return book.timeline().phases().stream()
        .filter(each -> each.name().equals(phase))
        .mapToLong(each -> each.endEpochMs() - each.startEpochMs())
        .sum();
  }

  private static void disjoint(String at, DeviceBook other, DeviceSum before) throws MergeRefusal {
    for (Map.Entry<String, DeviceBook.DeviceFlow> flow : other.flows().entrySet()) {
      long both = before.sent(flow.getKey()).common(flow.getValue().sent());
      if (both > 0) {
        throw new MergeRefusal(
            "%s: %s of its messages of %s have numbers that another shard sent; shards number"
                    .formatted(at, both, flow.getKey())
                + " their messages by the schedule of the whole run");
      }
    }
  }
}
