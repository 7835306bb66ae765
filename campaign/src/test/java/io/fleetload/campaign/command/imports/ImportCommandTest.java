// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.campaign.Printed;
import io.fleetload.rig.Golden;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Load tests of other tools as profiles, with what became of each part. */
class ImportCommandTest {
  private static final Golden WORDS = Golden.of("import");
  private static final String SAMPLES = "src/test/resources/imports/";

  @TempDir private Path directory;

  private static Printed command(String line) {
    List<String> words = new ArrayList<>(List.of("import", "--"));
    words.addAll(List.of(line.split(" ")));
    return Printed.by(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bench.sh",
        "bench-two-pubs.sh",
        "plan.jmx",
        "k6.js --target echo://127.0.0.1",
        "k6-short.js --target mqtt://127.0.0.1:1884",
        "k6-short.js --target ngsi+http://127.0.0.1",
        "postman.json",
        "openapi.yaml"
      })
  void aSampleWithAllThereIsBecomesAProfileThatValidates(String sample) throws Exception {
    Path out = directory.resolve("made.yaml");
    List<String> words = new ArrayList<>(List.of("import", "--out", out.toString()));
    words.addAll(List.of((SAMPLES + sample).split(" ")));
    Printed printed = Printed.by(words.toArray(String[]::new));
    assertThat(printed.err()).isEmpty();
    assertThat(printed.code()).as(printed.out()).isZero();
    WORDS.holds(
        sample,
        (printed.out() + Files.readString(out))
            .replace(Path.of("").toAbsolutePath().toString(), "HERE")
            .replace(directory.toString(), "DIR"));
    assertThat(printed.out() + Files.readString(out)).doesNotContain("hush");
    Printed again = Printed.by(words.toArray(String[]::new));
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.err()).contains("--out", "it is there already");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "emqtt_bench pub -t test",
        "emqtt_bench conn -h h1,h2 -V 4 -c 100000 -R 5000 -k 300",
        "./emqtt_bench pub -h ::1 -t a/%c -I 0 -L 500 -c 4 -q 2",
        "emqtt_bench pub -t test -c 1 -I 20 -L 3000 -m hello -x 60 -C false",
        "emqtt_bench pub -t test -m {\"celsius\":21} --ws -u me -P ${SECRET_OF_MINE}",
        "emqtt_bench pub -t test/%u -s 5 -q 9 -V 7 --ifaddr eth0",
        "emqtt_bench pub -t t -c many -I ${PAUSE} -R x",
        "emqtt_bench pub -t t -m template://f -S --cacertfile none.pem --certfile a --keyfile a"
      })
  void aCommandBehindTwoHyphensIsAProfileOnStandardOutput(String line) throws Exception {
    Printed printed = command(line);
    assertThat(printed.code()).as(printed.err()).isZero();
    Path profile = Files.writeString(directory.resolve("printed.yaml"), printed.out());
    assertThat(printed.out()).contains("pack: mqtt");
    if (!printed.out().contains("${")) {
      assertThat(Printed.by("validate", profile.toString()).code()).isZero();
    }
    WORDS.holds(
        line, (printed.err() + printed.out()).replace(Path.of("").toAbsolutePath() + "/", "HERE/"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          emqtt_bench sub -t test          | add the command pub
          emqtt_bench pub -c 5             | write its topic, -t
          emqtt_bench pub -t a -c 99999999 | devices.count
          mosquitto_pub -t a               | is of no tool that is known here
          """)
  void whatMakesNoProfileIsRefusedInALine(String line, String why) {
    Printed printed = command(line);
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.out()).isEmpty();
    assertThat(printed.err()).contains(why).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <a><b></a>                                        | is no XML
          <!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a> | leave out its document type
          {"item": [                                        | is no JSON
          {"info": {}, "item": []}                          | it has no request of NGSI
          {"openapi": "3.0.0", "paths": {}}                 | it has no request of NGSI
          {"a": 5}                                          | is of no tool
          export const options = { vus: 5 };                | add --target URL
          import http from 'k6/http';                        | add --target URL
          <jmeterTestPlan><hashTree/></jmeterTestPlan>      | no thread group
          a: [1                                             | is no YAML
          """)
  void aFileThatMakesNoProfileIsRefusedInALine(String text, String why) throws Exception {
    Path file = Files.writeString(directory.resolve("given"), text);
    Printed printed = Printed.by("import", file.toString());
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.out()).isEmpty();
    assertThat(printed.err()).contains(why).hasLineCount(1);
  }

  @Test
  void aFileThatIsTooLargeOrNotThereOrEmptyIsRefusedInALine() throws Exception {
    Path large = directory.resolve("large.sh");
    try (var file = new java.io.RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(5L << 20);
    }
    Path empty = Files.createFile(directory.resolve("empty.sh"));
    for (Path each : List.of(large, empty, directory, directory.resolve("none.sh"))) {
      Printed printed = Printed.by("import", each.toString());
      assertThat(printed.code()).isEqualTo(2);
      assertThat(printed.err()).contains(directory.toString()).hasLineCount(1);
    }
    assertThat(Printed.by("import").err()).contains("name a file");
  }

  @Test
  void aKeyThatTheUserSetsWins() {
    Printed printed =
        Printed.by("import", "--set", "phases.measure=5m", "--", "emqtt_bench", "pub", "-t", "a");
    assertThat(printed.out()).contains("measure: 5m").doesNotContain("measure: 60s");
  }

  @Test
  void aProgramGetsTheSameAsJson() throws Exception {
    Printed printed =
        Printed.by("import", "--json", "--", "emqtt_bench", "pub", "-t", "a", "--new", "5");
    JsonNode all = new ObjectMapper().readTree(printed.out());
    assertThat(all.path("tool").asText()).isEqualTo("emqtt-bench");
    assertThat(all.path("profile").asText()).contains("pack: mqtt");
    JsonNode parts = all.path("parts");
    assertThat(parts.get(parts.size() - 1).path("part").asText()).isEqualTo("--new");
    assertThat(parts.get(parts.size() - 1).path("taken").asBoolean()).isFalse();
    assertThat(all.path("chosen")).isNotEmpty();
  }

  @Test
  void theHelpSaysWhatItTakes() {
    assertThat(Printed.by("import", "--help").out()).contains("What it takes:", "emqtt-bench:");
  }
}
