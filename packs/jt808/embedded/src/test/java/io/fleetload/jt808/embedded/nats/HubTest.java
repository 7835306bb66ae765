// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.nats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HubTest extends BrokerTest {
  @Override
  Broker broker() {
    return new Hub(Hub.MAX_PENDING);
  }

  @Test
  void aMessageWithHeadersIsRefused() throws Exception {
    try (Broker hub = broker();
        RawClient client = new RawClient(hub.url())) {
      client.send("CONNECT {}\r\nHPUB s 12 14\r\n");
      assertThat(client.lines(1)).containsExactly("-ERR 'message headers not supported'");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void aClientThatDoesNotReadIsCutAndTheOthersGoOn() throws Exception {
    try (Hub hub = new Hub(1 << 20);
        RawClient slow = new RawClient(hub.url());
        RawClient publisher = new RawClient(hub.url())) {
      slow.send("CONNECT {}\r\nSUB s 1\r\nPING\r\n");
      assertThat(slow.lines(1)).containsExactly("PONG");
      String payload = "x".repeat(100_000);
      for (int i = 0; i < 200; i++) {
        publisher.send("PUB s 100000\r\n" + payload + "\r\n");
      }
      publisher.send("PING\r\n");
      assertThat(publisher.lines(1)).containsExactly("PONG");
      assertThat(slow.ended()).isTrue();
    }
  }
}
