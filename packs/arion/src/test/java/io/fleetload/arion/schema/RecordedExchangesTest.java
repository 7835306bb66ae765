// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What was recorded between a client and a real Arion master, in {@code arion-master.txt}: {@code
 * >} was sent, {@code <} was answered, and below it the answer as the client's own reader saw it.
 */
class RecordedExchangesTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final Pattern RULE = Pattern.compile("neighborrule \\{(.*?)}");

  /** A request, its answer, and the answer as text. */
  record Recorded(String request, String answer, String text) {}

  static Stream<Recorded> all() throws IOException {
    List<String> lines = lines();
    return Stream.iterate(0, i -> i + 1)
        .limit(lines.size() - 2)
        .filter(i -> lines.get(i).startsWith("  > "))
        .map(
            i ->
                new Recorded(
                    lines.get(i).substring(4),
                    lines.get(i + 1).substring(3).strip(),
                    lines.get(i + 2)));
  }

  static Stream<Recorded> writes() throws IOException {
    return all().filter(each -> each.request.startsWith("08011202"));
  }

  static Stream<Recorded> reads() throws IOException {
    return all().filter(each -> !each.request.startsWith("08011202"));
  }

  private static List<String> lines() throws IOException {
    try (InputStream file = RecordedExchangesTest.class.getResourceAsStream("arion-master.txt");
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  private static NeighborRule written(String ip, String mac, String group) {
    return new NeighborRule(0, ip, "10.0.1.2", mac, 888, "00:00:00:00:01:01", group, 0);
  }

  @Test
  void thereAreSome() throws IOException {
    assertThat(writes()).hasSizeGreaterThan(10);
    assertThat(reads()).hasSize(3);
  }

  @Test
  void aWriteIsWrittenAsTheClientWroteIt() throws IOException {
    NeighborRule rule = written("10.1.1.1", "00:00:00:00:00:01", "group1");

    assertThat(HEX.formatHex(new WriteRequest("r1").state(Operation.CREATE, rule).write()))
        .isEqualTo(writes().findFirst().orElseThrow().request);
  }

  @Test
  void aWriteOfTwoAndADeletionAreWrittenAsTheClientWroteThem() throws IOException {
    NeighborRule third = written("10.1.1.3", "00:00:00:00:00:01", "group1");
    NeighborRule fourth = written("10.1.1.4", "00:00:00:00:00:01", "group1");
    NeighborRule second = written("10.1.1.2", "00:00:00:00:00:01", "group1");

    assertThat(writes().map(Recorded::request))
        .contains(
            HEX.formatHex(
                new WriteRequest("r1")
                    .state(Operation.CREATE, third)
                    .state(Operation.CREATE, fourth)
                    .write()),
            HEX.formatHex(new WriteRequest("r1").state(Operation.DELETE, second).write()),
            HEX.formatHex(new WriteRequest("r1").write()));
  }

  @Test
  void readsAreWrittenAsTheClientWroteThem() throws IOException {
    ReadRequest one = new ReadRequest().ask(888, "10.1.1.1");

    assertThat(reads().map(Recorded::request))
        .containsExactly(
            HEX.formatHex(one.write()),
            HEX.formatHex(one.ask(888, "10.1.1.3").write()),
            HEX.formatHex(new ReadRequest().write()));
  }

  @ParameterizedTest
  @MethodSource("writes")
  void theServerSaidThatEveryWriteWentWell(Recorded write) throws IOException {
    assertThat(WriteAnswer.statuses(HEX.parseHex(write.answer)))
        .containsExactly(WriteAnswer.Status.SUCCESS);
  }

  @ParameterizedTest
  @MethodSource("reads")
  void anAnswerIsReadAsTheClientReadIt(Recorded read) throws IOException {
    List<NeighborRule> rules = ReadAnswer.rules(HEX.parseHex(read.answer));

    Matcher texts = RULE.matcher(read.text);
    assertThat(rules.stream().map(RecordedExchangesTest::text).toList())
        .isEqualTo(texts.results().map(each -> each.group(1).strip()).toList());
    assertThat(ReadAnswer.count(HEX.parseHex(read.answer))).isEqualTo(rules.size());
  }

  private static String text(NeighborRule rule) {
    return ("ip: \"%s\"     hostip: \"%s\"     mac: \"%s\"     tunnel_id: %d     hostmac: \"%s\""
            + "     arionwing_group: \"%s\"     version: %d")
        .formatted(
            rule.ip(),
            rule.hostIp(),
            rule.mac(),
            rule.tunnelId(),
            rule.hostMac(),
            rule.group(),
            rule.version());
  }
}
