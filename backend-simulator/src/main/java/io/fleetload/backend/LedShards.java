package io.fleetload.backend;

import io.fleetload.hono.HonoProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Phases;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.Shard;
import io.fleetload.shards.Collecting;
import io.fleetload.shards.Lead;
import io.fleetload.shards.ProfileDigest;
import io.fleetload.shards.TopicLog;
import io.fleetload.shards.TopicLogs;
import io.fleetload.stamp.RunId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The shards that this backend leads, beside its reception and on a thread of their own: they begin
 * together, and their books come here. When the last is here the reception has done its work.
 */
final class LedShards implements AutoCloseable {
  private static final String NAME = BackendCommand.NAME;
  private static final long LONGEST_END_MILLIS = 30_000;

  private final HonoProfile profile;
  private final RunId runId;
  private final int count;
  private final Path directory;
  private final TopicLogs logs;
  private final Clock clock;
  private final ToolEvents.Teller teller;
  private final StopSignal stop;
  private final Thread watch = new Thread(this::watch, "shards");
  private volatile boolean over;
  private Lead lead;
  private TopicLog books;
  private Exception failure;
  private List<String> missing;

  LedShards(
      HonoProfile profile,
      RunId runId,
      int count,
      Path directory,
      TopicLogs logs,
      Clock clock,
      ToolEvents.Teller teller,
      StopSignal stop) {
    this.profile = profile;
    this.runId = runId;
    this.count = count;
    this.directory = directory;
    this.logs = logs;
    this.clock = clock;
    this.teller = teller;
    this.stop = stop;
    this.watch.setDaemon(true);
  }

  /**
   * From now on shards may come.
   *
   * @throws UsageException if the run's id was used before, or the profile's way to Kafka is wrong
   * @throws TargetException if the topics cannot be made or read
   */
  void open() throws UsageException, TargetException {
    logs.make();
    // Open before any shard can write there.
    books = logs.results(TopicLogs.From.END);
    Phases.Connect connect = profile.phases().connect();
    lead =
        new Lead(
            logs.control(TopicLogs.From.BEGINNING),
            new Lead.Terms(
                runId.toString(),
                count,
                ProfileDigest.of(profile),
                UUID.randomUUID().toString(),
                profile.run().barrierTimeout(),
                Duration.ofMillis(
                    Math.round(profile.sessions() * 1e3 / connect.rate().perSecond()))),
            clock,
            this::say);
    lead.open();
    watch.start();
  }

  private void watch() {
    try {
      Instant start = null;
      while (start == null && !over && stop.why() == null) {
        start = lead.look().orElse(null);
      }
      if (start != null) {
        say("all %d shards are ready; their flows begin at %s".formatted(count, start));
        collect(start);
      } else {
        lead.giveUp("it was stopped");
        failure =
            new TargetException(
                "run.barrier: the backend was stopped before all shards were ready; run %s does not"
                        .formatted(runId)
                    + " begin");
      }
    } catch (TargetException | IOException | RuntimeException e) {
      lead.giveUp(String.valueOf(e.getMessage()));
      failure = e;
    } finally {
      stop.stop(StopSignal.Why.RUN_ENDED);
    }
  }

  private void collect(Instant start) throws TargetException, IOException {
    Phases phases = profile.phases();
    Collecting.Terms terms =
        new Collecting.Terms(
            runId.toString(),
            count,
            start,
            Duration.ofNanos(phases.beforeDrain().nanos()),
            Duration.ofNanos(phases.drain().nanos()),
            profile.run().barrierTimeout());
    Collecting collecting =
        new Collecting(books, terms, lead, clock, shard -> directory(directory, shard));
    boolean done = false;
    while (!done && !over && stop.why() == null) {
      done = collecting.look();
    }
    missing = collecting.missing();
  }

  /** Where the book of a shard goes. */
  static Path directory(Path run, Shard shard) {
    return run.resolve("shard-" + shard.number());
  }

  /**
   * Waits until nothing more comes from the shards.
   *
   * @return the directories of their books
   * @throws TargetException if they did not begin
   * @throws UsageException if a book is missing, with a line that names whose
   * @throws IOException if a book could not be written
   */
  List<Path> books() throws TargetException, UsageException, IOException, InterruptedException {
    over = true;
    watch.join(LONGEST_END_MILLIS);
    if (failure instanceof TargetException expected) {
      throw expected;
    }
    if (failure instanceof IOException expected) {
      throw expected;
    }
    if (failure != null || missing == null) {
      throw new IllegalStateException("the shards were not led to their end", failure);
    }
    if (!missing.isEmpty()) {
      throw new UsageException(
          "missing: shard %s; run %s has no verdict without their books, what came is in %s"
              .formatted(String.join(", ", missing), runId, directory));
    }
    return IntStream.rangeClosed(1, count)
        .mapToObj(number -> directory(directory, new Shard(number, count)))
        .toList();
  }

  private void say(String line) {
    teller.tell(new ToolEvent.Said(NAME, line));
  }

  /** Whoever waits for the start is told, and nothing is waited for. */
  @Override
  public void close() {
    over = true;
    try {
      if (watch.isAlive()) {
        watch.join(LONGEST_END_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // Its clients are of the thread that watches; one that hangs keeps them.
    if (!watch.isAlive()) {
      if (lead != null) {
        lead.close();
      }
      if (books != null) {
        books.close();
      }
    }
  }
}
