// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A hostile command line for every program that users start as a jar; what their command lines have
 * in common is tested with the classes that they have in common.
 */
class HostileJarsIT {
  private static final int MOST_LINES = 21;
  private static final int LONGEST_LINE = 1_100;
  private static final String LONG = "x".repeat(1_000);

  @ParameterizedTest
  @CsvSource({
    "provisioning/target/provisioning.jar, verify /dev/zero",
    "device-simulator/target/device-simulator.jar, --shard=99999999999/0",
    "backend-simulator/target/backend-simulator.jar, --backend=0/0 /dev/zero",
    "calibration/target/calibration.jar, --seed=1e999",
    "campaign/target/campaign.jar, run /dev/zero",
    "hono-deploy/embedded/target/hono-embedded.jar, --coap-port=99999999999",
    "packs/arion/embedded/target/arion-embedded.jar, --port=99999999999",
    "packs/jt808/embedded/target/jt808-embedded.jar, --port=99999999999",
    "packs/mqtt/embedded/target/mqtt-embedded.jar, --port=99999999999",
    "packs/ngsi/embedded/target/ngsi-embedded.jar, --port=99999999999"
  })
  void eachIsRefusedAsTheUsersMistake(String jar, String ofItsOwn) throws Exception {
    List<String> hostile = new ArrayList<>(List.of(ofItsOwn.split(" ")));
    hostile.addAll(List.of("--no-such=" + LONG, "\u001b[2J\u202e", LONG, "a\nb"));
    refused(jar, hostile.toArray(String[]::new));
  }

  private static void refused(String jar, String... arguments) throws Exception {
    try (CommandRun run = CommandRun.jar(jar, List.of(arguments))) {
      assertThat(run.exit()).as("%s %s: %s", jar, List.of(arguments), run.err()).isEqualTo(2);
      assertThat(run.err()).isNotBlank();
      assertThat(run.err().lines())
          .as("%s %s", jar, List.of(arguments))
          .hasSizeLessThanOrEqualTo(MOST_LINES)
          .allSatisfy(
              line ->
                  assertThat(line)
                      .hasSizeLessThan(LONGEST_LINE)
                      .doesNotContain("x".repeat(201))
                      .matches("[^\\p{Cntrl}\\u202e]*"));
    }
  }
}
