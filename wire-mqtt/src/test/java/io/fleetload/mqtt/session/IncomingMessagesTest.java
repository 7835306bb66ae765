// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.packet.PacketFault;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IncomingMessagesTest {
  private static final PropertyBlock LASTING =
      PropertyBlock.builder().number(MqttProperty.SESSION_EXPIRY, 60).build();
  private final SessionUnderTest test = new SessionUnderTest(MqttVersion.V5);

  @ParameterizedTest
  @EnumSource(MqttVersion.class)
  void aMessageOfEachQosIsAcknowledged(MqttVersion version) {
    SessionUnderTest each = new SessionUnderTest(version).open(true, false, PropertyBlock.EMPTY);
    each.serverPublishes("a", 0, 0, false)
        .serverPublishes("b", 1, 7, false)
        .serverPublishes("c", 2, 7, false)
        .acknowledge(PacketType.PUBREL, 7, 0);
    assertThat(each.written()).containsExactly("PUBACK 7", "PUBREC 7", "PUBCOMP 7");
    assertThat(each.takeHeard()).containsExactly("connected", "got a q0", "got b q1", "got c q2");
  }

  @Test
  void theAcknowledgementsOfOneReadLeaveByOneWrite() {
    test.open(true, false, PropertyBlock.EMPTY);
    int before = test.stream.writes;
    test.from(
        to -> {
          for (int id = 1; id <= 50; id++) {
            MqttPublish message = MqttPublish.of("t", new byte[0], 1);
            to.publish(MqttVersion.V5, message, id, false, 0, false);
          }
        });
    assertThat(test.stream.writes).isEqualTo(before + 1);
    assertThat(test.written()).hasSize(50);
  }

  @Test
  void aMessageOfQos2ComesOnceHoweverOftenItIsSent() {
    test.connect(false, LASTING, SessionLimits.DEFAULT).answered(false, PropertyBlock.EMPTY);
    test.serverPublishes("c", 2, 7, false).serverPublishes("c", 2, 7, true);
    assertThat(test.written()).containsExactly("PUBREC 7", "PUBREC 7");
    test.session.ended(null);
    test.connect(false, LASTING, SessionLimits.DEFAULT).answered(true, PropertyBlock.EMPTY);
    test.serverPublishes("c", 2, 7, true)
        .acknowledge(PacketType.PUBREL, 7, 0)
        .acknowledge(PacketType.PUBREL, 7, 0)
        .serverPublishes("d", 2, 7, false);
    assertThat(test.written()).containsExactly("PUBREC 7", "PUBCOMP 7", "PUBCOMP 7 92", "PUBREC 7");
    assertThat(test.takeHeard())
        .containsExactly(
            "connected", "got c q2", "ended transport.disconnected", "connected", "got d q2");
  }

  @Test
  void aReleaseOfNothingIsReported() {
    test.open(true, false, PropertyBlock.EMPTY)
        .serverPublishes("c", 2, 7, false)
        .acknowledge(PacketType.PUBREL, 7, 0)
        .acknowledge(PacketType.PUBREL, 7, 0);
    assertThat(test.takeHeard()).containsExactly("connected", "got c q2", "unexpected PUBREL 7");
  }

  @Test
  void anotherSessionKnowsNoMessageOfTheOneBefore() {
    test.open(true, false, PropertyBlock.EMPTY).serverPublishes("c", 2, 7, false);
    test.session.ended(null);
    test.open(true, false, PropertyBlock.EMPTY).serverPublishes("d", 2, 7, false);
    assertThat(test.takeHeard()).contains("got c q2", "got d q2");
  }

  @Test
  void aSlowReceiverAcknowledgesLater() {
    test.acknowledges = false;
    test.open(true, false, PropertyBlock.EMPTY)
        .serverPublishes("a", 1, 1, false)
        .serverPublishes("b", 2, 2, false)
        .serverPublishes("b", 2, 2, true)
        .serverPublishes("c", 2, 3, false);
    assertThat(test.written()).isEmpty();
    test.session.acknowledge(2);
    test.session.acknowledge(1);
    test.session.acknowledge(1);
    test.session.acknowledge(3, 0x97);
    assertThat(test.written()).containsExactly("PUBREC 2", "PUBACK 1", "PUBREC 3 97");
    test.acknowledge(PacketType.PUBREL, 2, 0).serverPublishes("d", 2, 3, false);
    assertThat(test.written()).containsExactly("PUBCOMP 2");
    assertThat(test.takeHeard())
        .containsExactly("connected", "got a q1", "got b q2", "got c q2", "got d q2");
  }

  @Test
  void aServerThatSendsMoreThanTheReceiveMaximumIsReportedAndThenLeft() {
    PropertyBlock two = PropertyBlock.builder().number(MqttProperty.RECEIVE_MAXIMUM, 2).build();
    test.acknowledges = false;
    test.connect(true, two, SessionLimits.DEFAULT).answered(false, PropertyBlock.EMPTY);
    test.serverPublishes("a", 1, 1, false).serverPublishes("a", 2, 2, false);
    test.session.acknowledge(1);
    test.serverPublishes("a", 1, 3, false);
    assertThat(test.heard).containsExactly("connected", "got a q1", "got a q2", "got a q1");
    test.serverPublishes("a", 1, 4, false).serverPublishes("a", 1, 5, false);
    assertThat(test.heard).contains("unexpected PUBLISH 4", "unexpected PUBLISH 5");
    assertThat(test.ends).isEmpty();
    test.serverPublishes("a", 1, 6, false);
    assertThat(test.written()).containsExactly("PUBACK 1", "DISCONNECT 93");
    assertThat(test.ends.get(0).fault()).isEqualTo(PacketFault.RECEIVE_MAXIMUM);
    assertThat(test.ends.get(0).cause().key()).isEqualTo("protocol.mqtt.receiveMaximum");
    assertThat(test.stream.open).isFalse();
  }

  @Test
  void anAliasHasTheTopicThatItCameWith() {
    PropertyBlock two = PropertyBlock.builder().number(MqttProperty.ALIAS_MAXIMUM, 2).build();
    test.connect(true, two, SessionLimits.DEFAULT).answered(false, PropertyBlock.EMPTY);
    alias("a", 1, false);
    alias("b", 2, false);
    alias("", 1, true);
    alias("c", 1, false);
    alias("", 1, true);
    alias("", 2, true);
    assertThat(test.takeHeard())
        .containsExactly(
            "connected", "got a q0", "got b q0", "got a q0", "got c q0", "got c q0", "got b q0");
    alias("d", 3, false);
    assertThat(test.ends.get(0).fault()).isEqualTo(PacketFault.ALIAS);
    assertThat(test.written()).containsExactly("DISCONNECT 94");
  }

  @Test
  void anAliasHoldsInOneConnectionOnly() {
    PropertyBlock two = PropertyBlock.builder().number(MqttProperty.ALIAS_MAXIMUM, 2).build();
    test.connect(true, two, SessionLimits.DEFAULT).answered(false, PropertyBlock.EMPTY);
    alias("a", 1, false);
    test.session.ended(null);
    test.connect(true, two, SessionLimits.DEFAULT).answered(false, PropertyBlock.EMPTY);
    alias("", 1, true);
    assertThat(test.ends.get(1).fault()).isEqualTo(PacketFault.ALIAS);
  }

  private void alias(String topic, int alias, boolean noTopic) {
    MqttPublish message = MqttPublish.of(topic, new byte[0], 0);
    test.from(to -> to.publish(MqttVersion.V5, message, 0, false, alias, noTopic));
  }

  @Test
  void aServerThatBreaksARuleIsLeftWithItsCode() {
    test.open(true, false, PropertyBlock.EMPTY);
    test.session.received(ByteBuffer.wrap(HexFormat.of().parseHex("3003000261")));
    assertThat(test.written()).containsExactly("DISCONNECT 81");
    assertThat(test.ends.get(0).cause().key()).isEqualTo("protocol.mqtt.malformedPacket");
    assertThat(test.ends.get(0).fault()).isEqualTo(PacketFault.TOO_SHORT);
    assertThat(test.ends.get(0).refused()).isFalse();
  }
}
