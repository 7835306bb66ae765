// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.log.LogStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The agreement of shards without a backend. There is no leader: each reads all notes in one order,
 * and the first start or failure among them counts for all. Any shard that finds all connected
 * writes the start, and any that has waited too long writes the failure. What is read grows with
 * the square of the shards, so {@link #MOST_SHARDS} bounds their number.
 */
final class PeerAgreement implements Agreement {
  /** Largest number of shards that agree without a backend. */
  static final int MOST_SHARDS = 250;

  private final Membership self;
  private NoteLog log;
  private Attendance all;
  private Instant lastWrote;
  private boolean decided;

  PeerAgreement(Membership self) {
    this.self = self;
    this.all = new Attendance(self);
  }

  @Override
  public void enter() throws UsageException, TargetException {
    int shards = self.run().shards();
    if (shards > MOST_SHARDS) {
      throw new UsageException(
          "coordination: take a backend for %s shards (coordination.backend: true); without one at most %s agree"
              .formatted(shards, MOST_SHARDS));
    }
    open();
    append(new Note.Here(shards, self.run().profile(), false));
    if (!self.finds(
        () -> {
          all.take(log.read());
          return all.state().knows(self.me());
        })) {
      throw Membership.notShown(log.name());
    }
    Optional<String> refusal = all.state().refusal(self.me());
    if (refusal.isPresent()) {
      throw new UsageException("coordination: " + refusal.get());
    }
    orFail();
  }

  private void open() throws UsageException, TargetException {
    all = new Attendance(self);
    log = self.run().open(LogStore.CONTROL);
  }

  private void orFail() throws TargetException {
    if (all.state().failure().isPresent()) {
      throw new TargetException(all.state().failure().get());
    }
  }

  @Override
  public void ready() throws UsageException, TargetException {
    open();
    all.iAmReady();
    append(new Note.ShardReady(0));
  }

  @Override
  public Optional<Instant> look() throws UsageException, TargetException {
    if (log == null) {
      open();
    }
    all.take(log.read());
    RunState state = all.state();
    decided |= state.start().isPresent() || state.failure().isPresent();
    orFail();
    if (state.has(self.me()) && !decided) {
      decide();
    } else if (state.start().isEmpty()
        && !self.now().isBefore(lastWrote.plus(Membership.PATIENCE))) {
      throw Membership.notShown(log.name());
    }
    // The decision counts once it is in the log: another note may come before it.
    return state.start();
  }

  private void decide() throws TargetException {
    List<String> missing = all.missing();
    Optional<Note.ShardFailure> failure = all.failure(missing);
    if (missing.isEmpty()) {
      append(all.start());
      decided = true;
    } else if (failure.isPresent()) {
      append(failure.get());
      decided = true;
    }
  }

  private void append(Note note) throws TargetException {
    log.append(self.me(), note);
    lastWrote = self.now();
  }

  @Override
  public boolean isDecided() {
    return decided;
  }

  @Override
  public boolean has(Participant who) {
    return all.state().has(who);
  }

  @Override
  public void leave() {
    if (log != null) {
      log.close();
      log = null;
    }
  }
}
