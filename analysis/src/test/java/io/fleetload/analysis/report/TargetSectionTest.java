// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Golden;
import org.junit.jupiter.api.Test;

class TargetSectionTest {
  private static final Golden WORDS = Golden.of("report");

  private static String section(String target) throws JsonProcessingException {
    return new Report(new ObjectMapper().readTree("{\"target\": " + target + "}"), null)
        .content()
        .path("body")
        .asText();
  }

  @Test
  void whatIsKnownOfTheNetworkStandsThere() throws JsonProcessingException {
    String section =
        section(
            """
            {"processes": [{"name": "adapter", "udpDropped": 1234, "networkSentMb": 2.5}],
             "network": {"interfaces": {"lo": {"receivedMb": 7.25, "receivedPackets": 900,
               "receiveDrops": 1, "sentMb": 7.25, "sentPackets": 900, "sendDrops": 2}},
               "udp": {"received": 600, "sent": 640, "receiveBufferErrors": 40},
               "tcpRetransmitted": 3}}
            """);
    WORDS.holds("the network of the target", PageSentences.lines(section, "UDP"));
    assertThat(section)
        .contains("bad\" data-figure=\"target.processes.0.udpDropped\" data-value=\"1234\"")
        .contains("data-figure=\"target.processes.0.networkSentMb\" data-value=\"2.5\"")
        .contains("data-figure=\"target.network.interfaces.lo.sentMb\" data-value=\"7.25\"")
        .containsPattern("UDP: 600 .*, 640 .*, 40 .*")
        .contains("TCP: 3 ");
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
    String section =
        section(
            """
            {"processes": [{"name": "adapter:8088", "cpuSeconds": 5, "peakJvmMemoryMb": 256.4}],
             "parts": {"included": ["adapter"], "withoutPage": ["kafka", "infinispan"]}}
            """);
    WORDS.holds("parts of the cost", PageSentences.lines(section, "In this cost"));
    assertThat(section)
        .containsSubsequence("In this cost: adapter.", "infinispan")
        .contains("memory in the JVM")
        .contains("data-figure=\"target.processes.0.peakJvmMemoryMb\"");
    assertThat(section("{\"processes\": [{\"name\": \"adapter\", \"cpuSeconds\": 5}]}"))
        .doesNotContain("In this cost")
        .doesNotContain("JVM");
  }

  @Test
  void theReasonOf503IsSaidWhereThereIsOne() throws JsonProcessingException {
    String section =
        section(
            """
            {"processes": [], "amqp": {"noCredit": 2551, "timeouts": 1286,
              "warmUp": {"noCredit": 7, "timeouts": 8}}}
            """);
    WORDS.holds("the reasons of 5.03", PageSentences.lines(section, "5.03"));
    assertThat(section)
        .containsSubsequence("5.03: 2,551 ", " 1,286 ", " 7 ", " 8.")
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
    WORDS.holds("the cost in a short run", PageSentences.lines(ofARun(1_000, 20), "processor"));
    WORDS.holds("the cost in a long run", PageSentences.lines(ofARun(99_400, 300), "processor"));
    assertThat(ofARun(1_000, 20)).contains("from 1,600 messages in 20 seconds");
    assertThat(ofARun(99_400, 300)).doesNotContain("from 100,000 messages");
  }
}
