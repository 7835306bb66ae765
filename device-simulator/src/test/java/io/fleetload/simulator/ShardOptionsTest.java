// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Carriers;
import io.fleetload.results.run.Shard;
import io.fleetload.results.run.Tenants;
import io.fleetload.rig.Golden;
import io.fleetload.rig.HandClock;
import io.fleetload.scenario.Scenario;
import io.fleetload.simulator.start.FlowStart;
import io.fleetload.simulator.start.StartAtOnce;
import io.fleetload.simulator.start.StartAtTime;
import io.fleetload.simulator.start.StartTogether;
import io.fleetload.stamp.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardOptionsTest {
  private static final String PLAIN =
      """
      run: { name: test }
      tenant: { id: t }
      devices: { count: 50, psk: { derivedFrom: secret } }
      phases: { measure: 2s }
      flows: { telemetry: { rate: 10/s } }
      """;
  private static final String MEETING =
      PLAIN + "coordination: { directory: meet, backend: false }\n";
  private static final String WITH_BACKEND = PLAIN + "coordination: { directory: meet }\n";

  private final HandClock clock = new HandClock(Instant.parse("2026-11-21T18:00:00Z"));
  @TempDir private Path directory;

  /** At an option, with what is named; the golden file keeps the words. */
  private static void refused(ThrowingCallable options, String option, String... what) {
    assertThatThrownBy(options)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(option + ": ")
        .hasMessageContainingAll(what)
        .message()
        .satisfies(line -> Golden.of("shards").holds(option + " " + String.join(" ", what), line));
  }

  private FlowStart start(String shard, String startAt, String profile, String runId)
      throws Exception {
    Path file = Files.writeString(directory.resolve("mine.yaml"), profile);
    return new ShardOptions(shard, startAt)
        .start(
            (HonoProfile) Scenario.read(file, List.of(), Map.of()).profile(),
            file,
            runId == null ? null : RunId.parse(runId),
            clock,
            line -> {});
  }

  @ParameterizedTest
  @CsvSource({
    "6/5, 1/5 to 5/5",
    "0/5, 1/5 to 5/5",
    "0/0, 1/1 to 1/1",
    "2, 2/5",
    "-1/5, 2/5",
    "two/5, 2/5",
  })
  void aShardOutOfRangeIsOneLine(String shard, String expected) {
    refused(
        () -> new ShardOptions(shard, null).own(fleet(50, 50)),
        "--shard",
        "\"" + shard + "\"",
        expected);
  }

  @Test
  void everyShardHasADevice() throws UsageException {
    refused(
        () -> new ShardOptions("2/51", null).own(fleet(50, 50)),
        "--shard",
        "2/51",
        "50 devices",
        "devices.count");
    assertThat(new ShardOptions("50/50", null).own(fleet(50, 50)).count()).isEqualTo(1);
    assertThat(new ShardOptions(null, null).own(fleet(50, 50))).isEqualTo(ShardDevices.all(50));
  }

  @Test
  void aGatewayIsOfOneShardAsAllItsDevicesAre() throws UsageException {
    ShardDevices second = new ShardOptions("2/5", null).own(fleet(50, 10));
    assertThat(second.devices())
        .containsExactlyElementsOf(
            ShardDevices.everyKth(50, Shard.parse("2/5")).devices().boxed().toList());
    assertThat(new ShardOptions("2/5", null).own(fleet(20, 7)).devices())
        .as("gateways 1 and 6 send for them")
        .containsExactly(1, 6, 8, 13, 15);
    Tenants several =
        new Tenants(List.of(new Tenants.TenantShare("a", 3), new Tenants.TenantShare("b", 1)));
    Carriers shared = new Carriers(several, 50, 10);
    assertThat(new ShardOptions("2/5", null).own(shared).devices())
        .hasSizeBetween(8, 12)
        .allMatch(device -> shared.session(device) % 5 == 1);
    assertThat(new ShardOptions("2/5", null).own(new Carriers(several, 50, 50)).count())
        .isEqualTo(10);
  }

  @Test
  void everyShardHasAGateway() throws UsageException {
    refused(
        () -> new ShardOptions("2/8", null).own(fleet(50, 7)),
        "--shard",
        "2/8",
        "7 gateways",
        "gateways.count");
    assertThat(new ShardOptions("7/7", null).own(fleet(50, 7)).count()).isEqualTo(7);
  }

  private static Carriers fleet(int devices, int sessions) {
    return new Carriers(Tenants.one("t"), devices, sessions);
  }

  @Test
  void threeShardsHoldFiftyThousandDevices() throws UsageException {
    assertThat(new ShardOptions("1/3", null).own(fleet(50_000, 50_000)).count()).isEqualTo(16_667);
    assertThat(new ShardOptions("2/3", null).own(fleet(50_000, 50_000)).count()).isEqualTo(16_667);
    assertThat(new ShardOptions("3/3", null).own(fleet(50_000, 50_000)).count()).isEqualTo(16_666);
  }

  @Test
  void shardsNeedOneIdAndOneTime() throws Exception {
    refused(() -> start("2/5", null, MEETING, null), "--shard", "--run-id");
    refused(() -> start("2/5", null, PLAIN, "1f"), "--shard", "--start-at", "coordination");
    assertThat(start("2/5", null, MEETING, "1f")).isInstanceOf(StartTogether.class);
    assertThat(start("2/5", "2026-11-21T18:05:00Z", MEETING, "1f"))
        .isEqualTo(new StartAtTime(Instant.parse("2026-11-21T18:05:00Z"), clock));
    assertThat(start(null, null, MEETING, null)).isEqualTo(new StartAtOnce());
    assertThat(start("1/1", null, PLAIN, null)).isEqualTo(new StartAtOnce());
  }

  @Test
  void whereABackendTakesPartEveryShardMeetsItAndNobodySaysWhenButIt() throws Exception {
    for (String shard : new String[] {"2/5", "1/1"}) {
      FlowStart together = start(shard, null, WITH_BACKEND, "1f");
      assertThat(together).isInstanceOf(StartTogether.class);
      assertThat(((StartTogether) together).shard()).isEqualTo(Shard.parse(shard));
      assertThatThrownBy(together::enter)
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("coordination: no backend ")
          .hasMessageContaining("run 1f");
    }
    assertThat(start(null, null, WITH_BACKEND, null)).isEqualTo(new StartAtOnce());
    refused(() -> start("1/1", null, WITH_BACKEND, null), "--shard", "--run-id");
    refused(
        () -> start("2/5", "2026-11-21T18:05:00Z", WITH_BACKEND, "1f"),
        "--start-at",
        "coordination.backend: false");
  }

  @Test
  void aTimeThatIsNoneOrPastIsOneLine() throws Exception {
    refused(() -> start(null, "18:00", PLAIN, null), "--start-at", "\"18:00\"", "UTC");
    FlowStart past = start(null, "2026-11-21T18:00:00Z", PLAIN, null);
    refused(past::enter, "--start-at", "2026-11-21T18:00:00Z");
  }

  @Test
  void aFleetThatIsNotConnectedInTimeDoesNotBegin() throws Exception {
    FlowStart start = start(null, "2026-11-21T18:01:00Z", PLAIN, null);
    start.enter();
    clock.pass(Duration.ofSeconds(59));
    start.stillPossible("49 of 50 sessions were");
    assertThat(start.agreed().join()).isEqualTo(Instant.parse("2026-11-21T18:01:00Z"));
    clock.pass(Duration.ofSeconds(1));
    assertThatThrownBy(() -> start.stillPossible("49 of 50 sessions were"))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("--start-at: ")
        .hasMessageContainingAll("2026-11-21T18:01:00Z", "49 of 50", "phases.connect.rate")
        .message()
        .satisfies(m -> Golden.of("shards").holds("a fleet that was not connected in time", m));
  }
}
