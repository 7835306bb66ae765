// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.wire.LayerException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MqttSessionTest {
  private static final long SECOND = 1_000_000_000L;
  private final SessionUnderTest test = new SessionUnderTest(MqttVersion.V5);

  @ParameterizedTest
  @CsvSource({
    "V3, 1, version",
    "V3, 2, clientId",
    "V3, 3, unavailable",
    "V3, 4, credentials",
    "V3, 5, credentials",
    "V5, 0x84, version",
    "V5, 0x86, credentials",
    "V5, 0x87, credentials",
    "V5, 0x97, quota",
    "V5, 0x9f, connectionRate",
    "V5, 0xf0, other"
  })
  void aRefusalHasAName(MqttVersion version, String code, String name) {
    SessionUnderTest each = new SessionUnderTest(version);
    each.connect(true, PropertyBlock.EMPTY, SessionLimits.DEFAULT);
    ConnAckPacket refusal = new ConnAckPacket(false, Integer.decode(code), PropertyBlock.EMPTY);
    each.from(to -> to.connAck(version, refusal));
    assertThat(each.takeHeard()).containsExactly("ended protocol.mqtt." + name);
    assertThat(each.ends.get(0).refused()).isTrue();
    assertThat(each.ends.get(0).code()).isEqualTo(Integer.decode(code));
    assertThat(each.stream.open).isFalse();
    assertThat(each.session.isOpen()).isFalse();
  }

  @Test
  void eachCauseHasANameOfItsOwn() {
    Set<String> names = new HashSet<>();
    for (MqttCause each : MqttCause.values()) {
      assertThat(names.add(each.cause().key())).as(each.name()).isTrue();
      assertThat(each.cause().key()).matches("protocol\\.mqtt\\.[a-zA-Z]+");
      assertThat(each.meaning()).isNotBlank();
    }
    assertThat(MqttCause.of(0x87)).isEqualTo(MqttCause.NOT_AUTHORIZED);
    assertThat(MqttCause.of(0x10)).isEqualTo(MqttCause.OTHER);
    for (int code = 0x80; code <= 0xa2; code++) {
      assertThat(MqttCause.of(code)).as("%x", code).isNotEqualTo(MqttCause.OTHER);
    }
  }

  @Test
  void aDisconnectOfTheServerHasItsNameAndWhereToGo() {
    test.open(true, false, PropertyBlock.EMPTY);
    PropertyBlock reference =
        PropertyBlock.builder().text(MqttProperty.SERVER_REFERENCE, "other:1883").build();
    test.from(to -> to.disconnect(MqttVersion.V5, 0x9c, reference));
    assertThat(test.takeHeard())
        .containsExactly("connected", "ended protocol.mqtt.useAnotherServer");
    assertThat(test.ends.get(0).serverReference()).contains("other:1883");
    assertThat(test.stream.open).isFalse();
  }

  @Test
  void anExchangeOfAuthenticationIsRefusedByName() {
    test.connect(true, PropertyBlock.EMPTY, SessionLimits.DEFAULT);
    test.from(to -> to.auth(0x18, PropertyBlock.EMPTY));
    assertThat(test.takeHeard()).containsExactly("ended protocol.mqtt.extendedAuthentication");
  }

  @ParameterizedTest
  @EnumSource(MqttVersion.class)
  void aSessionThatTheClientDidNotAskForIsRefused(MqttVersion version) {
    SessionUnderTest each = new SessionUnderTest(version).open(true, true, PropertyBlock.EMPTY);
    assertThat(each.takeHeard()).containsExactly("ended protocol.mqtt.foreignSession");
  }

  @Test
  void aClientOfTheOlderVersionTakesASessionThatItDoesNotKnow() {
    SessionUnderTest older =
        new SessionUnderTest(MqttVersion.V3).open(false, true, PropertyBlock.EMPTY);
    assertThat(older.takeHeard()).containsExactly("connected");
    test.open(false, true, PropertyBlock.EMPTY);
    assertThat(test.takeHeard()).containsExactly("ended protocol.mqtt.foreignSession");
  }

  @Test
  void theEndOfAConnectionSaysHowFarItCame() {
    test.connect(true, PropertyBlock.EMPTY, SessionLimits.DEFAULT);
    test.session.ended(null);
    test.session.begin(
        ConnectPacket.of(MqttVersion.V5, true, 1, "me"), SessionLimits.DEFAULT, new FakeStream());
    test.session.ended(new IOException("refused"));
    test.session.begin(
        ConnectPacket.of(MqttVersion.V5, true, 1, "me"), SessionLimits.DEFAULT, new FakeStream());
    test.session.ended(new LayerException("not trusted", null));
    assertThat(test.ends)
        .extracting(MqttEnd::cause)
        .containsExactly(
            Cause.Transport.DISCONNECTED, Cause.Transport.UNREACHABLE, Cause.Transport.HANDSHAKE);
    assertThat(test.ends).allSatisfy(each -> assertThat(each.refused()).isTrue());
  }

  @Test
  void leavingSaysSoAndEndsNothingByItself() {
    test.open(true, false, PropertyBlock.EMPTY);
    test.publish("t", 1, "m");
    test.session.disconnect(4, PropertyBlock.EMPTY);
    assertThat(test.stream.taken()).containsExactly("PUBLISH 1 t q1", "DISCONNECT 4");
    assertThat(test.stream.open).isFalse();
    assertThat(test.stream.lost).isFalse();
    assertThat(test.takeHeard()).containsExactly("connected", "dropped m transport.disconnected");
  }

  @Test
  void losingSaysNothing() {
    test.open(true, false, PropertyBlock.EMPTY);
    test.session.lose(Cause.Transport.TIMEOUT);
    assertThat(test.stream.lost).isTrue();
    assertThat(test.stream.taken()).isEmpty();
    assertThat(test.takeHeard()).containsExactly("connected");
  }

  @Test
  void aPingIsSentBeforeTheKeepAliveIsOver() {
    test.open(true, false, PropertyBlock.EMPTY);
    test.loop.pass(8 * SECOND);
    assertThat(test.written()).isEmpty();
    test.publish("t", 0, null);
    test.loop.pass(8 * SECOND);
    assertThat(test.written()).containsExactly("PUBLISH 0 t q0");
    test.loop.pass(2 * SECOND);
    assertThat(test.written()).containsExactly("PINGREQ");
    test.from(to -> to.ping(PacketType.PINGRESP));
    test.loop.pass(10 * SECOND);
    assertThat(test.written()).containsExactly("PINGREQ");
    assertThat(test.takeHeard()).containsExactly("connected");
  }

  @Test
  void theKeepAliveOfTheServerCounts() {
    test.open(
        true, false, PropertyBlock.builder().number(MqttProperty.SERVER_KEEP_ALIVE, 600).build());
    test.loop.pass(530 * SECOND);
    assertThat(test.written()).isEmpty();
    test.loop.pass(20 * SECOND);
    assertThat(test.written()).containsExactly("PINGREQ");
  }

  @Test
  void noKeepAliveNeedsNoPing() {
    test.open(
        true, false, PropertyBlock.builder().number(MqttProperty.SERVER_KEEP_ALIVE, 0).build());
    test.loop.pass(100_000 * SECOND);
    assertThat(test.written()).isEmpty();
  }

  @Test
  void aServerThatDoesNotAnswerPingsIsLeft() {
    test.open(true, false, PropertyBlock.EMPTY);
    test.loop.pass(9 * SECOND + SECOND / 2);
    assertThat(test.written()).containsExactly("PINGREQ");
    test.loop.pass(11 * SECOND);
    assertThat(test.takeHeard()).containsExactly("connected", "ended protocol.mqtt.noPingResponse");
    assertThat(test.stream.lost).isTrue();
  }

  @Test
  void manySessionsArePingedEachInItsTime() {
    int count = 3_000;
    MqttSession[] sessions = new MqttSession[count];
    FakeStream[] streams = new FakeStream[count];
    for (int i = 0; i < count; i++) {
      SessionUnderTest heard = new SessionUnderTest(MqttVersion.V3);
      sessions[i] = new MqttSession(test.shared, heard);
      streams[i] = new FakeStream();
      sessions[i].begin(
          ConnectPacket.of(MqttVersion.V3, true, 1 + i % 200, "c" + i),
          SessionLimits.DEFAULT,
          streams[i]);
      sessions[i].connected();
      test.server.connAck(MqttVersion.V3, new ConnAckPacket(false, 0, PropertyBlock.EMPTY));
      sessions[i].received(test.server.take());
      streams[i].taken();
    }
    test.loop.pass(50 * SECOND);
    for (int i = 0; i < count; i++) {
      int seconds = 1 + i % 200;
      boolean pinged = streams[i].packets.contains("PINGREQ");
      // Those of a second or less are left: no answer comes to their pings.
      assertThat(pinged).as("%s s", seconds).isEqualTo(seconds <= 55);
    }
  }

  @Test
  void theEndOfOneSessionMayEndOthersOfTheSameTick() {
    List<MqttSession> sessions = new ArrayList<>();
    List<String> ended = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int number = i;
      SessionUnderTest heard =
          new SessionUnderTest(MqttVersion.V3) {
            @Override
            public void ended(MqttEnd end) {
              ended.add("s" + number);
              // Whichever is looked at next, on either side.
              sessions.get((number + 1) % 6).lose(Cause.Transport.OTHER);
              sessions.get((number + 5) % 6).lose(Cause.Transport.OTHER);
            }
          };
      MqttSession session = new MqttSession(test.shared, heard);
      sessions.add(session);
      session.begin(
          ConnectPacket.of(MqttVersion.V3, true, 10, "c" + i),
          SessionLimits.DEFAULT,
          new FakeStream());
      session.connected();
      test.server.connAck(MqttVersion.V3, new ConnAckPacket(false, 0, PropertyBlock.EMPTY));
      session.received(test.server.take());
    }
    test.loop.pass(30 * SECOND);
    assertThat(ended).hasSizeBetween(2, 3);
    assertThat(sessions).noneMatch(MqttSession::isOpen);
  }

  @Test
  void aNewConnectionDoesNotGetWhatWasWrittenForTheOneBefore() {
    test.open(true, false, PropertyBlock.EMPTY);
    test.publish("old", 0, null);
    FakeStream before = test.stream;
    test.session.ended(null);
    test.open(true, false, PropertyBlock.EMPTY);
    assertThat(test.written()).isEmpty();
    assertThat(before.taken()).isEmpty();
  }

  @Test
  void sessionsThatTakeTurnsKeepTheirPacketsApart() {
    SessionUnderTest[] both = {test, new SessionUnderTest(MqttVersion.V5)};
    MqttSession second = new MqttSession(test.shared, both[1]);
    FakeStream stream = new FakeStream();
    test.open(true, false, PropertyBlock.EMPTY);
    second.begin(ConnectPacket.of(MqttVersion.V5, true, 1, "other"), SessionLimits.DEFAULT, stream);
    second.connected();
    test.server.connAck(MqttVersion.V5, new ConnAckPacket(false, 0, PropertyBlock.EMPTY));
    second.received(test.server.take());
    stream.taken();
    for (int i = 0; i < 3; i++) {
      test.publish("a" + i, 0, null);
      second.publish(MqttPublish.of("b" + i, new byte[0], 0), null);
    }
    assertThat(test.written())
        .containsExactly("PUBLISH 0 a0 q0", "PUBLISH 0 a1 q0", "PUBLISH 0 a2 q0");
    assertThat(stream.taken())
        .containsExactly("PUBLISH 0 b0 q0", "PUBLISH 0 b1 q0", "PUBLISH 0 b2 q0");
  }
}
