// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.log.LogPlace;
import io.fleetload.shards.log.LogStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The agreement as a participant has it that does not lead, in a run with a backend. It notes what
 * it is and how far it is, for the leader, and reads the leader's few decisions.
 */
final class FollowerAgreement implements Agreement {
  private final Membership self;
  private final DecidedState state;
  private NoteLog decisions;
  private Instant heard;
  private Instant ready;
  private Duration answer = Duration.ZERO;

  FollowerAgreement(Membership self) {
    this.self = self;
    this.state = new DecidedState(self.run().id());
  }

  @Override
  public void enter() throws UsageException, TargetException {
    SharedRun run = self.run();
    open();
    Note.Here here = new Note.Here(run.shards(), run.profile(), true);
    if (state.leader() == null) {
      if (!self.me().isBackend()) {
        throw refused(RunTerms.noBackend(run.id(), run.shards()));
      }
      // Backends come in any order; the one that leads answers as soon as it is there.
      note(here);
      return;
    }
    orFail();
    String why = state.terms().against(self.me(), here);
    if (why != null) {
      // The leader shows it to its user.
      note(run.of(state.terms().here().shards()), here);
      throw refused(why);
    }
    LogPlace place = note(here);
    // What it took to open the log is this host's own time, and is over.
    Instant asked = self.now();
    if (!self.finds(() -> isAnswered(place))) {
      throw new TargetException(
          "coordination: the backend that leads run %s does not answer %s; is it still there, or is %s slow?"
              .formatted(run.id(), self.me(), decisions.name()));
    }
    if (state.refusal(self.me()).isPresent()) {
      throw refused(state.refusal(self.me()).get());
    }
    answer = Duration.between(asked, self.now());
    orFail();
  }

  private boolean isAnswered(LogPlace place) throws TargetException {
    state.take(decisions.read());
    return state.refusal(self.me()).isPresent()
        || state.failure().isPresent()
        || place.isBefore(state.reached());
  }

  private static UsageException refused(String why) {
    return new UsageException("coordination: " + why);
  }

  private void open() throws UsageException, TargetException {
    decisions = state.open(self);
    heard = self.now();
  }

  private LogPlace note(Note note) throws UsageException, TargetException {
    return note(self.run(), note);
  }

  private LogPlace note(SharedRun run, Note note) throws UsageException, TargetException {
    try (NoteLog control = run.open(LogStore.CONTROL)) {
      return control.append(self.me(), note);
    }
  }

  private void orFail() throws TargetException {
    if (state.failure().isPresent()) {
      throw new TargetException(state.failure().get());
    }
  }

  @Override
  public void ready() throws UsageException, TargetException {
    ready = self.now();
    long millis = Math.min(Math.max(0, answer.toMillis()), Note.LONGEST_ANSWER_MILLIS);
    note(new Note.ShardReady(millis));
    open();
  }

  @Override
  public Optional<Instant> look() throws UsageException, TargetException {
    if (decisions == null) {
      open();
    }
    List<NoteLog.LogEntry> more = decisions.read();
    state.take(more);
    heard = more.isEmpty() ? heard : self.now();
    Optional<String> refusal = state.refusal(self.me());
    if (refusal.isPresent()) {
      throw refused(refusal.get());
    }
    orFail();
    if (state.start().isEmpty() && !self.now().isBefore(latest())) {
      String why =
          "%s heard no decision of the backend within %s; is it still there?"
              .formatted(self.me(), self.run().timeout());
      note(new Note.ShardFailure(why));
      throw new TargetException(RunTerms.noRun(self.run().id(), why));
    }
    return state.start();
  }

  /**
   * Returns the time at which a leader that is there has decided: a timeout after a shard was
   * ready. A backend does not know when that is, but the leader answers each shard that comes.
   */
  private Instant latest() {
    Instant known = ready != null ? ready : heard.plus(self.untilFirstReady());
    return known.plus(self.timeout()).plus(Membership.GRACE);
  }

  /** Returns whether the leader has ended the run for the others. */
  boolean isOver() throws UsageException, TargetException {
    if (decisions == null) {
      open();
    }
    state.take(decisions.read());
    return state.isOver();
  }

  @Override
  public boolean isDecided() {
    return state.start().isPresent() || state.failure().isPresent();
  }

  @Override
  public boolean has(Participant who) {
    return who.equals(state.leader());
  }

  @Override
  public void leave() {
    if (decisions != null) {
      decisions.close();
      decisions = null;
    }
  }
}
