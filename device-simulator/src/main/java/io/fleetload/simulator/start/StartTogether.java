package io.fleetload.simulator.start;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.Shard;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The flows of all shards begin at the time that they agree on at a barrier.
 *
 * @param barrier where they meet
 * @param shard which of them this is
 * @param clock the wall clock
 */
public record StartTogether(StartBarrier barrier, Shard shard, Clock clock) implements FlowStart {
  private static final long LOOK_MILLIS = 100;

  @Override
  public void enter() throws UsageException, TargetException {
    barrier.enter();
  }

  @Override
  public void stillPossible(String connected) {
    // The others wait.
  }

  @Override
  public CompletableFuture<Instant> agreed() {
    CompletableFuture<Instant> agreed = new CompletableFuture<>();
    ScheduledExecutorService watch =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "barrier");
              thread.setDaemon(true);
              return thread;
            });
    watch.execute(() -> completed(barrier::ready, agreed));
    var unused =
        watch.scheduleWithFixedDelay(
            () -> completed(() -> look().ifPresent(agreed::complete), agreed),
            0,
            LOOK_MILLIS,
            TimeUnit.MILLISECONDS);
    var unusedEnd =
        agreed.whenComplete(
            (time, failure) -> {
              watch.execute(barrier::leave);
              watch.shutdown();
            });
    return agreed;
  }

  /** What may fail. */
  @FunctionalInterface
  private interface Look {
    void look() throws TargetException;
  }

  /** A look that fails is the end of it, whatever it fails by. */
  private static void completed(Look look, CompletableFuture<Instant> agreed) {
    try {
      look.look();
    } catch (TargetException | RuntimeException e) {
      agreed.completeExceptionally(e);
    }
  }

  /**
   * Looks once, and whether what was agreed can be kept.
   *
   * @throws TargetException if it cannot, or nothing will be agreed
   */
  Optional<Instant> look() throws TargetException {
    Optional<Instant> time = barrier.look();
    Instant now = clock.instant();
    if (time.isPresent() && !now.isBefore(time.get())) {
      throw new TargetException(
          "run.barrier: shard %s saw the start at %s only %d ms after it; the hosts' clocks differ,"
                  .formatted(shard, time.get(), Duration.between(time.get(), now).toMillis())
              + " or what they share is slow to show what another host wrote");
    }
    return time;
  }

  @Override
  public String waitsFor() {
    return "shard %s is connected and waits for the others".formatted(shard);
  }

  @Override
  public void giveUp(String why) {
    barrier.giveUp(why);
  }
}
