// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.Printed;
import io.fleetload.rig.Golden;
import io.fleetload.scenario.Packs;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The profile that a line is, and the lines that are refused. */
class TargetLineTest {
  private static final Golden WORDS = Golden.of("line");

  @TempDir private Path directory;

  private static Printed printed(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--print-profile");
    return Printed.by(arguments.toArray(String[]::new));
  }

  private static String profile(String... words) {
    Printed printed = printed(words);
    assertThat(printed.err()).isEmpty();
    assertThat(printed.code()).isZero();
    return printed.out();
  }

  private static String refused(String... words) {
    Printed printed = printed(words);
    assertThat(printed.code()).as(printed.out()).isEqualTo(2);
    assertThat(printed.out()).isEmpty();
    assertThat(printed.err()).hasLineCount(1);
    return printed.err();
  }

  private Scenario read(String text) throws Exception {
    Path file = Files.writeString(directory.resolve("printed.yaml"), text);
    Map<String, String> environment = new HashMap<>(System.getenv());
    return Scenario.read(file, List.of(), environment);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo://127.0.0.1 --devices 20 --rate 100/s --window 4",
        "echo:// --flow ask",
        "mqtt://broker.example.org --devices 1000 --every 10s --for 2m --qos 0 --size 40B",
        "mqtts://broker:8884 --user sensor-{index} --password PATH --topic a/{device} --retain",
        "wss://broker/mqtt --flow request --protocol-version 5",
        "mqtt://[::1]:1884 --threshold 'flows.*.response.p99 < 1s' --threshold ledger.lost==0",
        "jt808://127.0.0.1:7611 --devices 200 --every 2s",
        "jt808://127.0.0.1:7611 --nats nats://127.0.0.1:4222 --nats-user me --nats-password PATH",
        "jt808:// --flow alert --command text",
        "arion://127.0.0.1 --rules 1000 --flow write --read-back",
        "arions://host:444 --window 2",
        "ngsi+http://127.0.0.1:1026 --broker orion-ld",
        "ngsi+http://127.0.0.1:1026 --broker orion --flow query",
        "ngsi+https://broker --flow retrieve --connections 5",
        "ngsi+http://",
        "coaps:// --devices 50 --flow commandQuery --ttd 5s",
        "coaps://hono --tenant t --kafka kafka:9092 --psk PATH --payload binary --size 40B",
        "hono+https://hono --tenant t --kafka k:1 --psk PATH --trust ca.pem",
        "hono+http:// --flow event",
        "hono+mqtts://hono --tenant t --kafka k:1 --psk PATH",
        "hono+mqtt://hono:1884 --tenant t --kafka k:1 --registry https://r:1 --registry-user me --registry-password PATH --psk PATH"
      })
  void everyPacksLineIsAProfileThatIsRead(String line) throws Exception {
    List<String> words = new ArrayList<>();
    for (String word : line.split(" (?=(?:[^']*'[^']*')*[^']*$)")) {
      words.add(word.replace("'", ""));
    }
    String text = profile(words.toArray(String[]::new));

    WORDS.holds(line, text.replace(Path.of("").toAbsolutePath() + "/", "HERE/"));
    Scenario read = read(text);
    assertThat(text).contains("pack: " + read.pack().name());
    assertThat(text.replace("'", "")).startsWith("# loadtest " + words.get(0));
    assertThat(read.flows().names()).isNotEmpty();
  }

  @Test
  void noTwoPacksHaveOneSchemeAndEachHasALine() {
    List<String> schemes =
        Packs.installed().ofLines().stream()
            .flatMap(each -> each.oneLine().orElseThrow().urls().stream())
            .map(each -> each.scheme())
            .toList();
    assertThat(schemes).doesNotHaveDuplicates();
    assertThat(Packs.installed().ofLines()).hasSameSizeAs(Packs.installed().names());
  }

  @Test
  void eachPacksOptionsAreInItsHelpWithTheTextsOfItsKeys() {
    for (var pack : Packs.installed().ofLines()) {
      var line = pack.oneLine().orElseThrow();
      Printed help = Printed.by(line.urls().get(0).scheme() + "://", "--help");
      assertThat(help.code()).isZero();
      line.options().forEach(each -> assertThat(help.out()).contains("--" + each.name()));
      assertThat(help.out())
          .contains(
              "--devices",
              "--yes-this-is-mine",
              "Usage: loadtest URL",
              "Of pack " + pack.name(),
              "Of every run");
    }
    assertThat(Printed.by("mqtt://", "--help").out())
        .contains("--password=VARIABLE", "--retain ")
        .containsPattern("--qos=VALUE +quality of service: 0, 1 or 2");
  }

  @Test
  void theHelpOfAllCommandsBeginsWithTheFormOfALineAndTheUrls() {
    Printed help = Printed.by("--help");
    assertThat(help.out())
        .contains("loadtest URL --devices", "mqtt://host[:1883]", "jt808://host:port");
  }

  @Test
  void theTimeIsThatOfAllMessagesAndItsFirstTenthIsNotMeasured() throws Exception {
    var phases = read(profile("echo://", "--for", "2m")).profile().phases();
    assertThat(phases.ramp().seconds()).isEqualTo(6);
    assertThat(phases.warmUp().longest().seconds()).isEqualTo(6);
    assertThat(phases.measure().seconds()).isEqualTo(108);
    assertThat(profile("echo://", "--for", "1h"))
        .contains("ramp: 30s", "warmUp: 30s", "measure: 59m");
    assertThat(profile("echo://", "--for", "10s"))
        .contains("warmUp: 1s", "measure: 9s")
        .doesNotContain("ramp:");
    assertThat(profile("echo://", "--for", "2s")).contains("measure: 2s").doesNotContain("warmUp:");
  }

  @Test
  void whatIsSetStaysInTheProfileAndWinsOverTheLine() throws Exception {
    String text =
        profile(
            "mqtt://",
            "--set=phases.measure=7s",
            "--set=flows.publish={closed: {users: 3}}",
            "--set=devices.count=5",
            "--set=run.seed=9",
            "--set=phases.ramp=null");
    assertThat(text)
        .contains("measure: 7s", "users: 3", "count: 5", "seed: 9")
        .startsWith("# loadtest mqtt:// --set 'phases.measure=7s' --set 'flows.publish=");
    assertThat(text).doesNotContain("every:", "ramp:");
    read(text);
  }

  @Test
  void aFileIsFromWhereTheCommandWasStarted() {
    assertThat(profile("mqtts://h", "--trust", "ca.pem"))
        .contains("trust: " + Path.of("ca.pem").toAbsolutePath());
    assertThat(profile("mqtts://h", "--set=target.tls.trust=../ca.pem"))
        .contains("trust: " + Path.of("../ca.pem").toAbsolutePath().normalize());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          echo:// --devices many                     | --devices: | "many"
          echo:// --devices 0                        | --devices: | 0
          echo:// --every soon                       | --every: | "soon"
          echo:// --rate 10                          | --rate: | "10"
          echo:// --rate 10/s --every 1s             | --rate: | --every
          echo:// --for ever                         | --for: | "ever"
          echo:// --for 0s                           | --for: | 0s
          echo:// --flow shout                       | --flow: | "shout"
          echo:// --flow ask --window 4              | --window: | ask
          echo:// --window x                         | --window: | "x"
          echo:// --connect-rate fast                | --connect-rate: | "fast"
          echo:// --threshold p99<1s                 | --threshold: | p99
          echo:// --set=devices.cuont=5              | --set: devices.cuont: | count
          echo:// --set=devices.count                | --set: | key.path=value
          echo:// --windov 4                         | --windov | Unknown option
          echo://host:0                              | echo://: | 1 to 65535
          echo://host/path                           | echo://: | "/path"
          echo://:7                                  | echo://: | host
          echo://a b                                 | echo://: | "a b"
          jt808://host                               | jt808://: | port
          mqtt://me:hunter2@host                     | mqtt://: | @
          http://host                                | http://: | mqtt://
          mqtt://h --password hunter2                | --password: | variable
          mqtt://h --password hunter-2               | --password: | variable
          mqtt://h --set=devices.password=hunter2    | --set: devices.password: | ${NAME}
          mqtt://h --password PATH                   | --user: | password
          ngsi+http://h --broker scorpion            | --broker: | "scorpion"
          coaps://h --kafka k:1 --psk PATH           | --tenant: | missing
          coaps://h --tenant t --psk PATH            | --kafka: | missing
          coaps://h --tenant t --kafka k:1           | --psk: | PSK_SECRET
          """)
  void aLineThatCannotBeIsRefusedByTheNameOfItsOption(String line, String by, String value) {
    String said = refused(line.split(" (?!b$)"));
    assertThat(said).contains(by, value).doesNotContain("hunter", "/tmp/");
    WORDS.holds(line, said);
  }

  @Test
  void aHostThatIsNotThisOneIsNotLoadedWithoutTheWordOfTheUser() throws IOException {
    String[] small = {"echo://198.51.100.1", "--devices=100", "--every=1s", "--shards=0"};
    assertThat(Printed.by(small).err()).startsWith("--shards: ");

    Printed refused =
        Printed.by("echo://198.51.100.1", "--devices=101", "--every=1s", "--shards=0");
    assertThat(refused.code()).isEqualTo(2);
    WORDS.says(
        refused.err(),
        "--yes-this-is-mine: ",
        "mayLoad: [198.51.100.1]",
        "100 sessions",
        "101 and 101/s");
    assertThat(
            Printed.by("echo://198.51.100.1", "--set=flows.echo={closed: {users: 1}}", "--shards=0")
                .err())
        .contains("mayLoad: [198.51.100.1]", "no bound");
    assertThat(
            Printed.by("echo://198.51.100.1", "--rate=60/s", "--set=flows.again={}", "--shards=0")
                .err())
        .contains("mayLoad: [198.51.100.1]", "120/s");

    assertThat(
            Printed.by("echo://198.51.100.1", "--devices=101", "--shards=0", "--yes-this-is-mine")
                .err())
        .startsWith("--shards: ");
    assertThat(Printed.by("echo://127.0.0.1", "--devices=101", "--shards=0").err())
        .startsWith("--shards: ");
    String text = profile("echo://198.51.100.1", "--devices=101", "--yes-this-is-mine");
    assertThat(text).contains("mayLoad:", "- 198.51.100.1");

    Path file = Files.writeString(directory.resolve("grown.yaml"), text);
    assertThat(Printed.by("run", file.toString(), "--shards=0").err()).startsWith("--shards: ");
    assertThat(
            Printed.by("run", file.toString(), "--shards=0", "--set=run.mayLoad=[198.51.100.2]")
                .err())
        .startsWith("--set: run.mayLoad: ");
    assertThat(
            Printed.by("run", file.toString(), "--shards=0", "--set=target.server=198.51.100.2:7")
                .err())
        .contains("run.mayLoad: ", "198.51.100.2");
  }

  @Test
  void aSearchThatWouldRaiseTheLoadOfSuchAHostIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("small.yaml"), profile("echo://198.51.100.1"));
    Printed refused =
        Printed.by(
            "find-limit",
            file.toString(),
            "--set=findLimit={from: 10/s, to: 200/s}",
            "--set=flows.echo={rate: 10/s}",
            "--set=thresholds=[flows.*.response.p99 < 1s]");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("run.mayLoad: ", "mayLoad: [198.51.100.1]", "200/s");
  }

  @Test
  void theProfileInBetweenIsGoneAfterwards() {
    Path between = Path.of(System.getProperty("java.io.tmpdir"));
    long before = count(between);
    profile("echo://");
    refused("echo://", "--devices=x");
    assertThat(count(between)).isEqualTo(before);
  }

  private static long count(Path folder) {
    String[] names = folder.toFile().list((in, name) -> name.matches("loadtest-.*\\.yaml"));
    return names == null ? 0 : names.length;
  }
}
