// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.mqtt.packet.PacketReader.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Exchanges that were recorded with two brokers, in {@code brokers.txt}: {@code >} was sent by a
 * client, {@code <} came from the broker, with the fields that another reader found.
 */
class RecordedBrokersTest {
  private static final Pattern STEP = Pattern.compile("([A-Z])([<>])((?:[0-9a-f]{2})+)(?: (.*))?");
  private static final Pattern FIELD =
      Pattern.compile("(?<= )(t=|id=|sp=|rc=|pl=|[qrd](?=\\d))('.*?'|[^ ]*)");

  /** The rule that the clients of an exchange break, by the exchange's title. */
  private static final Map<String, PacketFault> FAULTS =
      Map.ofEntries(
          Map.entry("unknown protocol level 9", PacketFault.PROTOCOL_LEVEL),
          Map.entry("empty client id with clean=0, v4", PacketFault.CLIENT_ID),
          Map.entry(
              "shared with No Local (must be refused, v5 3.8.3.1)",
              PacketFault.SUBSCRIPTION_OPTIONS),
          Map.entry("invalid filter a/#/b", PacketFault.FILTER),
          Map.entry("topic alias 0 / above maximum 60000", PacketFault.PROPERTY_VALUE),
          Map.entry("malformed: first packet is PINGREQ", PacketFault.FIRST_PACKET),
          Map.entry("malformed v5: second CONNECT", PacketFault.FIRST_PACKET),
          Map.entry("malformed v5: PUBLISH QoS 3", PacketFault.QOS),
          Map.entry("malformed v5: QoS 0 with DUP", PacketFault.DUP),
          Map.entry("malformed v5: SUBSCRIBE with flags 0", PacketFault.FLAGS),
          Map.entry("malformed v5: SUBSCRIBE packet id 0", PacketFault.PACKET_ID),
          Map.entry("malformed v5: SUBSCRIBE without filter", PacketFault.NO_FILTER),
          Map.entry("malformed v5: PUBLISH with wildcard topic", PacketFault.TOPIC),
          Map.entry("malformed v5: PUBLISH empty topic without alias", PacketFault.NO_TOPIC),
          Map.entry("malformed v5: QoS 1 packet id 0", PacketFault.PACKET_ID),
          Map.entry("malformed v5: remaining length of 5 bytes", PacketFault.LENGTH),
          Map.entry("malformed v5: topic not UTF-8", PacketFault.TEXT),
          Map.entry("malformed v5: topic with U+0000", PacketFault.TEXT),
          Map.entry("malformed v5: property twice", PacketFault.PROPERTY_TWICE),
          Map.entry("malformed v5: unknown property 0x7f", PacketFault.PROPERTY),
          Map.entry("malformed v5: server packet CONNACK from client", PacketFault.TYPE),
          Map.entry("malformed v5: subscription id 0", PacketFault.PROPERTY_VALUE));

  /** A packet of the file. */
  record Step(String title, Peer peer, String hex, String fields) {
    @Override
    public String toString() {
      return title + ": " + hex.substring(0, Math.min(40, hex.length())) + " " + fields;
    }
  }

  @ParameterizedTest
  @MethodSource("whole")
  void eachPacketIsReadAndWrittenToTheSameBytes(Step step) {
    assertThat(Stream.of(MqttVersion.values()).map(version -> echo(step, version)))
        .contains(Optional.of(step.hex().equals("e00100") ? "e000" : step.hex()));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void eachAnswerHasTheFieldsThatAnotherReaderFound(Step step) {
    List<String> read = new ArrayList<>();
    for (MqttVersion version : MqttVersion.values()) {
      PacketTexts packets = new PacketTexts();
      read(step, version, packets);
      read.addAll(packets.texts);
    }

    List<String> wanted = fields(step.fields());
    assertThat(wanted).isNotEmpty();
    assertThat(read).anySatisfy(text -> assertThat(text.split("[ \\[\\]]+")).containsAll(wanted));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void eachRuleThatAClientBreaksIsNamed(Map.Entry<String, PacketFault> rule) {
    String title = rule.getKey();
    List<PacketFault> found = new ArrayList<>();
    steps()
        .filter(each -> each.title().equals(title) && each.peer() == Peer.CLIENT)
        .forEach(
            each -> {
              PacketEcho echo = new PacketEcho(MqttVersion.V5, new PacketWriter());
              read(each, MqttVersion.V5, echo);
              found.add(echo.fault);
            });
    assertThat(found).contains(rule.getValue());
  }

  private static List<String> fields(String text) {
    List<String> wanted = new ArrayList<>();
    String type = text.split(" ")[0];
    boolean isPublish = type.equals("PUB");
    wanted.add(isPublish ? "PUBLISH" : type);
    Matcher field = FIELD.matcher(text.substring(type.length()));
    while (field.find()) {
      String value = field.group(2);
      switch (field.group(1)) {
        case "t=" -> wanted.add(value);
        case "q" -> wanted.add("q" + value);
        case "r", "d" -> wanted.add(field.group(1) + value.equals("1"));
        case "id=" -> wanted.add("id=" + value);
        case "sp=" -> wanted.add("sp=" + value.equals("1"));
        case "rc=" -> wanted.add("rc=" + Integer.decode(value));
        default -> {
          if (!value.equals("''")) {
            byte[] bytes = value.replace("'", "").getBytes(StandardCharsets.US_ASCII);
            wanted.add(HexFormat.of().formatHex(bytes));
          }
        }
      }
    }
    return wanted;
  }

  private static Optional<String> echo(Step step, MqttVersion version) {
    PacketWriter writer = new PacketWriter();
    PacketEcho echo = new PacketEcho(version, writer);
    read(step, version, echo);
    return echo.fault == null
        ? Optional.of(PacketTexts.hex(PacketTexts.bytes(writer.take())))
        : Optional.empty();
  }

  /** Reads a step, behind the packet that a connection begins with. */
  private static void read(Step step, MqttVersion version, PacketListener listener) {
    PacketReader reader = new PacketReader(step.peer(), new PublishView(), listener);
    reader.begin(version, 1 << 20);
    boolean opens =
        step.hex().startsWith(step.peer() == Peer.CLIENT ? "10" : "20")
            && !step.title().contains("second");
    if (!opens && !step.title().contains("first packet")) {
      reader.begin(version);
    }
    reader.read(ByteBuffer.wrap(HexFormat.of().parseHex(step.hex())));
  }

  static Stream<Step> whole() {
    return steps().filter(each -> !FAULTS.containsKey(each.title()) || each.peer() == Peer.SERVER);
  }

  static Stream<Step> answers() {
    return steps().filter(each -> each.peer() == Peer.SERVER && each.fields() != null);
  }

  static Stream<Map.Entry<String, PacketFault>> broken() {
    return FAULTS.entrySet().stream();
  }

  private static Stream<Step> steps() {
    List<Step> steps = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                RecordedBrokersTest.class.getResourceAsStream("brokers.txt"),
                StandardCharsets.UTF_8))) {
      String title = "";
      for (String line : in.lines().toList()) {
        if (line.startsWith("## ")) {
          title = line.substring(3);
        } else if (!line.startsWith("#")) {
          for (String part : line.replaceFirst("^(M=H|M|H) ", "").split(" ; ")) {
            Matcher step = STEP.matcher(part);
            if (step.matches()) {
              Peer peer = step.group(2).equals(">") ? Peer.CLIENT : Peer.SERVER;
              steps.add(new Step(title, peer, step.group(3), step.group(4)));
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return steps.stream();
  }
}
