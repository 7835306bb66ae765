package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.profile.Span;
import io.fleetload.results.Shard;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The backend waits for the books of all shards, for a bound after the run was to end. The first
 * book says that the run is over, whatever was planned: the others have their drain, and the bound.
 */
public final class Collecting implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(200);

  private final TopicLog log;
  private final Terms terms;
  private final Predicate<BookKey> rightful;
  private final Clock clock;
  private final BookInbox inbox;
  private Instant latest;

  /**
   * What it waits for.
   *
   * @param runId the run
   * @param shards how many
   * @param start when the flows began
   * @param length ramp, warm-up and measured phase
   * @param drain the profile's {@code phases.drain}
   * @param timeout the longest wait after that
   */
  public record Terms(
      String runId, int shards, Instant start, Duration length, Duration drain, Span timeout) {}

  /**
   * From a log that was opened before the shards began, and is closed with this.
   *
   * @param lead knows which processes are the shards
   * @param directories where each shard's book goes
   */
  public Collecting(
      TopicLog log, Terms terms, Lead lead, Clock clock, Function<Shard, Path> directories) {
    this(log, terms, lead::has, clock, directories);
  }

  Collecting(
      TopicLog log,
      Terms terms,
      Predicate<BookKey> rightful,
      Clock clock,
      Function<Shard, Path> directories) {
    this.log = log;
    this.terms = terms;
    this.rightful = rightful;
    this.clock = clock;
    this.inbox = new BookInbox(directories);
    this.latest = after(terms.start().plus(terms.length()));
  }

  private Instant after(Instant end) {
    return end.plus(terms.drain()).plusNanos(terms.timeout().nanos());
  }

  /**
   * Looks once what came.
   *
   * @return whether the wait is over
   * @throws TargetException if the log cannot be read
   * @throws IOException if a book cannot be written
   */
  public boolean look() throws TargetException, IOException {
    for (TopicLog.Entry each : log.poll(LOOK)) {
      BookKey key = BookKey.of(each.key()).orElse(null);
      if (key != null
          && key.run().equals(terms.runId())
          && rightful.test(key)
          && inbox.saw(key, each.bytes())) {
        Instant now = after(clock.instant());
        latest = now.isBefore(latest) ? now : latest;
      }
    }
    return missing().isEmpty() || !clock.instant().isBefore(latest);
  }

  /** The shards whose books are not there, each with what is known of why. */
  public List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (int number = 1; number <= terms.shards(); number++) {
      Shard shard = new Shard(number, terms.shards());
      String fault = inbox.fault(shard);
      if (fault != null) {
        missing.add(fault.isEmpty() ? shard.toString() : "%s (%s)".formatted(shard, fault));
      }
    }
    return missing;
  }

  @Override
  public void close() {
    log.close();
  }
}
