// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import java.util.Map;
import java.util.Optional;

/** Keys that profiles had, and what to write instead. */
final class FormerKeys {
  private static final Map<String, String> NOW =
      Map.of(
          "run.barrier",
          "write coordination: { kafka: {} } where it was kafka, or else"
              + " coordination: { directory: DIR, backend: false }",
          "run.barrierTimeout",
          "write coordination: { timeout: 2m }",
          "topics.shards",
          "write coordination: { kafka: { topics: PREFIX } }");

  private FormerKeys() {}

  /** The problem of a former key; empty if there never was such a key. */
  static Optional<String> problem(String path) {
    return Optional.ofNullable(NOW.get(path)).map(now -> "is no key any more; " + now);
  }
}
