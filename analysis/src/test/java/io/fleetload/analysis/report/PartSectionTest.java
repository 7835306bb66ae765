// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class PartSectionTest {
  private static ObjectNode result() {
    ObjectNode result = RichResult.tree();
    result.put("measuredSeconds", 10.0);
    ObjectNode telemetry = (ObjectNode) result.at("/flows/telemetry");
    telemetry.put("sent", 1_000);
    ObjectNode parts = telemetry.putObject("parts");
    part(parts, "waitingForConnection", 0.25);
    part(parts, "receiving", 0.75);
    telemetry.putObject("bytes").put("sent", 1_234_500).put("received", 300_000);
    return result;
  }

  private static void part(ObjectNode parts, String name, double mean) {
    parts.putObject(name).put("count", 997).put("mean", mean).put("p99", 1.125);
  }

  @Test
  void theTableSaysWhereTheTimeGoesToAThousandthOfAMillisecond() {
    assertThat(new Report(result(), null).html())
        .contains("<h2>Where the time goes</h2>")
        .contains("<td>waiting for connection</td>")
        .contains(
            "data-figure=\"flows.telemetry.parts.waitingForConnection.mean\""
                + " data-value=\"0.25\">0.25<")
        .contains("<td class=\"n\">25 %</td>")
        .contains("<td class=\"n\">75 %</td>")
        .contains(
            "data-figure=\"flows.telemetry.parts.receiving.p99\" data-value=\"1.125\">1.125<");
  }

  @Test
  void theTargetsClockIsNamedBesideThePartsThatItSplits() {
    ObjectNode result = result();
    ObjectNode clock = ((ObjectNode) result.path("devices")).putObject("targetClock");
    clock.put("offsetMs", -40.5).put("uncertaintyMs", 1.25).put("correctedMs", -40.5);
    clock.put("samples", 1_000).put("withoutTime", 3).put("contradicting", 0);
    assertThat(new Report(result, null).html())
        .contains("That clock is 40.5 ms behind the devices’, ± 1.25 ms (1,000 samples).")
        .contains("The parts are corrected by it. 3 answers have no time.");

    clock.put("contradicting", 7);
    assertThat(new Report(result, null).html())
        .contains("7 of its 1,000 times contradict others")
        .doesNotContain("That clock is");
  }

  @Test
  void bytesAreToldInAllOfEachMessageAndOfEachSecond() {
    assertThat(new Report(result(), null).html())
        .contains("<h2>Bytes on the connections</h2>")
        .contains("data-figure=\"flows.telemetry.bytes.sent\" data-value=\"1234500\">1,234,500<")
        .contains("<td class=\"n\">1,234.5</td>")
        .contains("<td class=\"n\">300</td>")
        .contains("<td class=\"n\">123.5</td>")
        .contains("<td class=\"n\">30</td>");
  }

  @Test
  void aRunWhoseDriverTellsNothingHasNeitherTable() {
    assertThat(new Report(RichResult.tree(), null).html())
        .doesNotContain("Where the time goes", "Bytes on the connections");
  }
}
