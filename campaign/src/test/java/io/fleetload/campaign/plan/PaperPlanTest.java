// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperPlanTest {
  private static final String MQTT = "packs/mqtt/profiles/large-fleet.yaml";
  private static final String HONO = "profiles/quickstart.yaml";
  private static final String ECHO = "packs/echo/profiles/quickstart.yaml";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # devices | every | connect | ports | memory | processor | connects | by        | shards
          28000     | 100s  | 2000/s  | 1     | 1      | 1         | 1        | ports     | 1
          28001     | 100s  | 2000/s  | 2     | 1      | 1         | 1        | ports     | 2
          1000000   | 100s  | 2000/s  | 36    | 2      | 1         | 1        | ports     | 40
          100000    | 100ms | 2000/s  | 4     | 1      | 27        | 1        | processor | 30
          1000000   | 100s  | 650000/s| 36    | 2      | 1         | 100      | connects  | 100
          """)
  void theLargestBoundDecidesHowManyShards(
      int devices,
      String every,
      String connect,
      int ports,
      int memory,
      int processor,
      int connects,
      String by,
      int count)
      throws Exception {
    ShardBudget need =
        Plans.of(
                MQTT,
                null,
                "devices.count=" + devices,
                "flows.reading.every=" + every,
                "phases.connect.rate=" + connect)
            .shards();

    assertThat(need.bounds().get(ShardBudget.PORTS).shards()).isEqualTo(ports);
    assertThat(need.bounds().get(ShardBudget.MEMORY).shards()).isEqualTo(memory);
    assertThat(need.bounds().get(ShardBudget.PROCESSOR).shards()).isEqualTo(processor);
    assertThat(need.bounds().get(ShardBudget.CONNECTS).shards()).isEqualTo(connects);
    assertThat(need.by()).isEqualTo(by);
    assertThat(need.count()).isEqualTo(count);
    assertThat(need.sessions()).isEqualTo((devices + count - 1) / count);
  }

  @ParameterizedTest
  @CsvSource({"1,1", "9,9", "10,10", "11,12", "36,40", "41,50", "81,100", "101,120", "701,800"})
  void aNumberOfShardsIsRoundedUp(int least, int nice) {
    assertThat(ShardBudget.nice(least)).isEqualTo(nice);
  }

  @Test
  void whatWasMeasuredHereIsWhatThePlanExpected() throws Exception {
    PaperPlan plan = Plans.of(MQTT, 20);

    // 129.5 MB at most, a book of 150 kB, 170 MB of the backend, as the page says.
    assertThat(plan.shards().memoryMb()).isCloseTo(130, within(3.0));
    assertThat(plan.books().shardBytes()).isCloseTo(167_000, within(20_000.0));
    assertThat(plan.backends().memoryMb()).isCloseTo(171, within(3.0));
    assertThat(plan.load().rate()).isCloseTo(2_000, within(1e-6));
    assertThat(plan.load().messages()).isCloseTo(220_000, within(1e-3));
    assertThat(plan.times().connecting()).isCloseTo(100, within(1e-9));
    assertThat(plan.pods()).isEqualTo(21);
  }

  @Test
  void aPackWithoutMeasuredCostsGetsCautiousOnesAndAWord() throws Exception {
    PaperPlan plan = Plans.of(ECHO, null, "devices.count=100000");

    assertThat(plan.notMeasured()).containsExactly("memory", "processor", "connects");
    assertThat(PlanText.lines(plan))
        .filteredOn(line -> line.contains("not measured for this pack"))
        .hasSize(3);
    assertThat(Plans.of(MQTT, null).notMeasured()).isEmpty();
  }

  @Test
  void answersAndReceiversCount() throws Exception {
    // Each query is answered, so its messages count twice; the answers arrive too.
    FleetLoad load =
        Plans.of(HONO, null, "flows={telemetry: {rate: 100/s}, commandQuery: {rate: 10/s}}").load();
    assertThat(load.rate()).isCloseTo(120, within(1e-9));
    assertThat(load.arrivalRate()).isCloseTo(120, within(1e-9));

    FleetLoad several = Plans.of(ECHO, null, "listeners=3", "flows={echo: {rate: 50/s}}").load();
    assertThat(several.rate()).isCloseTo(50, within(1e-9));
    assertThat(several.arrivalRate()).isCloseTo(150, within(1e-9));
  }

  @Test
  void aFlowOfAClosedModelIsNotCountedAndNamed() throws Exception {
    FleetLoad load = Plans.of(ECHO, null, "flows={echo: {closed: {users: 10}}}").load();

    assertThat(load.unknown()).containsExactly("echo");
    assertThat(load.rate()).isZero();
  }

  @Test
  void backendsFollowFromTheArrivalsAndPartitionsFromBoth() throws Exception {
    String flows = "flows={telemetry: {rate: %s/s}}";
    BackendBudget one = Plans.of(HONO, null, flows.formatted(21_700)).backends();
    BackendBudget two = Plans.of(HONO, null, flows.formatted(21_701)).backends();
    PaperPlan five = Plans.of(HONO, null, flows.formatted(100_000));

    assertThat(one.count()).isEqualTo(1);
    assertThat(two.count()).isEqualTo(2);
    assertThat(five.backends().count()).isEqualTo(5);
    assertThat(five.backends().wantedPartitions()).isEqualTo(5);
    assertThat(five.misfits()).anyMatch(each -> each.startsWith("topics: give each 5 partitions"));
  }

  @Test
  void provisioningOfAMillionIsMinutesAndItsDeadlineFits() throws Exception {
    PlanTimes times = Plans.of(HONO, null, "devices.count=1000000").times();

    assertThat(times.provisioning()).isCloseTo(45, within(0.1));
    assertThat(times.provisioningDeadline()).isEqualTo(901 + 900);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --shards:             | 20   | devices.count=1000000
          --shards:             | 1400 | devices.count=1000000
          --shards:             | 600  | devices.count=1000000
          flows: lower          |      | flows.reading.every=1s
          target: name an address |    | devices.count=1000
          devices.bind:         |      | devices.count=1000
          phases.warmUp:        |      | phases.warmUp=steady
          flows: give one       |      | subscribers.count=0
          coordination.directory: |    | coordination={directory: /shared}
          """)
  void whatWillNotFitIsALineThatSaysWhatToChange(String start, Integer shards, String override)
      throws Exception {
    List<String> misfits = new ArrayList<>(Plans.of(MQTT, shards, override).misfits());

    assertThat(misfits).anyMatch(each -> each.startsWith(start));
    assertThat(misfits).allMatch(each -> !each.contains("\n"));
  }

  @Test
  void whatFitsHasNoSuchLine() throws Exception {
    assertThat(
            Plans.of(
                    MQTT,
                    null,
                    "devices.count=1000000",
                    "devices.bind=[]",
                    "target.broker=tcp://broker:1883")
                .misfits())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // A node of 8 processors has 7.5 for pods: three shards, and a backend beside them.
    "8, 16, 40, 1, 14",
    "8, 16, 3, 0, 1",
    "8, 16, 3, 1, 1",
    "8, 16, 3, 2, 2",
    "16, 32, 40, 1, 6",
    "2, 4, 1, 0, 0",
    "64, 3, 4, 0, 4",
  })
  void nodesFollowFromTheRoomOfOne(
      double processors, double memory, int shards, int backends, int nodes) {
    assertThat(new NodeType("n", processors, memory, null).nodes(shards, backends))
        .isEqualTo(nodes);
  }
}
