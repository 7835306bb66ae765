// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.TargetException;
import io.fleetload.profile.Span;
import io.fleetload.results.run.Shard;
import io.fleetload.rig.Golden;
import io.fleetload.rig.HandClock;
import io.fleetload.shards.Participant;
import io.fleetload.shards.ShardCoordinator;
import io.fleetload.shards.SharedRun;
import io.fleetload.shards.log.DirectoryStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartTogetherTest {
  private final HandClock clock = new HandClock(Instant.parse("2026-11-21T18:00:00Z"));
  @TempDir private Path directory;

  private StartTogether shard(String text) {
    Shard shard = Shard.parse(text);
    SharedRun run =
        new SharedRun(
            new DirectoryStore(directory), "1f", shard.of(), "digest", false, Span.parse("2m"));
    return new StartTogether(
        new ShardCoordinator(run, Participant.shard(shard), clock, Duration.ZERO, refused -> {}),
        shard,
        clock);
  }

  @Test
  void theFlowsBeginWhenAllAgreed() throws Exception {
    StartTogether first = shard("1/2");
    StartTogether second = shard("2/2");
    first.enter();
    second.enter();
    assertThat(first.waitsFor()).startsWith("shard 1/2 ");
    CompletableFuture<Instant> agreed = first.agreed();
    assertThat(second.agreed().join())
        .isEqualTo(Instant.parse("2026-11-21T18:00:03Z"))
        .isEqualTo(agreed.join());
  }

  @Test
  void oneThatGivesUpEndsTheWaitOfTheOthers() throws Exception {
    StartTogether first = shard("1/2");
    StartTogether second = shard("2/2");
    first.enter();
    second.enter();
    CompletableFuture<Instant> agreed = first.agreed();
    second.giveUp("it was stopped");
    assertThatThrownBy(agreed::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("coordination: shard 2/2 ")
        .hasMessageContainingAll("it was stopped", "run 1f");
  }

  @Test
  void aStartThatIsSeenTooLateIsNotKept() throws Exception {
    StartTogether first = shard("1/2");
    StartTogether second = shard("2/2");
    first.enter();
    second.enter();
    CompletableFuture<Instant> early = first.agreed();
    assertThat(second.agreed().join()).isEqualTo(early.join());
    clock.pass(Duration.ofMillis(3_250));
    assertThatThrownBy(second.agreed()::join)
        .cause()
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("coordination: shard 2/2 ")
        .hasMessageContainingAll("2026-11-21T18:00:03Z", "250 ms")
        .message()
        .satisfies(m -> Golden.of("shards").holds("a start that a shard saw too late", m));
  }
}
