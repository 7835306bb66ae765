// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.run.Shard;
import io.fleetload.rig.Home;
import io.fleetload.stamp.RunId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the two sides of a run are told of it. */
class PlannedRunTest {
  private static final Path FILE = Home.path("profiles", "quickstart.yaml");
  private static final List<String> ENDPOINTS = List.of("target.coap=127.0.0.1:5684");

  private static GivenProfile given() throws Exception {
    return GivenProfile.read(FILE, List.of("devices.count=7", "phases.measure=5s"));
  }

  @Test
  void bothSidesAreGivenTheProfileAsTheUserGaveItAndTheTarget() throws Exception {
    PlannedRun run =
        new PlannedRun(
            given(),
            Shards.NONE,
            Backends.ONE,
            null,
            RunId.parse("1f"),
            null,
            Path.of("out"),
            MetricsPorts.SCRAPED,
            Map.of());

    assertThat(run.ofDevices(ENDPOINTS))
        .containsExactly(
            FILE.toString(),
            "--set=devices.count=7",
            "--set=phases.measure=5s",
            "--set=target.coap=127.0.0.1:5684",
            "--json",
            "--until-stdin-closes",
            "--run-id=1f",
            "--when-told",
            "--metrics-port=9101",
            "--out=out");
    assertThat(run.ofBackend(ENDPOINTS))
        .startsWith(FILE.toString(), "--set=devices.count=7")
        .endsWith("--run-id=1f", "--when-told", "--metrics-port=9102", "--out=out", "--same-host");
  }

  @Test
  void aShardIsToldWhichItIsWhereTheyMeetAndWhereItsBookGoes() throws Exception {
    PlannedRun run =
        new PlannedRun(
            given(),
            new Shards(2),
            Backends.ONE,
            null,
            RunId.parse("1f"),
            null,
            Path.of("/out"),
            MetricsPorts.NONE,
            Map.of());

    assertThat(run.ofShard(List.of(), new Shard(2, 2)))
        .endsWith(
            "--run-id=1f",
            "--when-told",
            "--set=coordination.directory='/out/coordination'",
            "--set=coordination.kafka=null",
            "--set=coordination.backend=false",
            "--shard=2/2",
            "--out=/out/shard-2");
    assertThat(run.ofBackend(List.of()))
        .as("each of them may have read the clock at another time")
        .endsWith("--out=/out", "--set=coordination=null", "--shards=2", "--same-host");
  }

  @Test
  void oneOfSeveralBackendsIsToldWhichItIsAndWhereItsBookGoes() throws Exception {
    PlannedRun run =
        new PlannedRun(
            given(),
            Shards.NONE,
            new Backends(2),
            null,
            RunId.parse("1f"),
            null,
            Path.of("/out"),
            MetricsPorts.NONE,
            Map.of());

    assertThat(run.ofBackend(List.of(), new Shard(2, 2)))
        .endsWith(
            "--run-id=1f", "--when-told", "--backend=2/2", "--out=/out/backend-2", "--same-host");
  }

  @Test
  void everyRunHasAnIdOfItsOwn() throws Exception {
    GivenProfile given = given();

    assertThat(PlannedRun.unsharded(given, null, Path.of("a")).runId())
        .isNotEqualTo(PlannedRun.unsharded(given, null, Path.of("b")).runId());
  }

  @Test
  void furtherOverridesWinOverThoseBefore() throws Exception {
    GivenProfile more = given().with(List.of("devices.count=9"));

    assertThat(more.profile().devices().count()).isEqualTo(9);
    assertThat(more.overrides())
        .containsExactly("devices.count=7", "phases.measure=5s", "devices.count=9");
  }
}
