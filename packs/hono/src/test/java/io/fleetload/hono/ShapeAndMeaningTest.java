// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A profile with mistakes of both kinds, in its shape and in what it means. */
class ShapeAndMeaningTest {
  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void profiles() {
    profiles = new Profiles(directory, Map.of());
  }

  private List<String> refusal(String text) {
    return profiles
        .refusal(text)
        .lines()
        .map(line -> line.replaceFirst("(: [^:]*):.*", "$1"))
        .toList();
  }

  @Test
  void allSixMistakesAreToldAtOnce() {
    assertThat(
            refusal(
                """
                run: { name: test, sed: 7 }
                tenant: { id: "t/1" }
                devices: { count: fifty, psk: { derivedFrom: one, random: true } }
                phases: { measure: 20s }
                target: { coap: "host:70000" }
                flows:
                  telemetry: { rate: 600 }
                thresholds: [flows.telemetri.failed == 0]
                """))
        .containsExactly(
            "FILE:1: run.sed",
            "FILE:2: tenant.id",
            "FILE:3: devices.count",
            "FILE:3: devices.psk",
            "FILE:5: target.coap",
            "FILE:7: flows.telemetry.rate",
            "FILE:8: thresholds[0]");
  }

  /** Each of these has one mistake; what follows from it is not told as another. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "count: 50|count: fifty",
        "count: 50|count: 0",
        "count: 50|",
        "devices: { count: 50 }|",
        "tenant: { id: tload }|",
        "measure: 20s|measure: 20",
        "measure: 20s|",
        "telemetry:|telemetri:",
        "telemetry: { rate: 20/s }|telemetry: 20/s",
        "telemetry: { rate: 20/s }|telemetry: { rate: { from: 1 } }",
        "rate: 20/s, ttd: 10s|rate: 20/s, ttd: ten",
        "phases: { measure: 20s }|phases: [measure]",
        "run: { name: test }|run: test"
      })
  void whatFollowsFromAMistakeIsNotTold(String change) {
    String[] parts = change.split("\\|", -1);
    String text = Profiles.good(parts[0], parts[1]) + "thresholds: [flows.telemetry.failed == 0]\n";
    assertThat(refusal(text)).hasSize(1);
  }
}
