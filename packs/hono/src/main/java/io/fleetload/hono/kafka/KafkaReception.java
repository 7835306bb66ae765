// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.TargetException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.format.ExitCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * The receiving end of the run: polls, has each record put in the books, and at the end goes on
 * until it has caught up. All of it happens on the thread that calls it. Not thread-safe.
 */
final class KafkaReception implements BackendDriver.Reception {
  /** So short that a standstill cannot hide in the wait: 100 looks a second cost nothing. */
  private static final Duration POLL = Duration.ofMillis(10);

  private static final Duration CLOSE = Duration.ofSeconds(1);

  /** Longer than a broker takes to answer that has much to do. */
  private static final long SILENT_NANOS = Duration.ofSeconds(5).toNanos();

  private final Consumer<byte[], byte[]> consumer;
  private final TopicAssignment topics;
  private final Brokers brokers;
  private final RecordIntake intake;
  private final CommandWriter commands;
  private final ArrivalBook book;
  private final BackendWatch watch;
  private final RunClock clock;
  private final String address;
  private final KafkaPulse pulse;
  private CompletableFuture<Map<TopicPartition, Long>> ends;

  /** Something that is done with Kafka. */
  @FunctionalInterface
  private interface Work<T> {
    T done() throws TargetException;
  }

  /**
   * A reception that is ready.
   *
   * @param consumer reads from the end of its partitions on
   * @param topics what it reads
   * @param brokers asked where the topics end; closed with it
   * @param watch notes each look at what arrived
   * @param address what is received from, as problems name it
   */
  KafkaReception(
      Consumer<byte[], byte[]> consumer,
      TopicAssignment topics,
      Brokers brokers,
      RecordIntake intake,
      CommandWriter commands,
      ArrivalBook book,
      BackendWatch watch,
      RunClock clock,
      String address) {
    this.consumer = consumer;
    this.topics = topics;
    this.brokers = brokers;
    this.intake = intake;
    this.commands = commands;
    this.book = book;
    this.watch = watch;
    this.clock = clock;
    this.address = address;
    this.pulse = new KafkaPulse(consumer::metrics, clock.nanos());
  }

  @Override
  public void receive(BooleanSupplier stop, Runnable between)
      throws TargetException, InterruptedException {
    guarded(
        () -> {
          while (!stop.getAsBoolean()) {
            poll();
            between.run();
          }
          return null;
        });
  }

  @Override
  public Optional<BackendReading.Behind> catchUp(Runnable between)
      throws TargetException, InterruptedException {
    return guarded(
        () -> {
          long begun = clock.nanos();
          CatchUp catchUp = new CatchUp(begun);
          int arrived;
          do {
            if (!catchUp.knowsEnds()) {
              lookForEnds(catchUp, begun);
            }
            arrived = poll();
            between.run();
          } while (!catchUp.done(clock.nanos(), arrived, this::position));
          commands.flush();
          commands.settle(book);
          return catchUp.caughtUp() ? Optional.empty() : Optional.of(behind(catchUp));
        });
  }

  private BackendReading.Behind behind(CatchUp catchUp) {
    boolean silent = clock.nanos() - pulse.answered() >= SILENT_NANOS;
    return new BackendReading.Behind(
        address, silent || !catchUp.knowsEnds() ? null : catchUp.left(this::position));
  }

  @Override
  public List<String> remarks() {
    return topics.remarks();
  }

  @Override
  public long answered() {
    return pulse.answered();
  }

  /** The ends are those of the topics as they are now, with partitions that were added last. */
  private void lookForEnds(CatchUp catchUp, long begun) {
    if (ends == null) {
      topics.wholeSince(begun).ifPresent(all -> ends = brokers.ends(all));
    } else if (ends.isCompletedExceptionally()) {
      // Asked again, until the catching-up is given up.
      ends = null;
    } else if (ends.isDone()) {
      catchUp.ends(ends.join());
    }
  }

  /** The next offset to read; before all if the place in a new partition is not known yet. */
  private long position(TopicPartition partition) {
    try {
      return consumer.position(partition, Duration.ZERO);
    } catch (TimeoutException e) {
      return 0;
    }
  }

  @Override
  public String source() {
    return address;
  }

  /**
   * All records of a batch count as received when the poll returned: they were here then. What they
   * wait for each other afterwards is this program's time, not the target's, and shows between the
   * two times of a command.
   */
  private int poll() throws TargetException {
    watch.looks(clock.nanos(), POLL.toNanos());
    ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
    long received = clock.nanos();
    pulse.look(received);
    topics.look(received);
    for (ConsumerRecord<byte[], byte[]> record : batch) {
      intake.take(record, received);
    }
    watch.turnedToAll(received);
    commands.settle(book);
    return batch.count();
  }

  private <T> T guarded(Work<T> work) throws TargetException, InterruptedException {
    try {
      return work.done();
    } catch (InterruptException e) {
      throw interrupted(e);
    } catch (InvalidOffsetException e) {
      topics.requireSame();
      throw new TargetException(
          ExitCode.TARGET_GONE,
          address
              + ": records were deleted before they were read; keep the tenant's topics longer"
              + " than the run");
    } catch (KafkaException e) {
      throw new TargetException(
          ExitCode.TARGET_GONE, address + " failed during the run: " + KafkaTarget.oneLine(e));
    }
  }

  static InterruptedException interrupted(InterruptException cause) {
    InterruptedException interrupted = new InterruptedException(cause.getMessage());
    interrupted.initCause(cause);
    return interrupted;
  }

  @Override
  public void close() {
    commands.close(Duration.ZERO);
    brokers.close();
    consumer.close(CloseOptions.timeout(CLOSE));
  }
}
