// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.Shard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks that backend books are of the run, and that none is missing. One book of the whole run is
 * the usual case. Several books of backends that shared the delivery are also valid, and so is one
 * book for every shard.
 */
final class BackendsOfOneRun {
  private final String deviceName;
  private final DeviceBook device;
  private final Map<Shard, String> shards = new LinkedHashMap<>();
  private final Map<Shard, String> parts = new LinkedHashMap<>();
  private final Map<List<Object>, String> seen = new LinkedHashMap<>();
  private String firstName;
  private Shard firstPart;
  private boolean ofShards;

  /** With the head of a shard's book and its name. */
  BackendsOfOneRun(String deviceName, DeviceBook device) {
    this.deviceName = deviceName;
    this.device = device;
  }

  /** Checks that a book fits the shards, and the books before it. */
  void check(String name, BackendBook book) throws MergeRefusal {
    sameRun(name, book);
    Shard shard = book.shard();
    if (firstName == null) {
      firstName = name;
      firstPart = book.reading().part();
      ofShards = shard != null;
    }
    if (ofShards != (shard != null)) {
      throw new MergeRefusal(
          "%s: %s, but %s %s"
              .formatted(
                  name,
                  covers(shard),
                  firstName,
                  covers(ofShards ? shards.keySet().iterator().next() : null)));
    }
    String before = shard == null ? null : shards.put(shard, name);
    if (before != null) {
      throw new MergeRefusal("%s: is shard %s, as %s is".formatted(name, shard, before));
    }
    part(name, book.reading().part());
    noCopy(name, book);
  }

  /** Checks the number in the books of backends that shared the delivery. */
  private void part(String name, Shard part) throws MergeRefusal {
    if (part.of() != firstPart.of()) {
      throw new MergeRefusal(
          "%s: is of backend %s, but %s is of backend %s"
              .formatted(name, part, firstName, firstPart));
    }
    String before = part.equals(Shard.WHOLE) ? null : parts.put(part, name);
    if (before != null) {
      throw new MergeRefusal("%s: is of backend %s, as %s is".formatted(name, part, before));
    }
  }

  private static String covers(Shard shard) {
    return shard == null ? "is of the whole run" : "is of shard " + shard;
  }

  private void sameRun(String name, BackendBook book) throws MergeRefusal {
    // A backend that got no run id and received nothing has an empty id.
    boolean sameId = book.runId().equals(device.runId()) || book.runId().isEmpty();
    if (!sameId || !book.runName().equals(device.runName())) {
      throw new MergeRefusal(
          "%s: covers run %s (%s), but %s is of run %s (%s)"
              .formatted(
                  name,
                  book.runName(),
                  book.runId(),
                  deviceName,
                  device.runName(),
                  device.runId()));
    }
    if (book.shard() != null && book.shard().of() != device.shard().of()) {
      throw new MergeRefusal(
          "%s: is of shard %s, but %s is of shard %s"
              .formatted(name, book.shard(), deviceName, device.shard()));
    }
  }

  /**
   * The same book beside every shard would make a duplicate of every message. Two backends that ran
   * to the same nanosecond and counted the same are one.
   */
  private void noCopy(String name, BackendBook book) throws MergeRefusal {
    if (book.flows().values().stream().allMatch(flow -> flow.received().size() == 0)) {
      return;
    }
    List<Object> counted = new ArrayList<>();
    counted.add(book.reading().runSeconds());
    book.flows()
        .forEach(
            (flow, its) -> {
              counted.addAll(List.of(flow, its.warmUp(), its.measured(), its.received().digest()));
              if (its.receivers() != null) {
                // Backends of other receivers got the same messages, but not at the same ones.
                its.receivers().forEach(each -> counted.add(each.received().digest()));
              }
            });
    String before = seen.put(counted, name);
    if (before != null) {
      throw new MergeRefusal("%s: is a copy of %s; give it once".formatted(name, before));
    }
  }

  /** Checks that the books are complete, of the shards and of the backends. */
  void checkAll() throws MergeRefusal {
    all("shard", shards, ofShards ? device.shard().of() : 0);
    all("backend", parts, parts.isEmpty() ? 0 : firstPart.of());
  }

  private static void all(String what, Map<Shard, String> given, int of) throws MergeRefusal {
    List<String> missing = new ArrayList<>();
    for (int number = 1; number <= of; number++) {
      Shard each = new Shard(number, of);
      if (!given.containsKey(each)) {
        missing.add(each.toString());
      }
    }
    if (!missing.isEmpty()) {
      throw new MergeRefusal(
          "missing: %s of %s %s".formatted(BackendBook.FILE, what, String.join(", ", missing)));
    }
  }
}
