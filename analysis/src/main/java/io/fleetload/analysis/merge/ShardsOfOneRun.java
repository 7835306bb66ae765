// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.AgreedStart;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.MessageSet;
import io.fleetload.results.Shard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Whether device books are all the shards of one run. Each is held against the first one; the first
 * thing that does not fit is reported.
 */
final class ShardsOfOneRun {
  private static final double SAME_RATE = 1e-9;

  private final List<Found.Book<DeviceBook>> books;

  ShardsOfOneRun(List<Found.Book<DeviceBook>> books) {
    this.books = books;
  }

  void check() throws MergeRefusal {
    if (books.isEmpty()) {
      throw new MergeRefusal(
          "none of the directories holds a %s; give those of the shards"
              .formatted(DeviceBook.FILE));
    }
    for (Found.Book<DeviceBook> each : books) {
      if (each.book().shard() == null) {
        throw new MergeRefusal(each.name() + ": is of a whole run, not of a shard of one");
      }
      if (each.book().generatorBook().lag() == null) {
        throw new MergeRefusal(
            each.name()
                + ": has no generatorLag; percentiles alone cannot be added without a loss");
      }
    }
    for (Found.Book<DeviceBook> each : books.subList(1, books.size())) {
      sameRun(each);
    }
    allShards();
    for (Found.Book<DeviceBook> each : books.subList(1, books.size())) {
      if (measuredAlike(each.book())) {
        same(each, "measured seconds", book -> book.timeline().measuredSeconds());
      }
      same(
          each,
          "limit on the generator's lag (ms)",
          book -> book.generatorBook().health().lagLimitMs());
      sameFlows(each);
      samePhases(each);
    }
    disjoint();
  }

  /** A shard that is stopped, or has no more to send, does not measure as long as the others. */
  private boolean measuredAlike(DeviceBook other) {
    return first().book().complete()
        && other.complete()
        && !isDone(first().book())
        && !isDone(other);
  }

  private static boolean isDone(DeviceBook book) {
    return book.flows().values().stream()
        .filter(each -> each.terms().answers() == null)
        .allMatch(
            each ->
                each.terms().closed() != null && each.terms().closed().doneAfterSeconds() != null);
  }

  private Found.Book<DeviceBook> first() {
    return books.get(0);
  }

  private void sameRun(Found.Book<DeviceBook> other) throws MergeRefusal {
    same(other, "run", DeviceBook::runName);
    same(other, "run id", DeviceBook::runId);
    same(other, "number of shards", book -> book.shard().of());
  }

  private void same(Found.Book<DeviceBook> other, String what, Function<DeviceBook, ?> value)
      throws MergeRefusal {
    Object here = value.apply(first().book());
    Object there = value.apply(other.book());
    if (!Objects.equals(here, there)) {
      throw new MergeRefusal(
          "%s: has %s %s, %s has %s".formatted(other.name(), what, there, first().name(), here));
    }
  }

