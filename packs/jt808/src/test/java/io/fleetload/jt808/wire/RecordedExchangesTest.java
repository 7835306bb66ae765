// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What was recorded between a client and a real server (go-jt808), in {@code go-jt808.txt}: {@code
 * >} was sent, {@code <} was answered, with the fields as the client's own reader saw them.
 */
class RecordedExchangesTest {
  private static final Pattern LINE =
      Pattern.compile("(.*?) *([<>]) ([0-9a-f]{10,})(?: +\\{(.*)})?");
  private static final Pattern FIELD = Pattern.compile("'(\\w+)': '?(\\w*)'?");

  /** A line of the file. */
  record Line(String name, boolean isAnswer, String hex, String fields) {
    boolean isWhole() {
      return hex.startsWith("7e") && !name.equals("bad checksum");
    }

    @Override
    public String toString() {
      return name + (isAnswer ? " < " : " > ") + hex;
    }
  }

  @ParameterizedTest
  @MethodSource("whole")
  void eachFrameIsReadAndWrittenToTheSameBytes(Line line) {
    Wire wire = new Wire().read(line.hex());
    FrameWriter writer = new FrameWriter();
    wire.received.forEach(each -> rewrite(each, writer));

    assertThat(wire.faults).isEmpty();
    assertThat(wire.received).hasSize(line.name().startsWith("sticky") ? 3 : 1);
    assertThat(Wire.hex(writer.take())).isEqualTo(line.hex());
  }

  @ParameterizedTest
  @MethodSource("answers")
  void eachAnswerHasTheFieldsThatTheClientSaw(Line line) {
    Wire.Received read = Wire.only(line.hex());

    Matcher field = FIELD.matcher(line.fields());
    int compared = 0;
    while (field.find()) {
      String value = field.group(2);
      switch (field.group(1)) {
        case "id" -> assertThat(read.id()).isEqualTo(Integer.parseInt(value, 16));
        case "phone" -> assertThat(read.phone()).isEqualTo(Phone.of(read.phone().version(), value));
        case "serial" -> assertThat(read.serial()).isEqualTo(Integer.parseInt(value));
        case "body" -> assertThat(read.bytes()).isEqualTo(Wire.bytes(value));
        default -> compared--;
      }
      compared++;
    }
    assertThat(compared).isEqualTo(4);
  }

  @Test
  void aWrongChecksumIsAFault() {
    assertThat(named("bad checksum"))
        .allSatisfy(each -> assertThat(faults(each)).containsExactly(FrameFault.CHECKSUM));
  }

  @Test
  void bytesWithoutFlagsAreAFault() {
    assertThat(named("garbage without 7e"))
        .allSatisfy(each -> assertThat(faults(each)).containsExactly(FrameFault.OUTSIDE_A_FRAME));
  }

  @Test
  void aLocationCutInTwoIsJoined() {
    List<Line> rests = named("split: rest after 200 ms");
    List<Line> wholes = named("0200 location");
    for (int i = 0; i < rests.size(); i++) {
      Wire.Received model = Wire.only(wholes.get(i).hex());
      String whole =
          Wire.written(MessageId.LOCATION, model.phone(), 10, to -> to.bytes(model.bytes()));
      String rest = rests.get(i).hex();
      assertThat(whole).endsWith(rest);

      Wire wire = new Wire().read(whole.substring(0, whole.length() - rest.length()));
      assertThat(wire.received).isEmpty();
      assertThat(wire.read(rest).only().serial()).isEqualTo(10);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theFragmentsAreOneLocation(int edition) {
    Joiner joiner = new Joiner();
    joiner.read(named("fragmented 0200 1/2").get(edition).hex());
    assertThat(joiner.joined).isEmpty();
    joiner.read(named("fragmented 0200 2/2").get(edition).hex());

    assertThat(joiner.joined).hasSize(1);
    Location location = Location.read(joiner.joined.get(0)).orElseThrow();
    assertThat(location.latitude()).isEqualTo(31_230_416);
    assertThat(location.direction()).isEqualTo(90);
  }

  private static List<FrameFault> faults(Line line) {
    return new Wire().read(line.hex()).faults;
  }

  private static void rewrite(Wire.Received read, FrameWriter writer) {
    writer.begin(read.id(), read.phone(), read.serial());
    if (read.total() > 0) {
      writer.fragment(read.total(), read.number()).bytes(read.bytes());
    } else {
      AnyContent.writer(AnyContent.read(read.id(), read.body())).accept(writer);
    }
    writer.end();
  }

  static Stream<Line> whole() {
    return lines().filter(Line::isWhole);
  }

  static Stream<Line> answers() {
    return lines().filter(Line::isAnswer);
  }

  private static List<Line> named(String name) {
    List<Line> found =
        lines().filter(each -> !each.isAnswer() && each.name().equals(name)).toList();
    assertThat(found).as(name).hasSize(2);
    return found;
  }

  private static Stream<Line> lines() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                RecordedExchangesTest.class.getResourceAsStream("go-jt808.txt"),
                StandardCharsets.UTF_8))) {
      return in
          .lines()
          .map(LINE::matcher)
          .filter(Matcher::matches)
          .map(each -> line(each))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Line line(Matcher found) {
    return new Line(
        found.group(1).strip(), found.group(2).equals("<"), found.group(3), found.group(4));
  }
}
