// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Datagrams through the proxy, to a server and back. */
class UdpProxyTest {
  private static final int LONG_ENOUGH_MILLIS = 10_000;
  private DatagramSocket server;
  private DatagramSocket client;
  private UdpProxy proxy;

  @BeforeEach
  void open() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    server = new DatagramSocket(0, here);
    client = new DatagramSocket(0, here);
    server.setSoTimeout(LONG_ENOUGH_MILLIS);
    client.setSoTimeout(LONG_ENOUGH_MILLIS);
    proxy = new UdpProxy(new InetSocketAddress(here, server.getLocalPort()));
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    server.close();
    client.close();
  }

  private static FaultWindow always(LinkFault fault) {
    return FaultWindow.between(0, 3_600, fault);
  }

  private void begin(FaultWindow... windows) {
    proxy.begin(new Link(1, List.of(windows)));
  }

  private void send(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    String address = proxy.address();
    int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
    client.send(
        new DatagramPacket(
            bytes, bytes.length, new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
  }

  private static DatagramPacket packet(DatagramSocket at) throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[100], 100);
    at.receive(packet);
    return packet;
  }

  private static String text(DatagramPacket packet) {
    return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.US_ASCII);
  }

  private void awaitTaken(int datagrams) {
    while (proxy.done().passed() + proxy.done().lost() < datagrams) {
      Thread.onSpinWait();
    }
  }

  private String received() throws IOException {
    return text(packet(server));
  }

  @Test
  void aDatagramPassesInBothDirections() throws IOException {
    send("question");
    DatagramPacket question = packet(server);
    byte[] answer = "answer".getBytes(StandardCharsets.US_ASCII);
    server.send(new DatagramPacket(answer, answer.length, question.getSocketAddress()));

    assertThat(text(question)).isEqualTo("question");
    assertThat(text(packet(client))).isEqualTo("answer");
  }

  @Test
  void whatIsLostNeverArrivesAndIsCounted() throws IOException {
    begin(always(new LinkFault.Loss(0.5)));
    for (int i = 0; i < 100; i++) {
      send("" + i);
    }
    awaitTaken(100);
    List<String> arrived = new ArrayList<>();
    while (arrived.size() < proxy.done().passed()) {
      arrived.add(received());
    }

    assertThat(arrived).hasSizeBetween(30, 70).doesNotHaveDuplicates();
    assertThat(proxy.done().lost()).isEqualTo(100 - arrived.size());
  }

  @Test
  void aBlackholeTakesEverything() throws IOException {
    begin(always(new LinkFault.Blackhole()));
    send("one");
    awaitTaken(1);
    begin();
    send("two");

    assertThat(received()).isEqualTo("two");
    assertThat(proxy.done().lost()).isEqualTo(1);
  }

  @Test
  void aDuplicateComesTwice() throws IOException {
    begin(always(new LinkFault.Duplication(1)));
    send("one");

    assertThat(List.of(received(), received())).containsOnly("one");
    assertThat(proxy.done().copied()).isEqualTo(1);
  }

  @Test
  void whatIsHeldBackIsOvertaken() throws IOException {
    begin(always(new LinkFault.Reordering(1, Duration.ofMillis(200))));
    send("first");
    awaitTaken(1);
    begin();
    send("second");

    assertThat(List.of(received(), received())).containsExactly("second", "first");
  }

  @Test
  void aDelayIsAtLeastAsLongAsItIsAsked() throws IOException {
    begin(always(new LinkFault.Delay(Duration.ofMillis(50), Duration.ofMillis(20))));
    long sent = System.nanoTime();
    send("late");
    received();

    assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(50_000_000L);
  }

  @Test
  void aClientThatWasForgottenComesFromAnotherPortAndMissesTheAnswerToTheFormer()
      throws IOException {
    send("before");
    DatagramPacket before = packet(server);
    begin(always(new LinkFault.NewPorts(1)));
    send("after");
    DatagramPacket after = packet(server);
    for (DatagramPacket each : List.of(before, after)) {
      server.send(new DatagramPacket(each.getData(), each.getLength(), each.getSocketAddress()));
    }

    assertThat(after.getPort()).isNotEqualTo(before.getPort());
    assertThat(text(packet(client))).isEqualTo("after");
    assertThat(proxy.done().newPorts()).isEqualTo(1);
  }
}
