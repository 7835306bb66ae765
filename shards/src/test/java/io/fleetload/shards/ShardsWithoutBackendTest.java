// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import static io.fleetload.shards.CoordinationRig.failed;
import static io.fleetload.shards.CoordinationRig.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.rig.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The shards of a run agree among themselves on when to begin, over each store. */
@ParameterizedClass
@EnumSource(TestStore.Of.class)
class ShardsWithoutBackendTest {
  @Parameter private TestStore.Of kind;
  @TempDir private Path directory;
  private CoordinationRig rig;
  private HandClock clock;

  @BeforeEach
  void begin() {
    rig = new CoordinationRig(kind, directory, false);
    clock = rig.clock;
  }

  @Test
  void allAgreeOnOneTimeOnceTheLastIsReady() throws Exception {
    List<ShardCoordinator> shards = rig.entered(3);
    for (ShardCoordinator each : shards.subList(0, 2)) {
      clock.pass(Duration.ofSeconds(10));
      each.ready();
      assertThat(each.look()).isEmpty();
    }
    clock.pass(Duration.ofSeconds(10));
    shards.get(2).ready();
    shards.get(1).look();
    Instant start = shards.get(1).look().orElseThrow();
    assertThat(start).isEqualTo(clock.instant().plus(Attendance.MARGIN));
    clock.pass(Duration.ofSeconds(1));
    for (ShardCoordinator each : shards) {
      assertThat(each.look()).contains(start);
      assertThat(each.handIn(null)).as("nobody takes books in").isFalse();
    }
  }

  @Test
  void ofTwoThatDecideAtOnceAllObeyTheFirst() throws Exception {
    List<ShardCoordinator> shards = rig.entered(2);
    shards.get(0).ready();
    shards.get(1).ready();
    ShardCoordinator slower = shards.get(1);
    // Between what the first read and what it writes, the other decides.
    rig.store.way =
        entry -> {
          rig.store.way = each -> each;
          decide(slower);
          return entry;
        };
    shards.get(0).look();
    assertThat(rig.notes()).containsPattern("(?s)\"start\".*\"start\"");
    assertThat(shards.get(0).look())
        .contains(Instant.parse("2026-11-21T18:00:03Z"))
        .isEqualTo(slower.look());
  }

  private void decide(ShardCoordinator shard) {
    try {
      assertThat(shard.look()).isEmpty();
    } catch (TargetException | UsageException e) {
      throw new AssertionError(e);
    }
    clock.pass(Duration.ofMillis(40));
  }

  @Test
  void whoIsMissingIsNamedAndNobodyBeginsWithoutThem() throws Exception {
    List<ShardCoordinator> shards = rig.entered(5);
    shards.get(1).ready();
    clock.pass(Duration.ofMinutes(1));
    shards.get(0).ready();
    shards.get(3).ready();
    clock.pass(Duration.ofSeconds(59));
    shards.get(1).look();
    assertThat(shards.get(1).look()).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    shards.get(1).look();
    String[] line = {"no shard 3/5, 5/5 ", "2m", "run 1f"};
    failed(shards.get(1)::look, line);
    // Both have come, and the others have their time to wait; but one is gone.
    shards.get(2).ready();
    shards.get(4).ready();
    for (ShardCoordinator each : shards) {
      failed(each::look, line);
    }
  }

  @Test
  void theOthersNeedNotWaitForOneThatGivesUp() throws Exception {
    List<ShardCoordinator> shards = rig.entered(2);
    shards.get(0).ready();
    shards.get(1).giveUp("the CoAP adapter at a:1 is not reachable\nsecond line");
    failed(shards.get(0)::look, "shard 2/2 ", "the CoAP adapter at a:1", "run 1f");
  }

  @Test
  void whatIsAgreedStaysAgreed() throws Exception {
    List<ShardCoordinator> shards = rig.entered(2);
    for (ShardCoordinator each : shards) {
      each.ready();
    }
    shards.get(0).look();
    Instant start = shards.get(0).look().orElseThrow();
    shards.get(0).giveUp("it was stopped");
    shards.get(1).giveUp("it was stopped");
    clock.pass(Duration.ofMinutes(5));
    assertThat(shards.get(1).look()).contains(start);
  }

  @Test
  void anIdThatWasUsedBeforeIsRefused() throws Exception {
    ShardCoordinator earlier = rig.entered(1).get(0);
    refused(rig.shard("1/1"), "shard 1/1 ", "run 1f", "--run-id");
    earlier.ready();
    earlier.look();
    assertThat(earlier.look()).isPresent();
    refused(rig.shard("1/1"), "run 1f ", "2026-11-21T18:00:03Z", "shard 1/1 ", "--run-id");
    ShardCoordinator next = rig.shard("2f", "1/1", "digest", "2m");
    next.enter();
    next.ready();
    next.look();
    assertThat(next.look()).isPresent();
  }

  @Test
  void shardsThatCountDifferentlyOrHaveAnotherProfileAreNoRun() throws Exception {
    rig.shard("2/3").enter();
    refused(rig.shard("1/5"), "shard 1/5 counts 5", "shard 2/3 ", "run 1f counts 3");
    refused(
        rig.shard("1f", "1/3", "other", "2m"),
        "shard 1/3 ",
        "another profile",
        "shard 2/3 ",
        "run 1f",
        "--set");
  }
}
