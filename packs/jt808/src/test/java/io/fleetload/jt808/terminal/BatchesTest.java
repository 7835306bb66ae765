// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.jt808.Fleet;
import io.fleetload.jt808.Platform;
import io.fleetload.jt808.Spoken;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchesTest {
  private static final int LOCATION_HEX = 2 * (2 + 28);

  private static Spoken batch(Platform.Line line, int type, int locations) throws Exception {
    Spoken batch = line.read();
    assertThat(batch.id()).isEqualTo(0x0704);
    assertThat(batch.body()).startsWith("%04x%02x001c".formatted(locations, type));
    assertThat(batch.body()).hasSize(6 + locations * LOCATION_HEX);
    return batch;
  }

  private static void assertOutcome(Fleet fleet, List<Integer> numbers, String outcome)
      throws Exception {
    for (int n : numbers) {
      assertThat(fleet.outcomes.next()).isEqualTo("location " + n + " " + outcome);
    }
  }

  @Test
  void aBatchThatIsFullGoesAtOnceAndEachOfItsLocationsHasItsOutcome() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), "", ", batch: { size: 3 }")) {
      Platform.Line line = fleet.open(platform);
      for (int n = 0; n < 6; n++) {
        fleet.send("location", n);
      }
      Spoken first = batch(line, 0, 3);
      Spoken second = batch(line, 0, 3);
      line.say(second.acknowledged(0), first.acknowledged(1));
      assertOutcome(fleet, List.of(3, 4, 5), "succeeded");
      assertOutcome(fleet, List.of(0, 1, 2), "failed protocol.result.1");
    }
  }

  @Test
  void aBatchThatWaitedLongGoesAsItIs() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), "", ", batch: { size: 30, within: 50ms }")) {
      Platform.Line line = fleet.open(platform);
      fleet.sendTogether(2, fleet.now());
      line.say(batch(line, 0, 2).acknowledged(0));
      assertOutcome(fleet, List.of(0, 1), "succeeded");
    }
  }

  @Test
  void alertsAndHeartbeatsDoNotWaitForABatch() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), "", ", batch: { size: 30 }")) {
      Platform.Line line = fleet.open(platform);
      fleet.send("location", 0);
      fleet.send("alert", 0);
      fleet.send("heartbeat", 0);
      assertThat(line.read().id()).isEqualTo(0x0200);
      assertThat(line.read().id()).isEqualTo(0x0002);
    }
  }

  @Test
  void aLocationThatIsGivenUpIsNoLongerInItsBatch() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), "", ", batch: { size: 2 }")) {
      Platform.Line line = fleet.open(platform);
      fleet.sendAndGiveUp(9);
      fleet.send("location", 0);
      fleet.send("location", 1);
      line.say(batch(line, 0, 2).acknowledged(0));
      assertOutcome(fleet, List.of(0, 1), "succeeded");
      assertThat(fleet.faults()).isZero();
    }
  }

  @Test
  void whatWaitsForItsBatchFailsWithTheConnectionAndIsNotSentOverTheNext() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), "", ", batch: { size: 2 }")) {
      Platform.Line line = fleet.open(platform);
      fleet.send("location", 0);
      line.cut();
      assertOutcome(fleet, List.of(0), "failed transport.disconnected");
      assertThat(fleet.outcomes.next()).isEqualTo("session 0 ended");
      line = fleet.open(platform);
      fleet.send("location", 1);
      fleet.send("location", 2);
      line.say(batch(line, 0, 2).acknowledged(0));
      assertOutcome(fleet, List.of(1, 2), "succeeded");
    }
  }

  @Test
  void aTerminalThatLeavesSendsWhatWaits() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), "", ", batch: { size: 30 }")) {
      Platform.Line line = fleet.open(platform);
      fleet.send("location", 0);
      fleet.call(link -> link.close());
      batch(line, 0, 1);
      assertThat(line.read().id()).isEqualTo(0x0003);
    }
  }

  @Test
  void theBlindSpotGoesAsABatchOfItsKindInFramesOfTwenty() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address())) {
      Platform.Line line = fleet.open(platform);
      fleet.sendTogether(25, Fleet.BEFORE_IT_CONNECTED);
      line.say(batch(line, 1, 20).acknowledged(0), batch(line, 1, 5).acknowledged(0));
      assertOutcome(fleet, IntStream.range(0, 25).boxed().toList(), "succeeded");
      fleet.send("location", 25);
      assertThat(line.read().id()).isEqualTo(0x0200);
    }
  }

  @Test
  void aProfileWithoutBlindSpotsSendsLateLocationsOneByOne() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), "", ", blindSpot: false")) {
      Platform.Line line = fleet.open(platform);
      fleet.sendTogether(1, Fleet.BEFORE_IT_CONNECTED);
      assertThat(line.read().id()).isEqualTo(0x0200);
    }
  }
}
