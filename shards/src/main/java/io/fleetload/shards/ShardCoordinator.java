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
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A participant's part in a run: all begin together or not at all. There is no leader: the first
 * start or failure in the shared log counts for all. Any shard that finds all connected writes the
 * start; in a run with a backend only the backend does, the first of several, so none begins
 * without it. Any participant that has waited too long writes the failure.
 *
 * <p>Calls may take as long as the log takes to answer. Of one thread, but for {@link #giveUp}.
 */
public final class ShardCoordinator {
  /** From the decision to the start: every shard must have seen it by then. */
  static final Duration MARGIN = Duration.ofSeconds(3);

  /** A backend that is there decides within the timeout; so much later it is gone. */
  static final Duration GRACE = Duration.ofSeconds(10);

  /** A log that does not show what was written to it is given up after this time. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * Shortest time to wait for the first shards, since a user may start them by hand or have their
   * images pulled.
   */
  private static final Duration LONGEST_START = Duration.ofMinutes(2);

  /**
   * Largest number of reads of the log for the note that was just written; a read may take 100 ms.
   */
  private static final int MOST_EMPTY_READS = 100;

  private static final long LOOK_MILLIS = 100;

  private final SharedRun run;
  private final Participant me;
  private final Clock clock;
  private final Duration connecting;
  private final Consumer<String> say;
  private NoteLog log;
  private RunState state;
  private Instant lastCame;
  private Instant firstReady;
  private Instant lastWrote;
  private volatile boolean decided;
  private volatile boolean begins;

  /**
   * Creates the coordinator of a participant.
   *
   * @param clock the wall clock, which the hosts share
   * @param connecting time that a fleet takes to connect, by the profile; only the backend waits
   *     while no shard is connected
   * @param say receives one line for each participant that is refused
   */
  public ShardCoordinator(
      SharedRun run, Participant me, Clock clock, Duration connecting, Consumer<String> say) {
    this.run = run;
    this.me = me;
    this.clock = clock;
    this.connecting = connecting;
    this.say = say;
  }

  /**
   * Takes this process's place. Then the log is closed until the start is waited for: meanwhile
   * there is no use for the threads and buffers of a client.
   *
   * @throws UsageException if it has none in this run
   * @throws TargetException if the log cannot be reached, or the run failed already
   */
  public void enter() throws UsageException, TargetException {
    try {
      open();
      append(new Note.Here(run.shards(), run.profile(), run.backend()));
      int empty = 0;
      while (!state.knows(me)) {
        empty = read() ? 0 : empty + 1;
        if (empty == MOST_EMPTY_READS) {
          throw notShown();
        }
      }
      Optional<String> refusal = state.refusal(me);
      if (refusal.isPresent()) {
        throw new UsageException("coordination: " + refusal.get());
      }
      orFail();
    } finally {
      leave();
    }
  }

  private void open() throws UsageException, TargetException {
    state = new RunState(run.id());
    log = run.open(LogStore.CONTROL);
  }

  private TargetException notShown() {
    return new TargetException(
        "coordination: %s does not show what was written to it".formatted(log.name()));
  }

  private boolean read() throws TargetException {
    List<NoteLog.LogEntry> entries = log.read();
    for (NoteLog.LogEntry each : entries) {
      int before = state.here();
      state.saw(each.by(), each.note());
      lastCame = state.here() > before ? clock.instant() : lastCame;
      firstReady = firstReady == null && state.anyReady() ? clock.instant() : firstReady;
      if (each.note() instanceof Note.Here && state.has(me)) {
        state.refusal(each.by()).ifPresent(why -> say.accept("refused: " + why));
      }
    }
    return !entries.isEmpty();
  }

  private void orFail() throws TargetException {
    if (state.failure().isPresent()) {
      throw new TargetException(state.failure().get());
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
      if (!me.isBackend()) {
        ready();
      }
      Optional<Instant> start = look();
      while (start.isEmpty() && goesOn.getAsBoolean()) {
        Thread.sleep(LOOK_MILLIS);
        start = look();
      }
      return start.orElse(null);
    } catch (UsageException e) {
      // The profile was right when the shard took its place.
      throw new TargetException(e.getMessage());
    } finally {
      leave();
    }
  }

  void ready() throws UsageException, TargetException {
    open();
    firstReady = clock.instant();
    append(new Note.ShardReady());
  }

  /** Looks once at what was agreed, and decides where there is something to decide. */
  Optional<Instant> look() throws UsageException, TargetException {
    if (log == null) {
      open();
    }
    read();
    if (state.start().isPresent() || state.failure().isPresent()) {
      decided = true;
    }
    orFail();
    begins = state.start().isPresent();
    if (state.has(me) && !decided) {
      decide();
    } else if (!begins && !clock.instant().isBefore(lastWrote.plus(PATIENCE))) {
      throw notShown();
    }
    // The decision counts once it is in the log: another note may come before it.
    return state.start();
  }

  private void decide() throws TargetException {
    List<String> missing = state.missing();
    Instant now = clock.instant();
    if (!missing.isEmpty()) {
      if (!now.isBefore(latest())) {
        decide(
            new Note.ShardFailure(
                "no %s within %s".formatted(String.join(" and no ", missing), run.timeout())));
      }
    } else if (me.leads() || !run.backend()) {
      decide(new Note.Start(now.plus(MARGIN).toString()));
    } else if (!now.isBefore(latest().plus(GRACE))) {
      decide(
          new Note.ShardFailure(
              "the backend decided nothing within %s; is it still there?"
                  .formatted(run.timeout())));
    }
  }

  private void decide(Note note) throws TargetException {
    append(note);
    decided = true;
  }

  private void append(Note note) throws TargetException {
    log.append(me, note);
    lastWrote = clock.instant();
  }

  /**
   * Returns the end of the wait. While no shard is connected, the last one that came gets the time
   * to connect.
   */
  private Instant latest() {
    Duration timeout = Duration.ofNanos(run.timeout().nanos());
    return firstReady != null
        ? firstReady.plus(timeout)
        : lastCame
            .plus(connecting)
            .plus(timeout.compareTo(LONGEST_START) > 0 ? timeout : LONGEST_START);
  }

  /** Returns whether a process has the place that it claims. */
  public boolean has(Participant who) {
    return state.has(who);
  }

  /** Closes the log; it is opened again where it is needed. */
  public void leave() {
    if (log != null) {
      log.close();
      log = null;
    }
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
    try (NoteLog own = run.open(LogStore.CONTROL)) {
      String line = why.lines().findFirst().orElse("");
      own.append(me, new Note.ShardFailure("%s gave up: %s".formatted(me, line)));
      decided = true;
    } catch (TargetException | UsageException e) {
      // The others find out by waiting.
    }
  }

  /**
   * Tells the other backends that they are to end; to be called by the one that leads.
   *
   * @throws TargetException if the log does not take it
   */
  public void over() throws UsageException, TargetException {
    try (NoteLog own = run.open(LogStore.CONTROL)) {
      own.append(me, new Note.Over());
    }
  }

  /**
   * Checks whether the backend that leads has ended the run for the others. The log is open from
   * the first call on, until {@link #leave}.
   *
   * @throws TargetException if the log cannot be read
   */
  public boolean isOver() throws UsageException, TargetException {
    if (log == null) {
      open();
    }
    read();
    return state.isOver();
  }

  /**
   * Hands in this process's book where a backend waits for it: where the start was agreed.
   *
   * @return whether one does
   * @throws TargetException if it cannot be given; the book is on this host's disk only
   * @throws IOException if the book cannot be read
   */
  public boolean handIn(Path book) throws TargetException, IOException {
    if (!begins || !run.backend()) {
      return false;
    }
    new BookSender(run, me, BookSender.PART_BYTES).send(book);
    return true;
  }
}
