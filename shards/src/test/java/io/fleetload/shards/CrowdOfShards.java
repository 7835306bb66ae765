// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.run.Shard;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** All shards of a run and its backend in one virtual machine, each on a thread of its own. */
final class CrowdOfShards {
  private final SharedRun run;
  private final Clock clock = Clock.systemUTC();

  CrowdOfShards(SharedRun run) {
    this.run = run;
  }

  /**
   * What came of it.
   *
   * @param starts the agreed times that the participants know
   * @param entered time until the last one had its place
   * @param decided time from then until the last one knew the start
   * @param spread time between the first and the last begin, by one clock
   * @param inTime the time that the last one had left before the start
   */
  record Begin(
      List<Instant> starts, Duration entered, Duration decided, Duration spread, Duration inTime) {
    void isTogether() {
      assertThat(starts).as("all agreed on one time").containsOnly(starts.get(0));
      assertThat(inTime).as("all saw it in time").isPositive();
      // 100 ms on a host that does nothing else; a shared one takes a processor away for longer.
      assertThat(spread).isLessThan(Duration.ofMillis(500));
    }

    @Override
    public String toString() {
      return "entered in %s ms, all knew the start %s ms later, %s ms before it; begun within %s ms"
          .formatted(entered.toMillis(), decided.toMillis(), inTime.toMillis(), spread.toMillis());
    }
  }

  private ShardCoordinator coordinator(Participant who) {
    return new ShardCoordinator(run, who, clock, Duration.ofMinutes(1), line -> {});
  }

  private record Seen(Instant start, Instant entered, Instant known, Instant begun) {}

  private Seen shard(int number) throws Exception {
    ShardCoordinator shard = coordinator(Participant.shard(new Shard(number, run.shards())));
    shard.enter();
    Instant entered = clock.instant();
    Instant start = shard.agreedStart(() -> true);
    Instant known = clock.instant();
    TimeUnit.NANOSECONDS.sleep(Math.max(0, Duration.between(known, start).toNanos()));
    return new Seen(start, entered, known, clock.instant());
  }

  Begin begin() throws Exception {
    Instant first = clock.instant();
    ShardCoordinator backend = coordinator(Participant.backend(Shard.WHOLE));
    backend.enter();
    ExecutorService all = Executors.newCachedThreadPool();
    try {
      Future<Instant> leading = all.submit(() -> backend.agreedStart(() -> true));
      List<Callable<Seen>> shards = new ArrayList<>();
      for (int number = 1; number <= run.shards(); number++) {
        int each = number;
        shards.add(() -> shard(each));
      }
      List<Seen> seen = new ArrayList<>();
      for (Future<Seen> each : all.invokeAll(shards)) {
        seen.add(each.get());
      }
      List<Instant> starts = new ArrayList<>(List.of(leading.get()));
      seen.forEach(each -> starts.add(each.start()));
      Instant entered = last(seen.stream().map(Seen::entered).toList());
      Instant known = last(seen.stream().map(Seen::known).toList());
      List<Instant> begun = seen.stream().map(Seen::begun).sorted().toList();
      return new Begin(
          starts,
          Duration.between(first, entered),
          Duration.between(entered, known),
          Duration.between(begun.get(0), last(begun)),
          Duration.between(known, starts.get(0)));
    } finally {
      backend.leave();
      all.shutdownNow();
    }
  }

  private static Instant last(List<Instant> times) {
    return times.stream().max(Instant::compareTo).orElseThrow();
  }
}
