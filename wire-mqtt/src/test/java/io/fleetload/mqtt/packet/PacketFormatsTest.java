// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.mqtt.packet.PacketReader.Peer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of the standard that random packets seldom meet. */
class PacketFormatsTest {
  private final PacketTexts received = new PacketTexts();
  private final PacketReader reader = new PacketReader(Peer.SERVER, new PublishView(), received);
  private final PacketWriter writer = new PacketWriter();

  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "127, 7f",
    "128, 8001",
    "16383, ff7f",
    "16384, 808001",
    "2097151, ffff7f",
    "2097152, 80808001",
    "268435455, ffffff7f"
  })
  void aLengthHasTheFormOfTheTable(int value, String hex) {
    byte[] bytes = new ByteOutput(1).variable(value).copy();
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(hex);
    assertThat(ByteOutput.variableSize(value)).isEqualTo(bytes.length);

    BodyReader body = new BodyReader();
    body.over(ByteBuffer.wrap(bytes), 0, bytes.length);
    assertThat(body.variable()).isEqualTo(value);
  }

  @Test
  void aLengthThatThereIsNotIsNotWritten() {
    assertThatThrownBy(() -> new ByteOutput(1).variable(268_435_456))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ByteOutput(1).text("x".repeat(65_536)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"308000", "3080808000", "3080808080", "30ffffffff7f"})
  void aLengthOfAnotherFormIsAFault(String hex) {
    reader.begin(MqttVersion.V5, 100);
    reader.begin(MqttVersion.V5);
    reader.read(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
    assertThat(received.faults).containsExactly(PacketFault.LENGTH);
  }

  @Test
  void aPacketIsAsLongAsTheMaximumOrAFault() {
    MqttPublish message = MqttPublish.of("t", new byte[95], 0);
    writer.publish(MqttVersion.V3, message, 0, false, 0, false);
    assertThat(writer.size()).isEqualTo(100).isEqualTo(PacketWriter.size(MqttVersion.V3, message));
    byte[] bytes = PacketTexts.bytes(writer.take());
    for (int most : new int[] {100, 99}) {
      reader.begin(MqttVersion.V3, most);
      reader.begin(MqttVersion.V3);
      reader.read(ByteBuffer.wrap(bytes));
    }
    assertThat(received.texts).hasSize(1);
    assertThat(received.faults).containsExactly(PacketFault.TOO_LARGE);
  }

  @Test
  void aPacketThatClaimsMuchIsHeldAsFarAsItCame() {
    reader.begin(MqttVersion.V3, Integer.MAX_VALUE);
    reader.begin(MqttVersion.V3);
    reader.read(ByteBuffer.wrap(HexFormat.of().parseHex("30ffffff7f000174")));
    assertThat(reader.held()).isLessThan(100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c080",
        "c1bf",
        "e08080",
        "eda080",
        "edbfbf",
        "f0808080",
        "f4908080",
        "f8",
        "80",
        "c3",
        "00",
        "6100",
        "f09f9a"
      })
  void whatIsNoTextIsAFault(String hex) {
    assertThat(isText(HexFormat.of().parseHex(hex))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "é", "汉", "🚚", "\ufeffx", "\u0001", "\uffff", "\ud7ff\ue000"})
  void everyTextIsOne(String text) {
    assertThat(isText(text.getBytes(UTF_8))).isTrue();
  }

  private static boolean isText(byte[] bytes) {
    return Utf8.isText(ByteBuffer.wrap(bytes), 0, bytes.length);
  }

  /** Netty 4.1.137 loses the last property here. */
  @Test
  void aLastPropertyOfTwoBytesBehindALongBlockIsRead() {
    PropertyBlock block =
        PropertyBlock.builder()
            .text(MqttProperty.REASON, "x".repeat(200))
            .number(MqttProperty.RETAIN_AVAILABLE, 0)
            .build();
    writer.connAck(MqttVersion.V5, new ConnAckPacket(false, 0, block));
    reader.begin(MqttVersion.V5, 1_000);
    reader.read(writer.take());
    assertThat(received.texts.get(0)).endsWith("37=0]");
  }

  @Test
  void aServerOfTheOlderVersionRefusesInItsOwnWords() {
    reader.begin(MqttVersion.V5, 100);
    reader.read(ByteBuffer.wrap(HexFormat.of().parseHex("20020001")));
    assertThat(received.texts).containsExactly("CONNACK sp=false rc=1 []");
  }

  @Test
  void nothingIsReadBehindADisconnect() {
    reader.begin(MqttVersion.V5, 100);
    reader.begin(MqttVersion.V5);
    reader.read(ByteBuffer.wrap(HexFormat.of().parseHex("e0018ed000ff")));
    assertThat(received.texts).containsExactly("DISCONNECT rc=142 []");
    assertThat(received.faults).isEmpty();
  }

  @Test
  void theValuesOfPropertiesAreFound() {
    PropertyBlock block =
        PropertyBlock.builder()
            .user("a", "1")
            .number(MqttProperty.SUBSCRIPTION_ID, 300)
            .binary(MqttProperty.CORRELATION_DATA, new byte[] {7})
            .user("a", "2")
            .number(MqttProperty.SUBSCRIPTION_ID, 1)
            .number(MqttProperty.MESSAGE_EXPIRY, 0xffff_ffffL)
            .build();
    assertThat(block.users()).containsExactly(Map.entry("a", "1"), Map.entry("a", "2"));
    assertThat(block.user("a")).contains("1");
    assertThat(block.user("b")).isEmpty();
    assertThat(block.subscriptionIds()).isEqualTo(List.of(300, 1));
    assertThat(block.binary(MqttProperty.CORRELATION_DATA)).contains(new byte[] {7});
    assertThat(block.number(MqttProperty.MESSAGE_EXPIRY, 0)).isEqualTo(0xffff_ffffL);
    assertThat(block.number(MqttProperty.PAYLOAD_FORMAT, 5)).isEqualTo(5);
    assertThat(block.has(MqttProperty.CONTENT_TYPE)).isFalse();
  }

  @Test
  void noSecretIsPrinted() {
    ConnectPacket packet =
        ConnectPacket.of(MqttVersion.V5, true, 1, "me")
            .with("user", "secret".getBytes(UTF_8))
            .with(
                PropertyBlock.builder()
                    .binary(MqttProperty.AUTHENTICATION_DATA, "secret".getBytes(UTF_8))
                    .user("token", "secret")
                    .build());
    String secret = HexFormat.of().formatHex("secret".getBytes(UTF_8));
    assertThat(packet.toString() + packet.properties())
        .doesNotContain("secret")
        .doesNotContain(secret)
        .doesNotContain(Arrays.toString("secret".getBytes(UTF_8)));
  }

  @Test
  void whatTheListenerEndsIsReadNoFurther() {
    PacketTexts texts = new PacketTexts();
    PacketReader[] self = new PacketReader[1];
    self[0] =
        new PacketReader(
            Peer.SERVER,
            new PublishView(),
            new PacketListener() {
              @Override
              public void ping(PacketType type) {
                texts.ping(type);
                self[0].begin(MqttVersion.V5, 100);
              }

              @Override
              public void faulty(PacketFault fault) {
                texts.faulty(fault);
              }
            });
    self[0].begin(MqttVersion.V5, 100);
    self[0].begin(MqttVersion.V5);
    self[0].read(ByteBuffer.wrap(HexFormat.of().parseHex("d000d000ff")));
    assertThat(texts.texts).hasSize(1);
    assertThat(texts.faults).isEmpty();
  }
}
