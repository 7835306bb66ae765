package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Span;
import io.fleetload.results.Shard;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A shard's part of the meeting. The log is open only while it is looked at: a shard that connects
 * or sends has no use for its threads and buffers.
 */
public final class Attendance {
  /** A backend that is there decides within the timeout; so much later it is gone. */
  static final Duration GRACE = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration STEP = Duration.ofSeconds(1);

  private final TopicLogs logs;
  private final String runId;
  private final Shard shard;
  private final String profile;
  private final String process;
  private final Span timeout;
  private final Clock clock;
  private final ControlNotes notes;
  private Meeting meeting;
  private TopicLog log;
  private Instant readySince;
  private volatile boolean decided;
  private volatile boolean begins;

  /**
   * Of a shard.
   *
   * @param profile {@link ProfileDigest} of its profile
   * @param process tells it from another process that claims to be the same shard
   * @param timeout the profile's {@code run.barrierTimeout}
   * @param clock the wall clock
   */
  public Attendance(
      TopicLogs logs,
      String runId,
      Shard shard,
      String profile,
      String process,
      Span timeout,
      Clock clock) {
    this.logs = logs;
    this.runId = runId;
    this.shard = shard;
    this.profile = profile;
    this.process = process;
    this.timeout = timeout;
    this.clock = clock;
    this.notes = new ControlNotes(runId);
  }

  /**
   * Takes the shard's place.
   *
   * @throws UsageException if it has none in this run
   * @throws TargetException if the log cannot be reached, or the run failed already
   */
  public void enter() throws UsageException, TargetException {
    try (TopicLog control = logs.control(TopicLogs.From.BEGINNING)) {
      Meeting seen = new Meeting(runId);
      long own = notes.append(control, new ControlNote.Here(shard, profile, process));
      readUpTo(control, own, seen, notes);
      Optional<String> refusal = seen.refusal(process);
      if (refusal.isPresent()) {
        throw new UsageException("run.barrier: " + refusal.get());
      }
      orFail(seen);
    }
  }

  /**
   * Reads until a place.
   *
   * @throws TargetException if the log does not show it
   */
  static void readUpTo(TopicLog log, long offset, Meeting meeting, ControlNotes notes)
      throws TargetException {
    long empty = 0;
    while (empty < TopicLog.PATIENCE.toSeconds()) {
      List<TopicLog.Entry> entries = log.poll(STEP);
      empty = entries.isEmpty() ? empty + 1 : 0;
      for (TopicLog.Entry each : entries) {
        notes.read(log, each).ifPresent(meeting::saw);
        if (each.offset() >= offset) {
          return;
        }
      }
    }
    throw new TargetException(
        "run.barrier: topic %s does not show what was written to it".formatted(log.name()));
  }

  /**
   * The shard is connected.
   *
   * @throws TargetException if the log cannot be reached
   */
  public void ready() throws TargetException {
    readySince = clock.instant();
    meeting = new Meeting(runId);
    try {
      log = logs.control(TopicLogs.From.BEGINNING);
    } catch (UsageException e) {
      // It was right when the shard took its place.
      throw new TargetException(e.getMessage());
    }
    notes.append(log, new ControlNote.Ready(shard, process));
  }

  /**
   * Looks at what is agreed.
   *
   * @return when the flows begin; nothing as long as shards are waited for
   * @throws TargetException if they do not begin
   */
  public Optional<Instant> look() throws TargetException {
    for (TopicLog.Entry each : log.poll(LOOK)) {
      notes.read(log, each).ifPresent(meeting::saw);
    }
    decided = meeting.failure().isPresent() || meeting.start().isPresent();
    orFail(meeting);
    if (meeting.start().isEmpty()
        && Duration.between(readySince, clock.instant()).toNanos()
            >= timeout.nanos() + GRACE.toNanos()) {
      throw new TargetException(
          "run.barrier: the backend of run %s decided nothing within %s; is it still there?"
              .formatted(runId, timeout));
    }
    begins = meeting.start().isPresent();
    return meeting.start();
  }

  private static void orFail(Meeting meeting) throws TargetException {
    if (meeting.failure().isPresent()) {
      throw new TargetException(meeting.failure().get());
    }
  }

  /** Whether the start was agreed: the shard owes its book. */
  public boolean begins() {
    return begins;
  }

  /** Nothing more is asked; on the thread that looked. */
  public void leave() {
    if (log != null) {
      log.close();
      log = null;
    }
  }

  /**
   * The shard does not go on; where something is decided, it has no say any more. From any thread.
   *
   * @param why one line
   */
  public void giveUp(String why) {
    if (decided) {
      return;
    }
    try (TopicLog control = logs.control(TopicLogs.From.NOWHERE)) {
      notes.append(
          control, new ControlNote.Gone(shard, process, why.lines().findFirst().orElse("")));
    } catch (TargetException | UsageException e) {
      // The others find out by waiting.
    }
  }
}
