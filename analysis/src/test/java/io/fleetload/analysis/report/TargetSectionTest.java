// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class TargetSectionTest {
  private static String section(String target) throws JsonProcessingException {
    return new Report(new ObjectMapper().readTree("{\"target\": " + target + "}"), null)
        .content()
        .path("body")
        .asText();
  }

  @Test
  void whatIsKnownOfTheNetworkStandsThere() throws JsonProcessingException {
    assertThat(
            section(
                """
                {"processes": [{"name": "adapter", "udpDropped": 1234, "networkSentMb": 2.5}],
                 "network": {"interfaces": {"lo": {"receivedMb": 7.25, "receivedPackets": 900,
                   "receiveDrops": 1, "sentMb": 7.25, "sentPackets": 900, "sendDrops": 2}},
                   "udp": {"received": 600, "sent": 640, "receiveBufferErrors": 40},
                   "tcpRetransmitted": 3}}
                """))
        .contains("dropped at its sockets")
        .contains("bad\" data-figure=\"target.processes.0.udpDropped\" data-value=\"1234\"")
        .contains("data-figure=\"target.processes.0.networkSentMb\" data-value=\"2.5\"")
        .contains("data-figure=\"target.network.interfaces.lo.sentMb\" data-value=\"7.25\"")
        .contains("UDP: 600 datagrams received, 640 sent, 40 lost to full receive buffers.")
        .contains("TCP: 3 segments sent once more.");
  }

  @Test
  void aResultWithoutANetworkHasNoColumnsForIt() throws JsonProcessingException {
    assertThat(section("{\"processes\": [{\"name\": \"adapter\", \"cpuSeconds\": 5}]}"))
        .contains("target.processes.0.cpuSeconds")
        .doesNotContain("dropped")
        .doesNotContain("received")
        .doesNotContain("interface");
    assertThat(section("null")).doesNotContain("id=\"target\"");
  }

  @Test
  void whatIsInTheCostAndWhatIsNotIsSaid() throws JsonProcessingException {
    assertThat(
            section(
                """
                {"processes": [{"name": "adapter:8088", "cpuSeconds": 5, "peakJvmMemoryMb": 256.4}],
                 "parts": {"included": ["adapter"], "withoutPage": ["kafka", "infinispan"]}}
                """))
        .contains(
            "In this cost: adapter. Kafka and infinispan are not in this cost: no page given.")
        .contains("peak memory in the JVM")
        .contains("data-figure=\"target.processes.0.peakJvmMemoryMb\"");
    assertThat(section("{\"processes\": [{\"name\": \"adapter\", \"cpuSeconds\": 5}]}"))
        .doesNotContain("In this cost")
        .doesNotContain("JVM");
  }

  @Test
  void theReasonOf503IsSaidWhereThereIsOne() throws JsonProcessingException {
    assertThat(
            section(
                """
                {"processes": [], "amqp": {"noCredit": 2551, "timeouts": 1286,
                  "warmUp": {"noCredit": 7, "timeouts": 8}}}
                """))
        .contains("5.03: 2,551 requests found no AMQP credit, 1,286 timed out between")
        .contains("before the measured phase 7 and 8.")
        .contains("data-figure=\"target.amqp.noCredit\" data-value=\"2551\"");
    assertThat(section("{\"processes\": [], \"amqp\": {\"noCredit\": 0, \"timeouts\": 0}}"))
        .doesNotContain("5.03");
  }

  private static String ofARun(long sent, int seconds) throws JsonProcessingException {
    String result =
        """
        {"flows": {"event": {"sent": %d}, "telemetry": {"sent": 600}}, "measuredSeconds": %d,
         "target": {"cpuSecondsPerMillionMessages": 10863.1, "processes": []}}
        """;
    return new Report(new ObjectMapper().readTree(result.formatted(sent, seconds)), null)
        .content()
        .path("body")
        .asText();
  }

  @Test
  void aCostThatIsExtrapolatedFromAShortRunSaysFromWhat() throws JsonProcessingException {
    assertThat(ofARun(1_000, 20))
        .contains(
            "</strong> seconds of processor time for a million messages, from 1,600 messages in 20"
                + " seconds; a target in Java still compiles its code then, so a long run costs"
                + " less.</p>");
    assertThat(ofARun(99_400, 300))
        .contains("</strong> seconds of processor time for a million messages.</p>");
  }
}
