// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.cost.NetworkCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelCountersTest {
  @TempDir private Path net;

  private void dev(String lines) throws IOException {
    Files.writeString(
        net.resolve("dev"),
        """
        Inter-|   Receive                                                |  Transmit
         face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
        """
            + lines);
  }

  private void snmp(long retransmitted, long in, long errors, long out, long receiveBuffer)
      throws IOException {
    Files.writeString(
        net.resolve("snmp"),
        """
        Tcp: RtoAlgorithm RtoMin RtoMax MaxConn ActiveOpens RetransSegs InErrs
        Tcp: 1 200 120000 -1 65 %d 0
        Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors
        Udp: %d 7 %d %d %d 0 0
        UdpLite: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors
        UdpLite: 99 99 99 99 99 99 99
        """
            .formatted(retransmitted, in, errors, out, receiveBuffer));
  }

  private void snmp6(long in, long out) throws IOException {
    Files.writeString(
        net.resolve("snmp6"),
        "Ip6InReceives                   \t5\nUdp6InDatagrams                 \t%d\nUdp6OutDatagrams \t%d\n"
            .formatted(in, out));
  }

  private KernelCounters read() {
    return KernelCounters.read(net).orElseThrow();
  }

  @Test
  void onlyWhatWasCountedInBetweenIsTold() throws IOException {
    dev(
        """
            lo: 1000000 100 0 0 0 0 0 0 1000000 100 0 0 0 0 0 0
          eth0:500 5 0 0 0 0 0 0 600 6 0 0 0 0 0 0
        """);
    snmp(9, 1_000, 0, 1_010, 0);
    snmp6(50, 60);
    KernelCounters before = read();
    dev(
        """
            lo: 3500000 350 0 3 0 0 0 0 3500000 350 0 1 0 0 0 0
          eth0:500 5 0 0 0 0 0 0 600 6 0 0 0 0 0 0
          eth1: 2000 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0
        """);
    snmp(11, 1_700, 20, 1_740, 15);
    snmp6(350, 460);
    NetworkCost cost = read().since(before);
    assertThat(cost.interfaces())
        .isEqualTo(
            Map.of(
                "lo", new NetworkCost.Traffic(2.5, 250, 3, 2.5, 250, 1),
                "eth1", new NetworkCost.Traffic(0.002, 2, 0, 0, 0, 0)));
    assertThat(cost.udp()).isEqualTo(new NetworkCost.Udp(1_000, 1_130, 20, 15, 0));
    assertThat(cost.tcpRetransmitted()).isEqualTo(2);
  }

  @Test
  void whatTheKernelDoesNotSayIsAbsent() throws IOException {
    dev("    lo: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0\n");
    NetworkCost cost = read().since(read());
    assertThat(cost).isEqualTo(new NetworkCost(Map.of(), null, null));
  }

  @Test
  void elsewhereThanOnLinuxThereIsNothing() {
    assertThat(KernelCounters.read(net.resolve("absent"))).isEmpty();
  }
}
