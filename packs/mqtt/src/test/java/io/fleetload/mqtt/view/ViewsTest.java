// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The views of ten messages to three subscribers, two of which lack one of them. */
class ViewsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private ObjectNode run;

  @BeforeEach
  void tenMessages() throws IOException {
    run =
        (ObjectNode)
            JSON.readTree(ViewsTest.class.getResourceAsStream("ten-messages-to-three.json"));
  }

  private String tables() throws IOException {
    new SuiteTables().write(result(), directory);
    return Files.readString(directory.resolve(SuiteTables.FILE));
  }

  private String lines() throws IOException {
    new BenchLines().write(result(), directory);
    return Files.readString(directory.resolve(BenchLines.FILE));
  }

  private Result result() throws IOException {
    Path file = directory.resolve(Result.FILE);
    Files.writeString(file, run.toString());
    return ResultFiles.read(file, Result.class);
  }

  private ObjectNode at(String pointer) {
    return (ObjectNode) run.at(pointer);
  }

  private static String row(String text, String beginning) {
    return text.lines().filter(line -> line.startsWith(beginning)).toList().toString();
  }

  @Test
  void aRowOfTheSuiteHasRatesAndTimesFromSendingToReceiving() throws IOException {
    assertThat(row(tables(), "| publish | 5 "))
        .isEqualTo("[| publish | 5 | 1.80 | 5.40 | 2.50 | 2.00 | 4.00 | 7.00 | – | – |]");
  }

  @Test
  void theFirstRowIsOfTheConnections() throws IOException {
    assertThat(row(tables(), "| (connect)"))
        .isEqualTo("[| (connect) | 5 | – | – | 1.50 | 1.00 | 2.00 | 3.00 | – | – |]");
  }

  @Test
  void besideItIsTheAccountOfEachDelivery() throws IOException {
    assertThat(row(tables(), "| publish | 2, "))
        .isEqualTo(
            "[| publish | 2, delivered with 1 | fan-out | 10 | 1 | 8 | 1 | 22 | 2 | 3 | 2 | 1"
                + " | 3.00 | 9.00 | 11.00 |]");
  }

  @Test
  void theCostIsThatOfTheBrokerAlone() throws IOException {
    assertThat(tables())
        .contains("- the broker's CPU, in % of one core: 10.00\n")
        .contains("- its memory, at most, in MB: 64.00\n");
    run.remove("target");
    assertThat(tables()).contains("in % of one core: not known\n").contains("in MB: not known\n");
  }

  @Test
  void theNotesOfTheRunFollow() throws IOException {
    assertThat(tables()).contains("\nqueue limit: two were dropped\n");
  }

  @Test
  void thePatternFollowsFromTheSubscribers() throws IOException {
    assertThat(pattern("every", 1)).isEqualTo("fan-in");
    assertThat(pattern("every", 0)).isEqualTo("no subscribers");
    assertThat(pattern("share", 3)).isEqualTo("shared");
    assertThat(pattern("split", 2)).isEqualTo("point to point");
    assertThat(pattern("split", 1)).isEqualTo("split");
    at("/profile/flows/publish").put("kind", "receive");
    assertThat(pattern("share", 3)).isEqualTo("to devices");
  }

  private String pattern(String receives, int count) throws IOException {
    at("/profile/subscribers").put("receives", receives).put("count", count);
    return FlowTraffic.of(result()).get(0).pattern();
  }

  @Test
  void ofMessagesWithOneReceiverTheMessagesAreCounted() throws IOException {
    at("/flows/publish/ledger").remove("deliveries");
    assertThat(lines()).contains("\nrecv total=9 rate=1.80/sec\n").contains("\nlost total=2 ");
  }

  @Test
  void theLinesOfEmqttBenchHaveItsNames() throws IOException {
    assertThat(lines())
        .startsWith(
            """
            connect_succ total=5
            connect_fail total=4
            pub total=9 rate=1.80/sec
            pub_succ total=8 rate=1.60/sec
            pub_fail total=1 rate=0.20/sec
            recv total=27 rate=5.40/sec
            publish_latency avg=2.50ms publish
            """)
        .contains("\nnot_sent total=1 rate=0.20/sec\n", "\nlost total=2 rate=0.40/sec\n");
  }

  @Test
  void whatIsNotKnownIsNoNumber() throws IOException {
    at("/flows/publish").remove("ledger");
    assertThat(lines()).contains("\nrecv not known\n").contains("\nlost not known\n");
    assertThat(row(tables(), "| publish | 5 ")).contains("| 1.80 | not known | 2.50 |");
  }
}
