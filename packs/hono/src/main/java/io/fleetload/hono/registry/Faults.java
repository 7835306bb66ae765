// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Faults of a fleet's documents, by kind; a count and one example each. */
public final class Faults {
  private record Seen(int count, String first) {}

  private final Map<String, Seen> kinds = new TreeMap<>();

  void add(String kind, String name) {
    kinds.merge(
        kind, new Seen(1, name), (before, now) -> new Seen(before.count() + 1, before.first()));
  }

  /** A sentence a kind. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    kinds.forEach(
        (kind, seen) ->
            sentences.add(
                "%d where %s; the first is %s".formatted(seen.count(), kind, seen.first())));
    return sentences;
  }
}
