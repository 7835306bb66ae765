// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.log.LogStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A participant's part in a run: all begin together or not at all. In a run with a backend, the
 * first backend leads: it alone reads what the others note, and all read its decisions. Without a
 * backend, the shards agree among themselves.
 *
 * <p>Calls may take as long as the log takes to answer. Of one thread, but for {@link #giveUp}.
 */
public final class ShardCoordinator {
  private final Membership self;
  private final Agreement agreement;
  private volatile boolean decided;
  private volatile boolean begins;

  /**
   * Creates the coordinator of a participant.
   *
   * @param clock the wall clock, which the hosts share
   * @param connecting time that a fleet takes to connect, by the profile; only the backend waits
   *     while no shard is connected
   * @param say receives one line for each participant that is refused, and for each part of a book
   *     that has to be sent again
   */
  public ShardCoordinator(
      SharedRun run, Participant me, Clock clock, Duration connecting, Consumer<String> say) {
    this(new Membership(run, me, clock, connecting, say, time -> Thread.sleep(time.toMillis())));
  }

  ShardCoordinator(Membership self) {
    this.self = self;
    this.agreement =
        !self.run().backend()
            ? new PeerAgreement(self)
            : self.me().leads() ? new LeaderAgreement(self) : new FollowerAgreement(self);
  }

  /**
   * Takes this process's place. Then the log is closed until the start is waited for: meanwhile
   * there is no use for the threads and buffers of a client. Only the backend that leads keeps it
   * open, to answer the others.
   *
   * @throws UsageException if it has none in this run
   * @throws TargetException if the log cannot be reached, or the run failed already
   */
  public void enter() throws UsageException, TargetException {
    boolean entered = false;
    try {
      agreement.enter();
      entered = true;
    } finally {
      if (!entered || !(agreement instanceof LeaderAgreement)) {
        leave();
      }
    }
  }

  /**
   * Waits until all agreed; a shard notes first that it is connected.
   *
   * @param goesOn whether to wait on
   * @return the time at which the flows begin, or null if it waited no more
   * @throws TargetException if they do not begin, with a line that names the missing participants
   */
  public Instant agreedStart(BooleanSupplier goesOn) throws TargetException, InterruptedException {
    try {
      if (!self.me().isBackend()) {
        ready();
      }
      Optional<Instant> start = look();
      while (start.isEmpty() && goesOn.getAsBoolean()) {
        self.pause().pass(Membership.LOOK);
        start = look();
      }
      return start.orElse(null);
    } catch (UsageException e) {
      // The profile was right when the shard took its place.
      throw new TargetException(e.getMessage());
    } finally {
      if (!(agreement instanceof LeaderAgreement)) {
        leave();
      }
    }
  }

  void ready() throws UsageException, TargetException {
    agreement.ready();
  }

  /** Looks once at what was agreed, and decides where there is something to decide. */
  Optional<Instant> look() throws UsageException, TargetException {
    try {
      Optional<Instant> start = agreement.look();
      begins = start.isPresent();
      return start;
    } finally {
      decided = agreement.isDecided();
    }
  }

  /** Returns whether a process has the place that it claims. */
  public boolean has(Participant who) {
    return agreement.has(who);
  }

  /** Closes the logs; they are opened again where they are needed. */
  public void leave() {
    agreement.leave();
  }

  /**
   * This process does not go on; where something is decided, it has no say any more. From any
   * thread.
   *
   * @param why one line
   */
  public void giveUp(String why) {
    if (decided) {
      return;
    }
    String line = "%s gave up: %s".formatted(self.me(), why.lines().findFirst().orElse(""));
    try {
      if (agreement instanceof LeaderAgreement leader) {
        append(LogStore.DECISIONS, leader.failure(line));
      } else {
        append(LogStore.CONTROL, new Note.ShardFailure(line));
      }
      decided = true;
    } catch (TargetException | UsageException e) {
      // The others find out by waiting.
    }
  }

  private void append(String log, Note note) throws UsageException, TargetException {
    try (NoteLog own = self.run().open(log)) {
      own.append(self.me(), note);
    }
  }

  /**
   * Tells the other backends that they are to end; to be called by the one that leads.
   *
   * @throws TargetException if the log does not take it
   */
  public void over() throws TargetException {
    if (agreement instanceof LeaderAgreement leader) {
      leader.over();
    }
  }

  /**
   * Checks whether the backend that leads has ended the run for the others. The log is open from
   * the first call on, until {@link #leave}.
   *
   * @throws TargetException if the log cannot be read
   */
  public boolean isOver() throws UsageException, TargetException {
    return agreement instanceof FollowerAgreement follower && follower.isOver();
  }

  /**
   * Hands in this process's book where a backend waits for it: where the start was agreed.
   *
   * @return whether one does
   * @throws TargetException if it cannot be given; the book is on this host's disk only
   * @throws IOException if the book cannot be read
   */
  public boolean handIn(Path book) throws TargetException, IOException {
    if (!begins || !self.run().backend()) {
      return false;
    }
    new BookSender(self, BookSender.PART_BYTES).send(book);
    return true;
  }
}
