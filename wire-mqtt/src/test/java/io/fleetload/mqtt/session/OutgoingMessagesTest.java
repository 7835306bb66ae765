// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.TopicSubscription;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OutgoingMessagesTest {
  private static final PropertyBlock LASTING =
      PropertyBlock.builder().number(MqttProperty.SESSION_EXPIRY, 60).build();
  private final SessionUnderTest test = new SessionUnderTest(MqttVersion.V5);

  @ParameterizedTest
  @EnumSource(MqttVersion.class)
  void aMessageOfEachQosGoesItsWay(MqttVersion version) {
    SessionUnderTest each = new SessionUnderTest(version).open(true, false, PropertyBlock.EMPTY);
    assertThat(each.publish("a", 0, "m0")).isEqualTo(Acceptance.WRITTEN);
    assertThat(each.publish("a", 1, "m1")).isEqualTo(Acceptance.WRITTEN);
    assertThat(each.publish("a", 2, "m2")).isEqualTo(Acceptance.WRITTEN);
    assertThat(each.written())
        .containsExactly("PUBLISH 0 a q0", "PUBLISH 1 a q1", "PUBLISH 2 a q2");

    each.acknowledge(PacketType.PUBREC, 2, 0).acknowledge(PacketType.PUBACK, 1, 0);
    assertThat(each.written()).containsExactly("PUBREL 2");
    each.acknowledge(PacketType.PUBCOMP, 2, 0);
    assertThat(each.takeHeard())
        .containsExactly("connected", "m2 PUBREC", "m1 PUBACK", "m2 PUBCOMP");
    assertThat(each.session.credit()).isEqualTo(65_535);
  }

  @Test
  void whatIsWrittenInATurnLeavesByOneWrite() {
    test.open(true, false, PropertyBlock.EMPTY);
    int before = test.stream.writes;
    for (int i = 0; i < 10; i++) {
      test.publish("a", 1, i);
    }
    assertThat(test.stream.writes).isEqualTo(before);
    assertThat(test.written()).hasSize(10);
    assertThat(test.stream.writes).isEqualTo(before + 1);
  }

  @Test
  void aMessageWithoutCreditWaitsForAnAcknowledgement() {
    PropertyBlock two = PropertyBlock.builder().number(MqttProperty.RECEIVE_MAXIMUM, 2).build();
    SessionLimits limits = SessionLimits.DEFAULT.withMaxQueued(2);
    test.connect(true, PropertyBlock.EMPTY, limits).answered(false, two);
    test.publish("a", 1, "m1");
    test.publish("a", 2, "m2");
    assertThat(test.session.credit()).isZero();
    assertThat(test.publish("a", 1, "m3")).isEqualTo(Acceptance.QUEUED);
    assertThat(test.publish("a", 1, "m4")).isEqualTo(Acceptance.QUEUED);
    assertThat(test.publish("a", 1, "m5")).isEqualTo(Acceptance.QUEUE_FULL);
    assertThat(test.publish("a", 0, "m6")).isEqualTo(Acceptance.WRITTEN);
    assertThat(test.written()).hasSize(3);

    test.acknowledge(PacketType.PUBREC, 2, 0);
    assertThat(test.written()).containsExactly("PUBREL 2");
    test.acknowledge(PacketType.PUBACK, 1, 0x10);
    assertThat(test.written()).containsExactly("PUBLISH 3 a q1");
    test.acknowledge(PacketType.PUBCOMP, 2, 0);
    assertThat(test.written()).containsExactly("PUBLISH 4 a q1");
    assertThat(test.takeHeard())
        .containsExactly(
            "connected", "m2 PUBREC", "m1 PUBACK 10", "written m3", "m2 PUBCOMP", "written m4");
  }

  @Test
  void aRefusalByPubrecEndsAMessageWithoutPubrel() {
    test.open(true, false, PropertyBlock.EMPTY);
    test.publish("a", 2, "m");
    test.acknowledge(PacketType.PUBREC, 1, 0x97);
    assertThat(test.written()).containsExactly("PUBLISH 1 a q2");
    assertThat(test.takeHeard()).containsExactly("connected", "m PUBREC 97");
    assertThat(test.session.credit()).isEqualTo(65_535);
  }

  @ParameterizedTest
  @EnumSource(MqttVersion.class)
  void aSessionThatIsPresentGetsAgainWhatItMayNotHave(MqttVersion version) {
    SessionUnderTest each = new SessionUnderTest(version);
    PropertyBlock asked = version == MqttVersion.V5 ? LASTING : PropertyBlock.EMPTY;
    each.connect(false, asked, SessionLimits.DEFAULT).answered(false, PropertyBlock.EMPTY);
    for (int i = 1; i <= 4; i++) {
      each.publish("t" + i, i == 2 ? 2 : 1, "m" + i);
    }
    each.publish("t5", 2, "m5");
    each.acknowledge(PacketType.PUBREC, 2, 0).acknowledge(PacketType.PUBACK, 3, 0);
    each.session.ended(null);
    assertThat(each.publish("x", 1, "m6")).isEqualTo(Acceptance.OFFLINE);
    each.takeHeard();

    each.connect(false, asked, SessionLimits.DEFAULT).answered(true, PropertyBlock.EMPTY);
    each.publish("t7", 1, "m7");
    assertThat(each.written())
        .containsExactly(
            "PUBREL 2",
            "PUBLISH 1 t1 q1 again",
            "PUBLISH 4 t4 q1 again",
            "PUBLISH 5 t5 q2 again",
            "PUBLISH 6 t7 q1");
    assertThat(each.takeHeard())
        .containsExactly("written m1 again", "written m4 again", "written m5 again", "connected");
    each.acknowledge(PacketType.PUBCOMP, 2, 0).acknowledge(PacketType.PUBACK, 1, 0);
    assertThat(each.takeHeard()).containsExactly("m2 PUBCOMP", "m1 PUBACK");
  }

  @Test
  void whatIsSentAgainKeepsToTheCredit() {
    test.connect(false, LASTING, SessionLimits.DEFAULT).answered(false, PropertyBlock.EMPTY);
    for (int i = 1; i <= 3; i++) {
      test.publish("t", 1, "m" + i);
    }
    test.session.ended(null);
    PropertyBlock one = PropertyBlock.builder().number(MqttProperty.RECEIVE_MAXIMUM, 1).build();
    test.connect(false, LASTING, SessionLimits.DEFAULT).answered(true, one);
    assertThat(test.written()).containsExactly("PUBLISH 1 t q1 again");
    test.publish("t", 1, "m4");
    for (int i = 1; i <= 3; i++) {
      test.acknowledge(PacketType.PUBACK, i, 0);
    }
    assertThat(test.written())
        .containsExactly("PUBLISH 2 t q1 again", "PUBLISH 3 t q1 again", "PUBLISH 4 t q1");
  }

  @Test
  void aSessionThatIsAbsentDropsWhatWasSentAndSendsWhatWaited() {
    PropertyBlock one = PropertyBlock.builder().number(MqttProperty.RECEIVE_MAXIMUM, 1).build();
    test.connect(false, LASTING, SessionLimits.DEFAULT).answered(false, one);
    test.publish("t", 1, "m1");
    test.publish("t", 1, "m2");
    test.session.ended(null);
    test.takeHeard();
    test.connect(false, LASTING, SessionLimits.DEFAULT).answered(false, one);
    assertThat(test.takeHeard())
        .containsExactly("dropped m1 protocol.mqtt.sessionLost", "written m2", "connected");
    assertThat(test.written()).containsExactly("PUBLISH 2 t q1");
  }

  @Test
  void aSessionThatEndsWithItsConnectionDropsAllAtOnce() {
    test.open(true, false, PropertyBlock.EMPTY);
    test.publish("t", 1, "m1");
    test.session.subscribe(List.of(TopicSubscription.of("a", 1)), PropertyBlock.EMPTY, "s");
    test.session.ended(null);
    assertThat(test.takeHeard())
        .containsExactly(
            "connected",
            "dropped m1 transport.disconnected",
            "dropped s transport.disconnected",
            "ended transport.disconnected");
  }

  @Test
  void aTokenThatIsGivenUpIsNotHeardOf() {
    PropertyBlock one = PropertyBlock.builder().number(MqttProperty.RECEIVE_MAXIMUM, 1).build();
    test.open(true, false, one);
    test.publish("t", 1, "m1");
    test.publish("t", 1, "m2");
    test.session.abandon("m2");
    test.session.abandon("m1");
    test.acknowledge(PacketType.PUBACK, 1, 0);
    assertThat(test.written()).containsExactly("PUBLISH 1 t q1");
    assertThat(test.takeHeard()).containsExactly("connected");
    assertThat(test.session.credit()).isEqualTo(1);
  }

  @Test
  void anAcknowledgementOfNothingIsUnexpected() {
    test.open(true, false, PropertyBlock.EMPTY);
    test.publish("t", 2, "m");
    test.written();
    test.acknowledge(PacketType.PUBACK, 9, 0);
    test.acknowledge(PacketType.PUBACK, 1, 0);
    test.acknowledge(PacketType.PUBREC, 8, 0);
    assertThat(test.written()).containsExactly("PUBREL 8 92");
    assertThat(test.takeHeard())
        .containsExactly(
            "connected", "unexpected PUBACK 9", "unexpected PUBACK 1", "unexpected PUBREC 8");
  }

  @Test
  void aPubrecThatComesAgainIsAnsweredAgain() {
    test.open(true, false, PropertyBlock.EMPTY);
    test.publish("t", 2, "m");
    test.acknowledge(PacketType.PUBREC, 1, 0).acknowledge(PacketType.PUBREC, 1, 0);
    assertThat(test.written()).containsExactly("PUBLISH 1 t q2", "PUBREL 1", "PUBREL 1");
    assertThat(test.takeHeard()).containsExactly("connected", "m PUBREC");
  }

  @Test
  void topicsHaveAliasesAsFarAsTheServerTakesThem() {
    PropertyBlock two = PropertyBlock.builder().number(MqttProperty.ALIAS_MAXIMUM, 2).build();
    SessionLimits limits = SessionLimits.DEFAULT.withAliases(true);
    test.connect(true, PropertyBlock.EMPTY, limits).answered(false, two);
    for (String topic : List.of("a", "b", "a", "c", "b")) {
      test.publish(topic, 0, null);
    }
    assertThat(test.written())
        .containsExactly(
            "PUBLISH 0 a q0 alias 1",
            "PUBLISH 0 b q0 alias 2",
            "PUBLISH 0  q0 alias 1",
            "PUBLISH 0 c q0",
            "PUBLISH 0  q0 alias 2");
  }

  @Test
  void whatTheServerDoesNotTakeIsNotSent() {
    test.open(
        true,
        false,
        PropertyBlock.builder()
            .number(MqttProperty.MAXIMUM_QOS, 1)
            .number(MqttProperty.RETAIN_AVAILABLE, 0)
            .number(MqttProperty.MAXIMUM_PACKET, 12)
            .build());
    assertThat(test.publish("t", 2, "m")).isEqualTo(Acceptance.QOS);
    assertThat(test.publish("t", 1, "m")).isEqualTo(Acceptance.WRITTEN);
    assertThat(test.publish("tt", 1, "m")).isEqualTo(Acceptance.TOO_LARGE);
    MqttPublish retained = new MqttPublish("t", new byte[0], 0, true, PropertyBlock.EMPTY);
    assertThat(test.session.publish(retained, null)).isEqualTo(Acceptance.RETAIN);
    test.stream.unwritten = 2_000_000;
    assertThat(test.publish("t", 0, "m")).isEqualTo(Acceptance.CONGESTED);
    assertThat(Acceptance.OFFLINE.cause()).isEqualTo(Cause.Transport.DISCONNECTED);
  }

  @Test
  void subscriptionsAreAnsweredByTheirCodes() {
    test.open(true, false, PropertyBlock.EMPTY);
    test.session.subscribe(List.of(TopicSubscription.of("a", 1)), PropertyBlock.EMPTY, "s");
    test.session.unsubscribe(List.of("a"), PropertyBlock.EMPTY, "u");
    assertThat(test.written()).containsExactly("SUBSCRIBE 1", "UNSUBSCRIBE 2");
    test.from(
        to ->
            to.subscriptionAnswer(
                    MqttVersion.V5, PacketType.UNSUBACK, 2, List.of(0x11), PropertyBlock.EMPTY)
                .subscriptionAnswer(
                    MqttVersion.V5, PacketType.SUBACK, 1, List.of(1), PropertyBlock.EMPTY)
                .subscriptionAnswer(
                    MqttVersion.V5, PacketType.SUBACK, 1, List.of(1), PropertyBlock.EMPTY));
    assertThat(test.takeHeard())
        .containsExactly("connected", "u [17]", "s [1]", "unexpected SUBACK 1");
  }
}
