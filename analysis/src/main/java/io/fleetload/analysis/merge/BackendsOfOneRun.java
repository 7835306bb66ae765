// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.BackendBook;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.MessageSet;
import io.fleetload.results.ReceiverBook;
import io.fleetload.results.Shard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Whether backend books are of the run, and all of them. One book of the whole run is the usual
 * case; several that shared its topics are as good; so is one for every shard.
 */
final class BackendsOfOneRun {
  private final Found.Book<DeviceBook> device;
  private final List<Found.Book<BackendBook>> books;

  BackendsOfOneRun(Found.Book<DeviceBook> device, List<Found.Book<BackendBook>> books) {
    this.device = device;
    this.books = books;
  }

  void check() throws MergeRefusal {
    Map<Shard, String> shards = new HashMap<>();
    for (Found.Book<BackendBook> each : books) {
      sameRun(each);
      Shard shard = each.book().shard();
      if ((shard == null) != (books.get(0).book().shard() == null)) {
        throw new MergeRefusal(
            "%s: %s, but %s %s"
                .formatted(each.name(), covers(each.book()), books.get(0).name(), covers(first())));
      }
      String before = shard == null ? null : shards.put(shard, each.name());
      if (before != null) {
        throw new MergeRefusal("%s: is shard %s, as %s is".formatted(each.name(), shard, before));
      }
    }
    noCopies();
    allShards(shards);
  }

  private BackendBook first() {
    return books.get(0).book();
  }

  private static String covers(BackendBook book) {
    return book.shard() == null ? "is of the whole run" : "is of shard " + book.shard();
  }

  private void sameRun(Found.Book<BackendBook> each) throws MergeRefusal {
    DeviceBook run = device.book();
    BackendBook book = each.book();
    // A backend that was told no run and received nothing knows none.
    boolean sameId = book.runId().equals(run.runId()) || book.runId().isEmpty();
    if (!sameId || !book.runName().equals(run.runName())) {
      throw new MergeRefusal(
          "%s: covers run %s (%s), but %s is of run %s (%s)"
              .formatted(
                  each.name(),
                  book.runName(),
                  book.runId(),
                  device.name(),
                  run.runName(),
                  run.runId()));
    }
    if (book.shard() != null && book.shard().of() != run.shard().of()) {
      throw new MergeRefusal(
          "%s: is of shard %s, but %s is of shard %s"
              .formatted(each.name(), book.shard(), device.name(), run.shard()));
    }
  }

  /**
   * The same book beside every shard would make a duplicate of every message. Two backends that ran
   * to the same nanosecond and counted the same are one.
   */
  private void noCopies() throws MergeRefusal {
    for (int i = 1; i < books.size(); i++) {
      for (Found.Book<BackendBook> before : books.subList(0, i)) {
        if (copy(books.get(i).book(), before.book())) {
          throw new MergeRefusal(
              "%s: is a copy of %s; give it once".formatted(books.get(i).name(), before.name()));
        }
      }
    }
  }

  private static boolean copy(BackendBook a, BackendBook b) {
    return a.reading().runSeconds() == b.reading().runSeconds()
        && a.flows().values().stream().anyMatch(flow -> flow.received().size() > 0)
        && a.flows().keySet().equals(b.flows().keySet())
        && a.flows().keySet().stream()
            .allMatch(name -> copy(a.flows().get(name), b.flows().get(name)));
  }

  private static boolean copy(BackendBook.Flow a, BackendBook.Flow b) {
    return a.warmUp().equals(b.warmUp())
        && a.measured().equals(b.measured())
        && same(a.received(), b.received())
        && copy(a.receivers(), b.receivers());
  }

  /** Backends of other receivers got the same messages, but not at the same receivers. */
  private static boolean copy(List<ReceiverBook> a, List<ReceiverBook> b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    return a.size() == b.size()
        && IntStream.range(0, a.size())
            .allMatch(number -> same(a.get(number).received(), b.get(number).received()));
  }

  private static boolean same(MessageSet a, MessageSet b) {
    return a.size() == b.size() && a.minus(b).size() == 0;
  }

  private void allShards(Map<Shard, String> given) throws MergeRefusal {
    List<String> missing = new ArrayList<>();
    int of = given.isEmpty() ? 0 : device.book().shard().of();
    for (int number = 1; number <= of; number++) {
      Shard shard = new Shard(number, of);
      if (!given.containsKey(shard)) {
        missing.add(shard.toString());
      }
    }
    if (!missing.isEmpty()) {
      throw new MergeRefusal(
          "missing: %s of shard %s".formatted(BackendBook.FILE, String.join(", ", missing)));
    }
  }
}
