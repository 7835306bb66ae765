// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Where a run stands by the notes read so far. Each participant has one and gives it the same notes
 * in the same order, so all come to the same end: of two processes that claim one place the first
 * has it, and of a start and a failure the first counts. The first that has a place says for all of
 * them how many shards there are, and by which profile.
 */
final class RunState {
  private final String runId;
  private final Map<Integer, Participant> places = new HashMap<>();
  private final Set<Integer> ready = new HashSet<>();
  private final Map<Participant, String> refused = new HashMap<>();
  private Participant first;
  private Note.Here terms;
  private Instant start;
  private String failure;

  RunState(String runId) {
    this.runId = runId;
  }

  /** Takes the next note. */
  void saw(Participant by, Note note) {
    if (note instanceof Note.Here here) {
      came(by, here);
    } else if (has(by) && note instanceof Note.Ready) {
      ready.add(by.number());
    } else if (has(by) && start == null && failure == null) {
      start = note instanceof Note.Start said ? Instant.parse(said.at()) : null;
      failure = note instanceof Note.Failed said ? said.why() : null;
    }
  }

  private void came(Participant by, Note.Here here) {
    if (knows(by)) {
      return;
    }
    String why = against(by, here);
    if (why != null) {
      refused.put(by, why);
      return;
    }
    places.put(by.number(), by);
    first = first == null ? by : first;
    terms = terms == null ? here : terms;
  }

  private String against(Participant by, Note.Here here) {
    if (here.backend() && !by.isBackend() && !places.containsKey(0)) {
      return "no backend waits for the shards of run %s; start it first, with --shards %d, or"
              .formatted(runId, here.shards())
          + " write coordination.backend: false";
    }
    if (terms == null) {
      return null;
    }
    if (here.shards() != terms.shards()) {
      return "%s counts %d shards, but %s of run %s counts %d; all need one number"
          .formatted(by, here.shards(), first, runId, terms.shards());
    }
    if (!here.profile().equals(terms.profile())) {
      return "%s has another profile than %s of run %s; give all of them the same file and the same"
              .formatted(by, first, runId)
          + " --set";
    }
    if (start != null) {
      return "run %s began at %s; %s is too late, and one that ended cannot be started again; give"
              .formatted(runId, start, by)
          + " every run a --run-id of its own";
    }
    return places.containsKey(by.number())
        ? "%s of run %s is there already; give every shard its own number, and every run its own"
                .formatted(by, runId)
            + " --run-id"
        : null;
  }

  /** Whether a process has the place that it claims. */
  boolean has(Participant who) {
    return who.equals(places.get(who.number()));
  }

  /** Whether a process was given its place or refused it. */
  boolean knows(Participant who) {
    return has(who) || refused.containsKey(who);
  }

  /** Why a process has no place; nothing where it has one. */
  Optional<String> refusal(Participant who) {
    return Optional.ofNullable(refused.get(who));
  }

  /** How many have a place. */
  int here() {
    return places.size();
  }

  /** Whether any shard is connected. */
  boolean anyReady() {
    return !ready.isEmpty();
  }

  /** The shards that are not connected, such as {@code 2/5}. */
  List<String> missing() {
    return IntStream.rangeClosed(1, terms.shards())
        .filter(number -> !ready.contains(number))
        .mapToObj(number -> number + "/" + terms.shards())
        .toList();
  }

  /** When the flows begin; nothing while that is open. */
  Optional<Instant> start() {
    return Optional.ofNullable(start);
  }

  /** Why they do not begin, as one line; nothing while they may. */
  Optional<String> failure() {
    return Optional.ofNullable(failure)
        .map(
            why ->
                "coordination: %s; run %s does not begin: its shards begin together or not at all"
                    .formatted(why, runId));
  }
}
