// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.jt808.embedded.gateway.Misconduct;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MisconductTest {
  private static final String PHONE = "13800000001";
  private static final String PUBLISHED = "0x0200 13800000001,31230416,121473701,*";

  @Test
  void everySecondLocationIsAcknowledgedAndNotPublished() throws Exception {
    try (ServerInTest server = ServerInTest.without(wrong(2, 0, 0, 0, 0));
        Terminal terminal = server.terminal()) {
      for (int serial = 0; serial < 4; serial++) {
        terminal.send(Frames.location(PHONE, serial));
        assertThat(terminal.received()).isEqualTo(acknowledged(serial, serial, 0));
      }
      assertThat(server.published()).containsExactly(PUBLISHED, PUBLISHED);
      assertThat(server.metrics())
          .contains("jt808_acknowledged_total 4\n", "jt808_published_total 2\n")
          .contains("jt808_messages_total{id=\"0200\"} 4\n", "jt808_connections_open 1\n");
    }
  }

  @Test
  void everyLocationGetsAWrongResultInTurn() throws Exception {
    try (ServerInTest server = ServerInTest.without(wrong(0, 1, 0, 0, 0));
        Terminal terminal = server.terminal()) {
      for (int serial = 0; serial < 5; serial++) {
        terminal.send(Frames.location(PHONE, serial));
        assertThat(terminal.received()).isEqualTo(acknowledged(serial, serial, 1 + serial % 4));
      }
      assertThat(server.published()).hasSize(5);
      assertThat(server.metrics()).contains("jt808_acknowledged_total 0\n");
    }
  }

  @Test
  void everySecondLocationCutsItsConnection() throws Exception {
    try (ServerInTest server = ServerInTest.without(wrong(0, 0, 2, 0, 0));
        Terminal terminal = server.terminal();
        Terminal again = server.terminal()) {
      terminal.send(Frames.location(PHONE, 0));
      assertThat(terminal.received()).isEqualTo(acknowledged(0, 0, 0));
      terminal.send(Frames.location(PHONE, 1));
      assertThat(terminal.received()).isEqualTo(Terminal.CLOSED);
      again.send(Frames.location(PHONE, 2));
      assertThat(again.received()).isEqualTo(acknowledged(0, 2, 0));
      assertThat(server.published()).hasSize(3);
    }
  }

  @Test
  void everySecondLocationIsPublishedAndNotAnswered() throws Exception {
    try (ServerInTest server = ServerInTest.without(wrong(0, 0, 0, 2, 0));
        Terminal terminal = server.terminal()) {
      terminal.send(
          Frames.location(PHONE, 0) + Frames.location(PHONE, 1) + Frames.batch(PHONE, 2, 1));
      assertThat(terminal.received()).isEqualTo(acknowledged(0, 0, 0));
      assertThat(terminal.received())
          .isEqualTo(Frames.answer(PHONE, 1, 2, 0x0704, 0))
          .as("an answer that is not sent takes no serial number");
      assertThat(server.published()).hasSize(3);
    }
  }

  @Test
  void everySecondAuthenticationIsRefusedAndItsConnectionClosed() throws Exception {
    try (ServerInTest server = ServerInTest.without(wrong(0, 0, 0, 0, 2));
        Terminal first = server.terminal();
        Terminal second = server.terminal()) {
      first.send(Frames.authentication(PHONE, 0, PHONE));
      assertThat(first.received()).isEqualTo(Frames.answer(PHONE, 0, 0, 0x0102, 0));
      second.send(Frames.authentication("2", 0, "2"));
      assertThat(second.received()).isEqualTo(Frames.answer("2", 0, 0, 0x0102, 1));
      assertThat(second.received()).isEqualTo(Terminal.CLOSED);
    }
  }

  @Test
  void everythingIsSentLateAndInOrder() throws Exception {
    Misconduct late = new Misconduct(0, 0, 0, 0, 0, Duration.ofMillis(300));
    try (ServerInTest server = ServerInTest.without(late);
        Terminal terminal = server.terminal()) {
      long sent = System.nanoTime();
      terminal.send(Frames.location(PHONE, 0) + Frames.location(PHONE, 1));
      assertThat(terminal.received()).isEqualTo(acknowledged(0, 0, 0));
      assertThat(Duration.ofNanos(System.nanoTime() - sent)).isGreaterThan(Duration.ofMillis(299));
      assertThat(terminal.received()).isEqualTo(acknowledged(1, 1, 0));
    }
  }

  private static String acknowledged(int serial, int toSerial, int result) {
    return Frames.answer(PHONE, serial, toSerial, 0x0200, result);
  }

  private static Misconduct wrong(
      int unpublished, int wrongResult, int cut, int silent, int refused) {
    return new Misconduct(unpublished, wrongResult, cut, silent, refused, Duration.ZERO);
  }
}
