// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.log.LogStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state of a run by what its leader decided. The first process that leads is the leader. */
final class DecidedState {
  /** Each decision is the state as a whole, so that the last ones are enough. */
  private static final int LAST = 8;

  private final String runId;
  private final Map<String, String> refused = new HashMap<>();
  private boolean fromTheFirst = true;
  private Participant leader;
  private Note.Decision last;
  private Instant start;
  private String failure;

  DecidedState(String runId) {
    this.runId = runId;
  }

  /**
   * Opens the log of the decisions and reads what is there: its last entries, and all of them only
   * if none of the last is of this run.
   *
   * @return the log, to read what comes
   */
  NoteLog open(Membership self) throws UsageException, TargetException {
    NoteLog log = self.run().open(LogStore.DECISIONS);
    fromTheFirst = !log.last(LAST);
    readAll(log, self);
    if (leader == null && !fromTheFirst) {
      log.close();
      log = self.run().open(LogStore.DECISIONS);
      fromTheFirst = true;
      readAll(log, self);
    }
    return log;
  }

  private void readAll(NoteLog log, Membership self) throws TargetException {
    if (!self.finds(
        () -> {
          if (log.isBehind()) {
            take(log.read());
          }
          return !log.isBehind();
        })) {
      throw Membership.notShown(log.name());
    }
  }

  void take(List<NoteLog.LogEntry> entries) {
    for (NoteLog.LogEntry each : entries) {
      if (each.note() instanceof Note.Decision decision && each.by().leads()) {
        // One that led at the same time and is not the first has answered none.
        boolean leads = fromTheFirst || !decision.reached().isEmpty();
        leader = leader == null && leads ? each.by() : leader;
        if (each.by().equals(leader)) {
          take(decision);
        }
      }
    }
  }

  private void take(Note.Decision decision) {
    last = decision;
    refused.putAll(decision.refused());
    if (start == null && failure == null) {
      start = decision.start() == null ? null : Instant.parse(decision.start());
      failure = start == null ? decision.failure() : null;
    }
  }

  /** Returns the process that leads, or null while no process does. */
  Participant leader() {
    return leader;
  }

  /** Returns what the leader asks of all; there must be one. */
  RunTerms terms() {
    return new RunTerms(runId, leader, last.terms(), start);
  }

  /** Returns how far the leader has read. */
  List<Long> reached() {
    return last == null ? List.of() : last.reached();
  }

  /** Returns the reason why a process has no place; empty if it has one, or no answer yet. */
  Optional<String> refusal(Participant who) {
    return Optional.ofNullable(refused.get(who.process()));
  }

  /** Returns the time at which the flows begin; empty while that is open. */
  Optional<Instant> start() {
    return Optional.ofNullable(start);
  }

  /** Returns the reason why the flows do not begin, as one line; empty while they may. */
  Optional<String> failure() {
    return Optional.ofNullable(failure).map(why -> RunTerms.noRun(runId, why));
  }

  /** Returns whether the leader waits for no further book of a shard. */
  boolean isOver() {
    return last != null && last.over();
  }
}
