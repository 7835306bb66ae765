// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.start;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.run.Shard;
import io.fleetload.shards.ShardCoordinator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The flows of all shards begin at the time that they agree on.
 *
 * @param coordinator this shard's part in that
 * @param shard which of them this is
 * @param clock the wall clock
 */
public record StartTogether(ShardCoordinator coordinator, Shard shard, Clock clock)
    implements FlowStart {
  @Override
  public void enter() throws UsageException, TargetException {
    coordinator.enter();
  }

  @Override
  public CompletableFuture<Instant> agreed() {
    CompletableFuture<Instant> agreed = new CompletableFuture<>();
    Thread wait =
        new Thread(
            () -> {
              try {
                Instant start = coordinator.agreedStart(() -> !agreed.isDone());
                requireInTime(start);
                agreed.complete(start);
              } catch (TargetException | InterruptedException | RuntimeException e) {
                agreed.completeExceptionally(e);
              }
            },
            "coordination");
    wait.setDaemon(true);
    wait.start();
    return agreed;
  }

  private void requireInTime(Instant start) throws TargetException {
    Instant now = clock.instant();
    if (start != null && !now.isBefore(start)) {
      throw new TargetException(
          "coordination: shard %s saw the start at %s only %s ms after it; the hosts' clocks differ,"
                  .formatted(shard, start, Duration.between(start, now).toMillis())
              + " or what they share is slow to show what another host wrote");
    }
  }

  @Override
  public String waitsFor() {
    return "shard %s is connected and waits for the others".formatted(shard);
  }

  @Override
  public void giveUp(String why) {
    coordinator.giveUp(why);
  }

  @Override
  public boolean handIn(Path book) throws TargetException, IOException {
    return coordinator.handIn(book);
  }
}
