package io.fleetload.results.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class TargetSectionTest {
  private static String section(String target) throws JsonProcessingException {
    return new TargetSection(new ObjectMapper().readTree("{\"target\": " + target + "}")).html();
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
    assertThat(section("null")).isEmpty();
  }
}
