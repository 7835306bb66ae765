// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import java.time.Instant;

/**
 * Terms that all participants of a run must have in common, as the first of them has them.
 *
 * @param runId the run's id
 * @param first who set them; in a run with a backend that is the one that leads
 * @param here what that one said of itself
 * @param start when the flows begin, or null while that is open
 */
record RunTerms(String runId, Participant first, Note.Here here, Instant start) {
  /** Returns the reason why a process has no place, as a line; null if these leave it one. */
  String against(Participant by, Note.Here here) {
    if (here.shards() != this.here.shards()) {
      return "%s counts %s shards, but %s of run %s counts %s; all need one number"
          .formatted(by, here.shards(), first, runId, this.here.shards());
    }
    if (!here.profile().equals(this.here.profile())) {
      return "%s has another profile than %s of run %s; give all of them the same file and the same"
              .formatted(by, first, runId)
          + " --set";
    }
    if (start != null) {
      return "run %s began at %s; %s is too late, and one that ended cannot be started again; give"
              .formatted(runId, start, by)
          + " every run a --run-id of its own";
    }
    return null;
  }

  /** Returns the reason why a shard has no place in a run that no backend leads. */
  static String noBackend(String runId, int shards) {
    return "no backend waits for the shards of run %s; start it first, with --shards %s, or"
            .formatted(runId, shards)
        + " write coordination.backend: false";
  }

  /** Returns the reason why a process has no place that another one has. */
  static String taken(String runId, Participant by) {
    return "%s of run %s is there already; give every shard and backend its own number, and every"
            .formatted(by, runId)
        + " run its own --run-id";
  }

  /** Returns the line that says why a run does not begin. */
  static String noRun(String runId, String why) {
    return "coordination: %s; run %s does not begin: its shards begin together or not at all"
        .formatted(why, runId);
  }
}
