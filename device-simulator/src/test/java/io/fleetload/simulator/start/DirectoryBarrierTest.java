package io.fleetload.simulator.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Span;
import io.fleetload.results.Shard;
import io.fleetload.rig.HandClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryBarrierTest {
  private static final String TOGETHER =
      "; run 1f does not begin: its shards begin together or not at all";

  private final HandClock clock = new HandClock(Instant.parse("2026-11-21T18:00:00Z"));
  @TempDir private Path directory;

  private DirectoryBarrier barrier(String runId, String shard) {
    return new DirectoryBarrier(directory, runId, Shard.parse(shard), Span.parse("2m"), clock);
  }

  private List<DirectoryBarrier> entered(int of) throws Exception {
    List<DirectoryBarrier> shards = new ArrayList<>();
    for (int number = 1; number <= of; number++) {
      DirectoryBarrier each = barrier("1f", number + "/" + of);
      each.enter();
      shards.add(each);
    }
    return shards;
  }

  @Test
  void allAgreeOnOneTimeOnceTheLastIsReady() throws Exception {
    List<DirectoryBarrier> shards = entered(3);
    for (DirectoryBarrier each : shards.subList(0, 2)) {
      clock.pass(Duration.ofSeconds(10));
      each.ready();
      assertThat(each.look()).isEmpty();
    }
    clock.pass(Duration.ofSeconds(10));
    shards.get(2).ready();
    Instant start = shards.get(1).look().orElseThrow();
    assertThat(start).isEqualTo(clock.instant().plus(DirectoryBarrier.MARGIN));
    clock.pass(Duration.ofSeconds(1));
    for (DirectoryBarrier each : shards) {
      assertThat(each.look()).contains(start);
    }
  }

  @Test
  void whoIsMissingIsNamedAndNobodyBeginsWithoutThem() throws Exception {
    List<DirectoryBarrier> shards = entered(5);
    shards.get(1).ready();
    clock.pass(Duration.ofMinutes(1));
    shards.get(0).ready();
    shards.get(3).ready();
    clock.pass(Duration.ofSeconds(59));
    assertThat(shards.get(1).look()).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    String line = "run.barrier: no shard 3/5, 5/5 within 2m" + TOGETHER;
    failed(shards.get(1), line);
    // Both have come, and the others have their time to wait; but one is gone.
    shards.get(2).ready();
    shards.get(4).ready();
    for (DirectoryBarrier each : shards) {
      failed(each, line);
    }
  }

  private static void failed(StartBarrier shard, String line) {
    assertThatThrownBy(shard::look).isInstanceOf(TargetException.class).hasMessage(line);
  }

  @Test
  void theOthersNeedNotWaitForOneThatGivesUp() throws Exception {
    List<DirectoryBarrier> shards = entered(2);
    shards.get(0).ready();
    shards.get(1).giveUp("the CoAP adapter at a:1 is not reachable\nsecond line");
    failed(
        shards.get(0),
        "run.barrier: shard 2/2 gave up: the CoAP adapter at a:1 is not reachable" + TOGETHER);
  }

  @Test
  void whatIsAgreedStaysAgreed() throws Exception {
    List<DirectoryBarrier> shards = entered(2);
    for (DirectoryBarrier each : shards) {
      each.ready();
    }
    Instant start = shards.get(0).look().orElseThrow();
    shards.get(0).giveUp("it was stopped");
    clock.pass(Duration.ofMinutes(5));
    assertThat(shards.get(1).look()).contains(start);
  }

  @Test
  void aDecisionThatIsBeingWrittenIsNone() throws Exception {
    List<DirectoryBarrier> shards = entered(1);
    shards.get(0).ready();
    Path decision = directory.resolve("1f").resolve("decision");
    Files.writeString(decision, "start 2026-11-21T18:0");
    assertThat(shards.get(0).look()).isEmpty();
    clock.pass(Duration.ofMinutes(2));
    failed(
        shards.get(0),
        "run.barrier: %s was begun and never written; the shard that did so is gone"
            .formatted(decision));
    Files.writeString(decision, "start 2026-11-21T18:00:30Z\n");
    assertThat(shards.get(0).look()).contains(Instant.parse("2026-11-21T18:00:30Z"));
  }

  @Test
  void runsAreToldApartByTheirIds() throws Exception {
    List<DirectoryBarrier> earlier = entered(1);
    earlier.get(0).ready();
    assertThat(earlier.get(0).look()).isPresent();
    DirectoryBarrier next = barrier("2f", "1/1");
    next.enter();
    next.ready();
    assertThat(next.look()).isPresent();
    refused(
        barrier("1f", "1/1"),
        "run.barrier: shard 1/1 of run 1f was at %s already; give every run a --run-id of its own"
            .formatted(directory.resolve("1f")));
  }

  @Test
  void shardsThatCountDifferentlyAreNoRun() throws Exception {
    barrier("1f", "2/3").enter();
    refused(
        barrier("1f", "1/5"),
        "run.barrier: this is shard 1/5, but shard 2/3 of run 1f is at %s; all need one number of"
                .formatted(directory.resolve("1f"))
            + " shards");
  }

  @Test
  void aDirectoryThatIsNoneIsOneLine() throws Exception {
    Path file = Files.writeString(directory.resolve("1f"), "");
    refused(
        barrier("1f", "1/5"),
        ("run.barrier: cannot write to %s (FileAlreadyExistsException: %s); give a directory that"
                + " all shards can write to")
            .formatted(file, file));
  }

  private static void refused(StartBarrier shard, String line) {
    assertThatThrownBy(shard::enter).isInstanceOf(UsageException.class).hasMessage(line);
  }

  @Test
  void aStartThatIsSeenTooLateIsNotKept() throws Exception {
    List<DirectoryBarrier> shards = entered(1);
    shards.get(0).ready();
    StartTogether start = new StartTogether(shards.get(0), Shard.WHOLE, clock);
    assertThat(start.look()).contains(Instant.parse("2026-11-21T18:00:03Z"));
    clock.pass(Duration.ofMillis(3_250));
    assertThatThrownBy(start::look)
        .isInstanceOf(TargetException.class)
        .hasMessage(
            "run.barrier: shard 1/1 saw the start at 2026-11-21T18:00:03Z only 250 ms after it; the"
                + " hosts' clocks differ, or what they share is slow to show what another host"
                + " wrote");
  }
}
