// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StickyTest {
  @Test
  void whatIsDueTogetherGoesInOneWrite() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), ", sticky: joined", "")) {
      Platform.Line line = fleet.open(platform);
      fleet.call(
          link -> {
            link.send(fleet.message("heartbeat", 0, 1, null), fleet.outcomes.of("heartbeat"));
            link.send(fleet.message("alert", 0, 1, null), fleet.outcomes.of("alert"));
            link.send(fleet.message("heartbeat", 3, 1, null), fleet.outcomes.of("heartbeat"));
          });
      assertThat(line.readOnce())
          .startsWith("7e00020000013800000000")
          .contains("7e7e0200001c013800000000")
          .contains("7e7e00020000013800000000")
          .endsWith("7e");
    }
  }

  @ParameterizedTest
  @CsvSource({"joined, 30%", "split, 10%", "split, 100%", "single, 100%"})
  void howeverFramesArePackedTheyAreRead(String sticky, String of2019) throws Exception {
    String devices = ", sticky: %s, version2019: %s".formatted(sticky, of2019);
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), devices, "")) {
      Platform.Line line = fleet.open(platform);
      for (int n : List.of(0, 3, 6, 9)) {
        fleet.send("location", n);
      }
      for (int n : List.of(0, 3, 6, 9)) {
        line.say(line.read().acknowledged(0));
        assertThat(fleet.outcomes.next()).isEqualTo("location " + n + " succeeded");
      }
      fleet.call(link -> link.close());
      assertThat(line.read().id()).isEqualTo(0x0003);
    }
  }
}
