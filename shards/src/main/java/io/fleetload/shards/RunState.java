// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.results.run.Shard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The state of a run by the notes read so far. The backend that leads has one; without a backend
 * each participant has one and gives it the same notes in the same order, so all come to the same
 * end: of two processes that claim one place the first has it, and of a start and a failure the
 * first counts. The first process that has a place sets the number of shards and the profile for
 * all.
 */
final class RunState {
  private static final int MOST_NAMED = 20;
  private static final Comparator<Shard> BY_NUMBER =
      Comparator.comparingInt(Shard::number).thenComparingInt(Shard::of);

  private final String runId;
  private final Map<Shard, Participant> shards = new HashMap<>();
  private final Map<Shard, Participant> backends = new TreeMap<>(BY_NUMBER);
  private final Set<Shard> ready = new HashSet<>();
  private final Map<Participant, String> refused = new HashMap<>();
  private Participant first;
  private Note.Here terms;
  private Instant start;
  private String failure;
  private long longestAnswer;

  RunState(String runId) {
    this.runId = runId;
  }

  /** Takes the next note. */
  void saw(Participant by, Note note) {
    if (note instanceof Note.Here here) {
      came(by, here);
    } else if (has(by) && !by.isBackend() && note instanceof Note.ShardReady said) {
      ready.add(by.shard());
      longestAnswer = Math.max(longestAnswer, said.answerMillis());
    } else if (has(by) && start == null && failure == null) {
      start = note instanceof Note.Start said ? Instant.parse(said.at()) : null;
      failure = note instanceof Note.ShardFailure said ? said.why() : null;
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
    places(by).put(place(by), by);
    first = first == null ? by : first;
    terms = terms == null ? here : terms;
  }

  private String against(Participant by, Note.Here here) {
    if (here.backend() && !by.isBackend() && !isLed()) {
      return RunTerms.noBackend(runId, here.shards());
    }
    if (terms == null) {
      return null;
    }
    String why = new RunTerms(runId, first, terms, start).against(by, here);
    if (why != null) {
      return why;
    }
    if (by.isBackend() && !backends.isEmpty() && by.backend().of() != counted()) {
      return "%s counts %s backends, but %s of run %s counts %s; all need one number"
          .formatted(by, by.backend().of(), backends.values().iterator().next(), runId, counted());
    }
    return places(by).containsKey(place(by)) ? RunTerms.taken(runId, by) : null;
  }

  /** Returns whether a process has the place that it claims. */
  boolean has(Participant who) {
    return who.equals(places(who).get(place(who)));
  }

  private Map<Shard, Participant> places(Participant who) {
    return who.isBackend() ? backends : shards;
  }

  private static Shard place(Participant who) {
    return who.isBackend() ? who.backend() : who.shard();
  }

  private boolean isLed() {
    return backends.values().stream().anyMatch(Participant::leads);
  }

  /** Returns the number of backends to come, as set by the first of them. */
  private int counted() {
    return backends.values().iterator().next().backend().of();
  }

  /** Returns whether a process was given its place or refused it. */
  boolean knows(Participant who) {
    return has(who) || refused.containsKey(who);
  }

  /** Returns the reason why a process has no place; empty if it has one. */
  Optional<String> refusal(Participant who) {
    return Optional.ofNullable(refused.get(who));
  }

  /** Returns the number of processes that have a place. */
  int here() {
    return shards.size() + backends.size();
  }

  /** Returns whether any shard is connected. */
  boolean anyReady() {
    return !ready.isEmpty();
  }

  /** The shards that are not connected, and the backends that do not receive yet. */
  List<String> missing() {
    List<String> missing = new ArrayList<>(without("shard", ready, terms.shards()));
    if (!backends.isEmpty()) {
      missing.addAll(without("backend", backends.keySet(), counted()));
    }
    return missing;
  }

  /** Such as {@code shard 2/5, 3/5}, so many of them as a line holds; none where all are there. */
  private static List<String> without(String what, Set<Shard> there, int count) {
    List<String> missing =
        IntStream.rangeClosed(1, count)
            .mapToObj(number -> new Shard(number, count))
            .filter(each -> !there.contains(each))
            .map(Shard::toString)
            .toList();
    if (missing.isEmpty()) {
      return List.of();
    }
    int more = missing.size() - MOST_NAMED;
    return List.of(
        what
            + " "
            + String.join(", ", missing.subList(0, Math.min(MOST_NAMED, missing.size())))
            + (more > 0 ? " and %s more".formatted(more) : ""));
  }

  /** Returns the time at which the flows begin; empty while that is open. */
  Optional<Instant> start() {
    return Optional.ofNullable(start);
  }

  /** Returns the longest time that a shard waited for its answer. */
  Duration longestAnswer() {
    return Duration.ofMillis(longestAnswer);
  }

  /** Returns why there is no run, without the line around it; empty while there may be one. */
  Optional<String> reason() {
    return Optional.ofNullable(failure);
  }

  /** Returns the reason why the flows do not begin, as one line; empty while they may. */
  Optional<String> failure() {
    return Optional.ofNullable(failure).map(why -> RunTerms.noRun(runId, why));
  }
}
