// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.foreign.ForeignRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BenchOutputTest {
  @Test
  void theLastLineOfEachCounterCounts() throws Exception {
    ForeignRun run =
        BenchOutput.read(Files.readString(Path.of("src/test/resources/emqtt-bench-output.txt")))
            .orElseThrow();
    assertThat(run.seconds()).isEqualTo(60);
    assertThat(run.requests()).isEqualTo(3000);
    assertThat(run.failed()).isEqualTo(30);
    assertThat(run.rate()).isEqualTo(50);
    assertThat(run.connected()).isEqualTo(100);
    assertThat(run.responseMs()).isEmpty();
    assertThat(run.notes()).anyMatch(each -> each.startsWith("2950 messages were received"));
  }

  @Test
  void aProgramThatOnlyConnectsOrReceivesSaysNothingOfWhatWasSent() {
    ForeignRun run =
        BenchOutput.read("\r1d1h connect_succ total=7 rate=7.00/sec\r\n").orElseThrow();
    assertThat(run.requests()).isNull();
    assertThat(run.failed()).isNull();
    assertThat(run.rate()).isNull();
    assertThat(run.connected()).isEqualTo(7);
  }

  @Test
  void anotherTextIsNone() {
    assertThat(BenchOutput.read("pub total=60 rate=1.00/sec")).isEmpty();
  }
}
