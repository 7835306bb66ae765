package io.fleetload.shards;

import io.fleetload.results.Shard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Where a run stands by the notes read so far. Backend and shards each have one and give it the
 * same notes in the same order, so all come to the same end: of two processes that claim one place
 * the first has it, and of a start and a failure the first counts.
 */
final class Meeting {
  private final String runId;
  private final Map<Integer, String> places = new TreeMap<>();
  private final Set<Integer> ready = new HashSet<>();
  private final Map<String, String> refused = new HashMap<>();
  private ControlNote.Opened opened;
  private Instant start;
  private String failure;

  Meeting(String runId) {
    this.runId = runId;
  }

  /** Takes the next note. */
  void saw(ControlNote note) {
    if (note instanceof ControlNote.Opened open) {
      opened = opened == null ? open : opened;
    } else if (note instanceof ControlNote.Here here) {
      came(here);
    } else if (note instanceof ControlNote.Ready said) {
      if (has(said.shard(), said.process())) {
        ready.add(said.shard().number());
      }
    } else if (note instanceof ControlNote.Gone gone) {
      if (has(gone.shard(), gone.process())) {
        failed("shard %s gave up: %s".formatted(gone.shard(), gone.why()));
      }
    } else if (note instanceof ControlNote.Start said) {
      start = start == null && failure == null ? Instant.parse(said.at()) : start;
    } else if (note instanceof ControlNote.Failed said) {
      failed(said.why());
    }
  }

  private void failed(String why) {
    failure = failure == null && start == null ? why : failure;
  }

  private void came(ControlNote.Here here) {
    String why = against(here);
    if (why == null) {
      places.put(here.shard().number(), here.process());
    } else {
      refused.put(here.process(), why);
    }
  }

  private String against(ControlNote.Here here) {
    if (opened == null) {
      return "no backend waits for the shards of run %s; start it first, with --shards %d"
          .formatted(runId, here.shard().of());
    }
    if (here.shard().of() != opened.shards()) {
      return "this is shard %s, but the backend of run %s waits for %d shards; all need one number"
          .formatted(here.shard(), runId, opened.shards());
    }
    if (!here.profile().equals(opened.profile())) {
      return "shard %s has another profile than the backend of run %s; give all of them the same file"
              .formatted(here.shard(), runId)
          + " and the same --set";
    }
    if (start != null) {
      return "run %s began at %s; shard %s is too late, and one that ended cannot be started again"
          .formatted(runId, start, here.shard());
    }
    if (places.containsKey(here.shard().number())) {
      return "shard %s of run %s is there already; give every shard its own number, and every run"
              .formatted(here.shard(), runId)
          + " its own --run-id";
    }
    return null;
  }

  /** Whether a process has a shard's place. */
  boolean has(Shard shard, String process) {
    return opened != null
        && shard.of() == opened.shards()
        && process.equals(places.get(shard.number()));
  }

  /** Who receives; nothing before a backend came. */
  Optional<ControlNote.Opened> opened() {
    return Optional.ofNullable(opened);
  }

  /** Why a process has no place; nothing where it has one. */
  Optional<String> refusal(String process) {
    return Optional.ofNullable(refused.get(process));
  }

  /** How many shards are there. */
  int here() {
    return places.size();
  }

  /** Whether any shard is connected. */
  boolean anyReady() {
    return !ready.isEmpty();
  }

  /** The shards that are not connected. */
  List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (int number = 1; opened != null && number <= opened.shards(); number++) {
      if (!ready.contains(number)) {
        missing.add(new Shard(number, opened.shards()).toString());
      }
    }
    return missing;
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
                "run.barrier: %s; run %s does not begin: its shards begin together or not at all"
                    .formatted(why, runId));
  }
}
