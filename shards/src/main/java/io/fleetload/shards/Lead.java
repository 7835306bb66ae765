package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Span;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The backend's part of the meeting: it says who is waited for, and decides on the start or on the
 * end of waiting.
 */
public final class Lead implements AutoCloseable {
  /** From the decision to the start: every shard must have seen it by then. */
  static final Duration MARGIN = Duration.ofSeconds(3);

  /** Who starts shards by hand, or has their images pulled, needs some time until the first. */
  private static final Duration LONGEST_START = Duration.ofMinutes(2);

  private static final Duration LOOK = Duration.ofMillis(100);

  private final Terms terms;
  private final Clock clock;
  private final Consumer<String> say;
  private final TopicLog log;
  private final ControlNotes notes;
  private final Meeting meeting;
  private Instant lastCame;
  private Instant firstReady;
  private boolean decided;

  /**
   * Whom it waits for.
   *
   * @param runId the run
   * @param shards how many
   * @param profile {@link ProfileDigest} of its profile
   * @param backend the process that leads
   * @param timeout the longest wait for the others once one is connected
   * @param connecting how long a fleet takes to connect, by the profile
   */
  public record Terms(
      String runId,
      int shards,
      String profile,
      String backend,
      Span timeout,
      Duration connecting) {}

  /**
   * With a log that is read from its beginning, which is closed with this.
   *
   * @param clock the wall clock, which the hosts share
   * @param say told in one line whom it refuses
   */
  public Lead(TopicLog log, Terms terms, Clock clock, Consumer<String> say) {
    this.log = log;
    this.terms = terms;
    this.clock = clock;
    this.say = say;
    this.notes = new ControlNotes(terms.runId());
    this.meeting = new Meeting(terms.runId());
  }

  /**
   * From now on shards may come.
   *
   * @throws UsageException if the run's id was used before
   * @throws TargetException if the log cannot be reached
   */
  public void open() throws UsageException, TargetException {
    long own =
        notes.append(log, new ControlNote.Opened(terms.shards(), terms.profile(), terms.backend()));
    Attendance.readUpTo(log, own, meeting, notes);
    if (!terms.backend().equals(meeting.opened().orElseThrow().backend())) {
      throw new UsageException(
          "run.barrier: run %s was at topic %s already; give every run a --run-id of its own"
              .formatted(terms.runId(), log.name()));
    }
    lastCame = clock.instant();
  }

  /**
   * Looks once who came, and decides where there is something to decide.
   *
   * @return when the flows begin; nothing as long as shards are waited for
   * @throws TargetException if they do not begin, with a line that names who is missing
   */
  public Optional<Instant> look() throws TargetException {
    for (TopicLog.Entry each : log.poll(LOOK)) {
      notes.read(log, each).ifPresent(this::saw);
    }
    if (meeting.failure().isPresent()) {
      throw new TargetException(meeting.failure().get());
    }
    if (meeting.start().isEmpty() && !decided) {
      decide();
    }
    // What was decided counts once it stands in the log: another note may stand before it.
    return meeting.start();
  }

  private void saw(ControlNote note) {
    int before = meeting.here();
    meeting.saw(note);
    lastCame = meeting.here() > before ? clock.instant() : lastCame;
    firstReady = firstReady == null && meeting.anyReady() ? clock.instant() : firstReady;
    if (note instanceof ControlNote.Here here) {
      meeting.refusal(here.process()).ifPresent(why -> say.accept("refused: " + why));
    }
  }

  private void decide() throws TargetException {
    if (meeting.missing().isEmpty()) {
      append(new ControlNote.Start(clock.instant().plus(MARGIN).toString()));
    } else if (!clock.instant().isBefore(latest())) {
      append(
          new ControlNote.Failed(
              "no shard %s within %s"
                  .formatted(String.join(", ", meeting.missing()), terms.timeout())));
    }
  }

  /** While nobody is connected nobody waits, and the last who came is given the time to connect. */
  private Instant latest() {
    Duration timeout = Duration.ofNanos(terms.timeout().nanos());
    if (firstReady != null) {
      return firstReady.plus(timeout);
    }
    return lastCame
        .plus(terms.connecting())
        .plus(timeout.compareTo(LONGEST_START) > 0 ? timeout : LONGEST_START);
  }

  private void append(ControlNote note) throws TargetException {
    notes.append(log, note);
    decided = true;
  }

  /** Whether a process has the place of a shard. */
  boolean has(BookKey key) {
    return meeting.has(key.shard(), key.process());
  }

  /**
   * The backend does not go on.
   *
   * @param why one line
   */
  public void giveUp(String why) {
    if (!decided) {
      try {
        append(new ControlNote.Failed("the backend gave up: " + why));
      } catch (TargetException e) {
        // The shards find out by waiting.
      }
    }
  }

  @Override
  public void close() {
    log.close();
  }
}