  private void allShards() throws MergeRefusal {
    Map<Integer, String> given = new HashMap<>();
    for (Found.Book<DeviceBook> each : books) {
      Shard shard = each.book().shard();
      String before = given.put(shard.number(), each.name());
      if (before != null) {
        throw new MergeRefusal("%s: is shard %s, as %s is".formatted(each.name(), shard, before));
      }
    }
    int of = first().book().shard().of();
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

  private void sameFlows(Found.Book<DeviceBook> other) throws MergeRefusal {
    // Killed while it connected: nothing was due, so nothing can be wrong.
    if (unbegun(first().book()) || unbegun(other.book())) {
      return;
    }
    same(other, "tenants", book -> book.tenants() == null ? "none" : book.sharedBy().toString());
    same(other, "flows", book -> List.copyOf(book.flows().keySet()));
    for (String name : first().book().flows().keySet()) {
      same(
          other,
          "first measured message of " + name,
          book -> flow(book, name).numbering().measuredFrom());
      same(
          other,
          "last measured message of " + name,
          book -> flow(book, name).numbering().measuredTo() - 1);
      same(other, "iterations and thinking of " + name, book -> model(flow(book, name)));
      sameRate(other, name);
      same(other, "intervals of " + name, book -> intervals(flow(book, name)));
    }
  }

  /** What the shards of a closed model have in common. */
  private static String model(DeviceBook.Flow flow) {
    return flow.terms().closed() == null
        ? "none"
        : "%s of %s s"
            .formatted(
                flow.terms().closed().total() == null
                    ? flow.terms().closed().iterations()
                    : "a part of a total",
                flow.terms().closed().thinkSeconds());
  }

  private static String intervals(DeviceBook.Flow flow) {
    return flow.intervals() == null
        ? "none"
        : "%d s, the first %d s".formatted(flow.intervals().seconds(), flow.intervals().first());
  }

  private static boolean unbegun(DeviceBook book) {
    return !book.complete() && book.flows().isEmpty();
  }

  private static DeviceBook.Flow flow(DeviceBook book, String name) {
    return book.flows().get(name);
  }

  /** A shard asks for its devices' share, so profiles are the same where the rate a device is. */
  private void sameRate(Found.Book<DeviceBook> other, String name) throws MergeRefusal {
    Double here = flow(first().book(), name).terms().asked();
    Double there = flow(other.book(), name).terms().asked();
    if (here == null && there == null) {
      return;
    }
    long devicesHere = first().book().devices().senders();
    long devicesThere = other.book().devices().senders();
    if (here == null
        || there == null
        || Math.abs(here * devicesThere - there * devicesHere)
            > SAME_RATE * Math.abs(here * devicesThere)) {
      throw new MergeRefusal(
          "%s: asks %s of %d devices for %s, %s asks %s of %d"
              .formatted(
                  other.name(),
                  rate(there),
                  devicesThere,
                  name,
                  first().name(),
                  rate(here),
                  devicesHere));
    }
  }

  private static String rate(Double asked) {
    return asked == null ? "no rate" : String.format(Locale.ROOT, "%.3f/s", asked);
  }

  private void samePhases(Found.Book<DeviceBook> other) throws MergeRefusal {
    if (measuredAlike(other.book())) {
      same(
          other,
          "phases",
          book -> book.timeline().phases().stream().map(DeviceBook.PhaseTimes::name).toList());
      for (String phase : List.of("ramp", "warm-up", "measure")) {
        sameLength(other, phase);
      }
    }
    long skew = FlowStart.skewMillis(List.of(first(), other));
    if (skew > AgreedStart.MOST_APART_MILLIS) {
      throw new MergeRefusal(
          String.format(
              Locale.ROOT,
              "%s: its flows began %.1f s apart from those of %s, at most %.1f s are one run",
              other.name(),
              skew / 1e3,
              first().name(),
              AgreedStart.MOST_APART_MILLIS / 1e3));
    }
  }

  private void sameLength(Found.Book<DeviceBook> other, String phase) throws MergeRefusal {
    long here = length(first().book(), phase);
    long there = length(other.book(), phase);
    if (Math.abs(here - there) > AgreedStart.MOST_APART_MILLIS) {
      throw new MergeRefusal(
          String.format(
              Locale.ROOT,
              "%s: its phase %s lasts %.1f s, that of %s %.1f s",
              other.name(),
              phase,
              there / 1e3,
              first().name(),
              here / 1e3));
    }
  }

  private static long length(DeviceBook book, String phase) {
    return book.timeline().phases().stream()
        .filter(each -> each.name().equals(phase))
        .mapToLong(each -> each.endEpochMs() - each.startEpochMs())
        .sum();
  }

  private void disjoint() throws MergeRefusal {
    Map<String, MessageSet> sent = new HashMap<>();
    for (Found.Book<DeviceBook> each : books) {
      for (Map.Entry<String, DeviceBook.Flow> flow : each.book().flows().entrySet()) {
        MessageSet before = sent.getOrDefault(flow.getKey(), new MessageSet());
        long both = before.and(flow.getValue().sent()).size();
        if (both > 0) {
          throw new MergeRefusal(
              "%s: %d of its messages of %s have numbers that another shard sent; shards number"
                      .formatted(each.name(), both, flow.getKey())
                  + " their messages by the schedule of the whole run");
        }
        sent.put(flow.getKey(), before.or(flow.getValue().sent()));
      }
    }
  }
}
