// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GatewayTest {
  private static final String PHONE = "13800000001";

  private ServerInTest server;

  @BeforeEach
  void start() throws Exception {
    server = ServerInTest.without(ServerInTest.NONE);
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @Test
  void aLocationThatIsTooShortIsAcknowledgedAndNeverPublished() throws Exception {
    try (Terminal terminal = server.terminal()) {
      for (String body :
          new String[] {
            "",
            "00000000",
            Frames.locationBody("0000000000000000").substring(2),
            Frames.locationBody("0000000000000000") + "01",
            Frames.locationBody("0000000000000000") + "0104ff"
          }) {
        terminal.send(Frames.frame(0x0200, PHONE, 1, body));
        assertThat(terminal.received()).contains("0001020000");
      }
      assertThat(server.published()).isEmpty();
      assertThat(server.metrics()).contains("jt808_unreadable_total 5\n");
    }
  }

  @Test
  void aBatchOfWhichALocationIsMissingIsNotPublished() throws Exception {
    try (Terminal terminal = server.terminal()) {
      terminal.send(
          Frames.frame(0x0704, PHONE, 1, "000200001c" + Frames.locationBody("00".repeat(8))));
      assertThat(terminal.received()).isEqualTo(Frames.answer(PHONE, 0, 1, 0x0704, 0));
      assertThat(server.published()).isEmpty();
    }
  }

  @Test
  void placesReachNatsOverTheWholeRange() throws Exception {
    try (Terminal terminal = server.terminal()) {
      terminal.send(Frames.frame(0x0200, PHONE, 1, Frames.locationBody("ffffffff7e7d7e7d")));
      assertThat(terminal.received()).isEqualTo(Frames.answer(PHONE, 0, 1, 0x0200, 0));
      assertThat(server.published()).containsExactly("0x0200 13800000001,4294967295,2122153597,*");
    }
  }

  @Test
  void aPhoneIsFreeAtOnceWhenItsConnectionEnds() throws Exception {
    for (int time = 0; time < 200; time++) {
      Terminal terminal = server.terminal();
      terminal.send(Frames.location(PHONE, time));
      assertThat(terminal.received()).isEqualTo(Frames.answer(PHONE, 0, time, 0x0200, 0));
      if (time % 2 == 0) {
        terminal.close();
      } else {
        terminal.reset();
      }
    }
    assertThat(server.published()).hasSize(200);
  }

  @Test
  void whatIsSaidToBeEncryptedIsReadAsPlainAndAnsweredWithTheSameBit() throws Exception {
    try (Terminal terminal = server.terminal()) {
      terminal.send(Frames.encrypted(0x0200, PHONE, 1, Frames.locationBody("0000000100000002")));
      assertThat(terminal.received())
          .isEqualTo(Frames.encrypted(0x8001, PHONE, 0, "0001" + "0200" + "00"));
      assertThat(server.published()).containsExactly("0x0200 13800000001,1,2,*");
    }
  }

  @Test
  void aWrongLengthClosesTheConnection() throws Exception {
    try (Terminal terminal = server.terminal()) {
      // One byte less than the length says, and a checksum that fits.
      terminal.send("7e00020001013800000001000138" + "7e");
      assertThat(terminal.received()).isEqualTo(Terminal.CLOSED);
    }
  }

  @Test
  void fragmentsAreJoinedInWhateverOrderTheyComeAfterTheFirst() throws Exception {
    String body = Frames.locationBody("0000000100000002");
    try (Terminal terminal = server.terminal()) {
      terminal.send(fragment(1, body.substring(0, 20)));
      terminal.send(fragment(3, body.substring(40)));
      terminal.send(fragment(2, body.substring(20, 40)));
      assertThat(terminal.received()).isEqualTo(Frames.answer(PHONE, 0, 2, 0x0200, 0));
      assertThat(server.published()).containsExactly("0x0200 13800000001,1,2,*");
    }
  }

  private static String fragment(int number, String body) {
    return Frames.fragment(0x0200, PHONE, number, 3, body);
  }

  @Test
  void aCommandIsWrittenToItsTerminalAndTheAnswerPublished() throws Exception {
    try (Terminal terminal = server.terminal()) {
      terminal.send(Frames.registration(PHONE, 0)).received();
      assertThat(server.request("terminal.command", PHONE + " 8104 -")).isEqualTo("sent 1");
      assertThat(terminal.received()).isEqualTo(Frames.frame(0x8104, PHONE, 1, ""));
      assertThat(server.request("terminal.command", PHONE + " 8300 017e7d")).isEqualTo("sent 2");
      assertThat(terminal.received()).isEqualTo(Frames.frame(0x8300, PHONE, 2, "017e7d"));
      terminal.send(Frames.frame(0x0104, PHONE, 1, "000100"));
      terminal.send(Frames.frame(0x0001, PHONE, 2, "0002830000"));
      terminal.send(Frames.frame(0x0201, PHONE, 3, "ffff" + Frames.locationBody("00".repeat(8))));
      terminal.send(Frames.frame(0x0002, PHONE, 4, ""));
      assertThat(terminal.received()).isEqualTo(Frames.answer(PHONE, 3, 4, 0x0002, 0));
      assertThat(server.published())
          .startsWith("0x0104 13800000001,1,000100,*", "0x0001 13800000001,2,0002830000,*")
          .element(2)
          .asString()
          .startsWith("0x0201 13800000001,65535,ffff0000");
    }
  }

  @Test
  void aCommandForNobodyIsGoneAndAWrongOneIsSaidToBe() throws Exception {
    assertThat(server.request("terminal.command", PHONE + " 8104 -")).isEqualTo("gone");
    assertThat(server.request("terminal.command", PHONE + " 8104"))
        .startsWith("wrong: ")
        .contains("<phone> <id> <body");
    assertThat(server.request("terminal.command", PHONE + " 8104 0")).startsWith("wrong: ");
  }

  @Test
  void theReadyLineNamesWhatIsThere() {
    assertThat(server.ready())
        .matches(
            "\\{\"event\":\"ready\",\"tool\":\"jt808-server\",\"server\":\"127.0.0.1:\\d+\","
                + "\"nats\":\"nats://127.0.0.1:\\d+\",\"natsServer\":\"stand-in\","
                + "\"metrics\":\"http://127.0.0.1:\\d+/metrics\"}");
  }
}
