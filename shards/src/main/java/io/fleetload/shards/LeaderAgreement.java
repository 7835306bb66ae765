// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.log.LogStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The agreement as the backend has it that leads. It is the only one that reads what the others
 * note of themselves, and the only one that decides. Its decisions are few, whatever the number of
 * shards: an answer goes to all that came since the last one.
 */
final class LeaderAgreement implements Agreement {
  /** Largest number of reads in one look. */
  private static final int MOST_READS = 100;

  /** So many answers are written as soon as there is something to answer. */
  private static final int PROMPT_ANSWERS = 20;

  /** Later answers have so many looks between them: all waiting shards read each of them. */
  private static final int LOOKS_BETWEEN = 5;

  private final Membership self;
  private final Note.Here terms;
  private final Attendance all;
  private NoteLog decisions;
  private NoteLog control;

  /** Places before which the participants know that they have an answer. */
  private List<Long> answered = List.of();

  private int answers;
  private int looks;
  private boolean announced;
  private boolean over;

  LeaderAgreement(Membership self) {
    this.self = self;
    this.terms = new Note.Here(self.run().shards(), self.run().profile(), true);
    this.all = new Attendance(self);
  }

  @Override
  public void enter() throws UsageException, TargetException {
    DecidedState before = new DecidedState(self.run().id());
    decisions = before.open(self);
    requireFirst(before);
    control = self.run().open(LogStore.CONTROL);
    all.take(List.of(new NoteLog.LogEntry(NoteLog.VERSION, self.run().id(), self.me(), terms)));
    // It answers none yet, see DecidedState. Of two that lead at once the first in the log does.
    decisions.append(self.me(), decision(List.of(), Map.of()));
    if (!self.finds(
        () -> {
          before.take(decisions.read());
          return before.leader() != null;
        })) {
      throw Membership.notShown(decisions.name());
    }
    requireFirst(before);
  }

  private void requireFirst(DecidedState before) throws UsageException {
    if (before.leader() != null && !before.leader().equals(self.me())) {
      String why = before.terms().against(self.me(), terms);
      throw new UsageException(
          "coordination: " + (why == null ? RunTerms.taken(self.run().id(), self.me()) : why));
    }
  }

  @Override
  public void ready() {
    throw new IllegalStateException("a backend that leads connects no devices");
  }

  @Override
  public Optional<Instant> look() throws UsageException, TargetException {
    RunState state = all.state();
    if (control == null) {
      // It has no place, or has left.
      return state.start();
    }
    take();
    if (!isDecided()) {
      List<String> missing = all.missing();
      Note due = missing.isEmpty() ? all.start() : all.failure(missing).orElse(null);
      if (due != null) {
        state.saw(self.me(), due);
      }
    }
    if (isDecided() && !announced) {
      publish();
      announced = true;
    } else if (all.anyCame() && ++looks >= (answers < PROMPT_ANSWERS ? 1 : LOOKS_BETWEEN)) {
      publish();
    }
    if (state.failure().isPresent()) {
      throw new TargetException(state.failure().get());
    }
    return state.start();
  }

  private void take() throws TargetException {
    int reads = 0;
    do {
      all.take(control.read());
    } while (control.isBehind() && ++reads < MOST_READS);
  }

  private void publish() throws TargetException {
    do {
      Map<String, String> refused = all.refusals();
      // A participant with an answer that is not refused has a place.
      answered = all.anyCame() ? answered : control.reached();
      decisions.append(self.me(), decision(answered, refused));
      answers++;
    } while (all.anyCame());
    looks = 0;
  }

  private Note.Decision decision(List<Long> reached, Map<String, String> refused) {
    return new Note.Decision(
        terms,
        reached,
        refused,
        all.state().start().map(Instant::toString).orElse(null),
        all.state().reason().orElse(null),
        over);
  }

  /** Returns the failure of a process that goes on no more, for a log that is open elsewhere. */
  Note.Decision failure(String why) {
    return new Note.Decision(terms, List.of(), Map.of(), null, why, false);
  }

  /**
   * Ends the run for the other backends.
   *
   * @throws TargetException if the log does not take it
   */
  void over() throws TargetException {
    over = true;
    publish();
  }

  @Override
  public boolean isDecided() {
    return all.state().start().isPresent() || all.state().failure().isPresent();
  }

  @Override
  public boolean has(Participant who) {
    return all.state().has(who);
  }

  @Override
  public void leave() {
    if (decisions != null) {
      decisions.close();
      decisions = null;
    }
    if (control != null) {
      control.close();
      control = null;
    }
  }
}
