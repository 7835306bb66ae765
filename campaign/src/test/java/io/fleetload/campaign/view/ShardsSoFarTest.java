// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.progress.ToolEvent;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShardsSoFarTest {
  private final ShardsSoFar shards = new ShardsSoFar(2);

  private static ToolEvent.Progress told(String phase, double left, double reached, double p99) {
    return new ToolEvent.Progress(
        "device-simulator",
        phase,
        left,
        Map.of("telemetry", new ToolEvent.FlowProgress(10.0, reached, 1, 2, p99)),
        20.0,
        new ToolEvent.DeviceProgress(25, 24, 100, p99 / 10, 100),
        null);
  }

  @Test
  void ratesAndCountsAreAddedAndTheLargestPercentileStandsForAll() {
    assertThat(shards.saw(1, told("measure", 12, 9, 30))).isEmpty();
    ToolEvent.Progress sum = shards.saw(2, told("measure", 12.5, 8, 50)).orElseThrow();
    assertThat(sum.flows())
        .containsEntry("telemetry", new ToolEvent.FlowProgress(20.0, 17, 2, 4, 50.0));
    assertThat(sum.devices()).isEqualTo(new ToolEvent.DeviceProgress(50, 48, 200, 5.0, 100));
    assertThat(sum.secondsLeft()).isEqualTo(12.5);
    assertThat(sum.shards()).isEqualTo(2);
    assertThat(sum.tool()).isEqualTo("device-simulator");
  }

  @Test
  void theRunIsAsFarAsTheShardThatIsLeastFar() {
    assertThat(shards.saw(1, told("drain", 9, 0, 0))).isEmpty();
    assertThat(shards.saw(2, told("measure", 1, 10, 5)))
        .hasValueSatisfying(sum -> assertThat(sum.phase()).isEqualTo("measure"));
  }

  @Test
  void aShardThatSaysNothingKeepsTheOthersFromNothing() {
    assertThat(shards.saw(1, told("measure", 12, 9, 30))).isEmpty();
    assertThat(shards.saw(1, told("measure", 11, 7, 30)))
        .hasValueSatisfying(sum -> assertThat(sum.flows().get("telemetry").reached()).isEqualTo(9));
  }

  @Test
  void whatBackendsReceivedIsAdded() {
    assertThat(shards.saw(1, received(90, 2, 1))).isEmpty();
    assertThat(shards.saw(2, received(80, 0, 3)).orElseThrow().receipts())
        .isEqualTo(new ToolEvent.Receipts(170, 2, 4));
  }

  private static ToolEvent.Progress received(long first, long duplicate, long outOfOrder) {
    return new ToolEvent.Progress(
        "backend-simulator",
        "receive",
        null,
        Map.of(),
        null,
        null,
        new ToolEvent.Receipts(first, duplicate, outOfOrder));
  }
}
