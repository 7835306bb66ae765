package io.fleetload.backend.kafka;

import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.BackendWatch;
import io.fleetload.driver.RunClock;
import io.fleetload.process.TargetException;
import io.fleetload.results.BackendBook;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
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
public final class Reception implements AutoCloseable {
  /** So short that a standstill cannot hide in the wait: 100 looks a second cost nothing. */
  private static final Duration POLL = Duration.ofMillis(10);

  private static final Duration ENDS = Duration.ofSeconds(1);
  private static final Duration CLOSE = Duration.ofSeconds(1);

  /** Longer than a broker takes to answer that has much to do. */
  private static final long SILENT_NANOS = Duration.ofSeconds(5).toNanos();

  private final Consumer<byte[], byte[]> consumer;
  private final Set<TopicPartition> partitions;
  private final RecordIntake intake;
  private final CommandWriter commands;
  private final ArrivalLedger ledger;
  private final BackendWatch watch;
  private final RunClock clock;
  private final String address;
  private final KafkaPulse pulse;

  /**
   * A reception that is ready.
   *
   * @param consumer stands at the end of its partitions
   * @param watch told of each look at what arrived
   * @param address what is received from, as problems name it
   */
  Reception(
      Consumer<byte[], byte[]> consumer,
      Set<TopicPartition> partitions,
      RecordIntake intake,
      CommandWriter commands,
      ArrivalLedger ledger,
      BackendWatch watch,
      RunClock clock,
      String address) {
    this.consumer = consumer;
    this.partitions = partitions;
    this.intake = intake;
    this.commands = commands;
    this.ledger = ledger;
    this.watch = watch;
    this.clock = clock;
    this.address = address;
    this.pulse = new KafkaPulse(consumer::metrics, clock.nanos());
  }

  /** How well it keeps up. */
  public BackendWatch watch() {
    return watch;
  }

  /**
   * Receives until it is told to stop.
   *
   * @param stop asked after each poll
   * @param betweenPolls done after each poll; as long as it takes, nothing is received
   * @throws TargetException if Kafka fails for good
   * @throws InterruptedException if the thread was interrupted
   */
  public void receive(BooleanSupplier stop, Runnable betweenPolls)
      throws TargetException, InterruptedException {
    guarded(
        () -> {
          while (!stop.getAsBoolean()) {
            poll();
            betweenPolls.run();
          }
          return null;
        });
  }

  /**
   * Receives what is still there and waits for the outcome of every command; 25 s at most.
   *
   * @param betweenPolls as for {@link #receive}
   * @return why not everything was read that was in the topics when it was called; empty where it
   *     was
   * @throws TargetException if Kafka fails for good
   * @throws InterruptedException if the thread was interrupted
   */
  public Optional<BackendBook.Behind> catchUp(Runnable betweenPolls)
      throws TargetException, InterruptedException {
    return guarded(
        () -> {
          CatchUp catchUp = new CatchUp(clock.nanos());
          int arrived;
          do {
            if (!catchUp.knowsEnds()) {
              lookForEnds(catchUp);
            }
            arrived = poll();
            betweenPolls.run();
          } while (!catchUp.done(clock.nanos(), arrived, consumer::position));
          commands.flush();
          commands.settle(ledger);
          return catchUp.caughtUp() ? Optional.empty() : Optional.of(behind(catchUp));
        });
  }

  private BackendBook.Behind behind(CatchUp catchUp) {
    boolean silent = clock.nanos() - pulse.answered() >= SILENT_NANOS;
    return new BackendBook.Behind(
        address, silent || !catchUp.knowsEnds() ? null : catchUp.left(consumer::position));
  }

  /** When Kafka was seen to answer last, monotonic time in ns. */
  public long answered() {
    return pulse.answered();
  }

  private void lookForEnds(CatchUp catchUp) {
    try {
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, ENDS);
      catchUp.ends(ends);
    } catch (TimeoutException e) {
      // Asked again after the next poll, until the catching-up is given up.
    }
  }

  /**
   * All records of a batch count as received when the poll returned: they were here then. What they
   * wait for each other afterwards is this program's time, not the target's, and shows between the
   * two times of a command.
   */
  private int poll() {
    watch.looks(clock.nanos(), POLL.toNanos());
    ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
    long received = clock.nanos();
    pulse.look(received);
    for (ConsumerRecord<byte[], byte[]> record : batch) {
      intake.take(record, received);
    }
    watch.turnedToAll(received);
    commands.settle(ledger);
    return batch.count();
  }

  private <T> T guarded(Supplier<T> work) throws TargetException, InterruptedException {
    try {
      return work.get();
    } catch (InterruptException e) {
      throw interrupted(e);
    } catch (InvalidOffsetException e) {
      throw new TargetException(
          address
              + ": records were deleted before they were read; keep the tenant's topics longer"
              + " than the run");
    } catch (KafkaException e) {
      throw new TargetException(address + " failed during the run: " + KafkaTarget.oneLine(e));
    }
  }

  static InterruptedException interrupted(InterruptException cause) {
    InterruptedException interrupted = new InterruptedException(cause.getMessage());
    interrupted.initCause(cause);
    return interrupted;
  }

  /** Closes the connections; outcomes of commands still under way are no longer waited for. */
  @Override
  public void close() {
    commands.close(Duration.ZERO);
    consumer.close(CloseOptions.timeout(CLOSE));
  }
}
