// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.fleetload.campaign.option.FigureSection;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import io.fleetload.rig.Golden;
import io.fleetload.rig.Home;
import io.fleetload.scenario.Packs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HelpfulCommandsTest {
  private static final Golden WORDS = Golden.of("help");
  @TempDir private Path directory;

  @BeforeAll
  static void standInTheTree() {
    System.setProperty("fleetload.home", Home.root().toString());
  }

  @AfterAll
  static void leaveTheTree() {
    System.clearProperty("fleetload.home");
  }

  private static String validated(Path profile, String... overrides) {
    String[] arguments = new String[2 + 2 * overrides.length];
    arguments[0] = "validate";
    arguments[1] = profile.toString();
    for (int i = 0; i < overrides.length; i++) {
      arguments[2 + 2 * i] = "--set";
      arguments[3 + 2 * i] = overrides[i];
    }
    Printed printed = Printed.by(arguments);
    return printed.code() + "\n" + printed.out() + printed.err();
  }

  private Printed written(Path file, String pack) {
    return Printed.by("init", file.toString(), "--pack", pack);
  }

  @Test
  void aProfileWithoutMistakesSaysWhatItAsksFor() {
    assertThat(validated(Home.path("profiles", "quickstart.yaml")))
        .startsWith("0\n")
        .contains(
            "quickstart.yaml: ",
            "devices     50",
            "flows       telemetry 20/s, event 20/s, commandQuery 20/s",
            "thresholds  flows.*.response.p99 < 1s, ");
  }

  @Test
  void theRateOfAllDevicesFollowsFromTheTimeBetweenTwoMessagesOfOne() {
    assertThat(
            validated(
                Home.path("profiles", "quickstart.yaml"),
                "flows={telemetry: {every: 15s}, event: {every: 7d, arrivals: poisson}}",
                "phases.measure=1m"))
        .startsWith("0\n")
        .contains(
            "telemetry every 15s a device (3.333/s, 200 messages measured)",
            "event every 7d a device (0.00008267/s, 0 messages measured)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // The second of two flows is half a period late.
        "rate: 0.1/s; ''; flows.event.rate 5.00",
        "stages: [{for: 2s, rate: 0.01/s}]; ''; flows.event.stages 50.00",
        // The ramp and the warm-up have what would be due before.
        "rate: 0.1/s; ', ramp: 4s'; flows.event.rate 3.00",
        "rate: 0.1/s; ', warmUp: 6s'; flows.event.rate 9.00",
        "stages: [{for: 2s, from: 0.1/s, to: 0/s}]; ''; flows.event.stages ever",
        "rate: 0.01/s, arrivals: poisson; ''; flows.event.rate",
        "closed: {users: 1}; ''; ''",
        "rate: 2/s; ''; ''",
      })
  void aFlowOfWhichNothingIsDueIsNoMistakeAndNamedWithItsFirstTime(
      String flow, String more, String noted) {
    String said =
        validated(
            Home.path("profiles", "quickstart.yaml"),
            "flows={telemetry: {rate: 100/s}, event: {%s}}".formatted(flow),
            "phases={measure: 2s%s}".formatted(more));
    assertThat(said).startsWith("0\n").doesNotContain("no verdict");
    assertThat(said.lines().filter(line -> line.contains(" note ")))
        .hasSize(noted.isEmpty() ? 0 : 1)
        .allSatisfy(line -> assertThat(line).contains(noted.split(" ")));
  }

  @Test
  void aRunOfWhichNothingAtAllIsDueWillHaveNoVerdict() {
    String said =
        validated(
            Home.path("packs", "jt808", "profiles", "quickstart.yaml"),
            "devices.count=1",
            "flows={heartbeat: {every: 1h}, location: {every: 20s}}",
            "phases.warmUp=3s",
            "phases.measure=5s");
    assertThat(said)
        .startsWith("0\n")
        .contains("flows.heartbeat.every: ", "flows.location.every: ", "phases.measure: ")
        .contains("no verdict");
  }

  @Test
  void connectionsAloneNeedNoMessageForAVerdict() {
    assertThat(validated(Home.path("packs", "mqtt", "profiles", "connect.yaml")))
        .startsWith("0\n")
        .doesNotContain("no verdict");
  }

  @Test
  void everyMistakeIsToldAtOnce() {
    String said =
        validated(
            Home.path("profiles", "quickstart.yaml"),
            "devices.cuont=3",
            "phases.measure=soon",
            "thresholds=[ledger.lots == 0]");
    assertThat(said).startsWith("2\n").contains("ledger.lots");
    WORDS.says(said, "phases.measure: ", "\"soon\"", "devices.cuont: ", "count");
  }

  @Test
  void noChainOfStepsAndNoListOfThresholdsIsTooLongToBeLookedAt() {
    String steps =
        IntStream.rangeClosed(1, 3_000)
            .mapToObj(
                each ->
                    "s%s: {after: {flow: %s}, request: GET /x}"
                        .formatted(each, each == 1 ? "query" : "s" + (each - 1)))
            .collect(Collectors.joining(", "));
    String said =
        validated(
            Home.path("packs", "ngsi", "profiles", "quickstart.yaml"),
            "flows={query: {rate: 1/s, request: GET /x}, " + steps + "}",
            "thresholds=[" + "ledger.lost == 0, ".repeat(1_001) + "]");
    assertThat(said)
        .startsWith("2\n")
        .containsPattern("flows.query: .* 3000 .* 100")
        .containsPattern("thresholds: .* 1001, .* 1000");
  }

  @ParameterizedTest
  @CsvSource({
    "jt808, 'target={server: \"[::1]:99999\", nats: \"nats://[::1]:0\"}', target.server target.nats",
    "echo, target.server=host:65536, target.server",
    "ngsi, 'target={kind: external, url: \"http://host:99999\"}', target.url",
    "hono, 'target.prometheus=[\"http://host:70000/prometheus\"]', target.prometheus",
    "arion, 'target={kind: external, server: \"[::1]:0\"}', target.server",
    "mqtt, 'target.broker=\"tcp://[::1]:1883,tls://[::1]:0\"', target.broker"
  })
  void aPortThatThereIsNoneOfIsFoundInEveryPack(String pack, String override, String keys) {
    String said =
        validated(
            pack.equals("hono")
                ? Home.path("profiles", "quickstart.yaml")
                : Home.path("packs", pack, "profiles", "quickstart.yaml"),
            override);
    assertThat(said).startsWith("2\n");
    for (String key : keys.split(" ")) {
      assertThat(said).containsPattern(key + "[^\n]*\\bport\\b");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "jt808, 'target={server: \"[::1]:808\", nats: \"nats://[::1]:4222\", store: none, commands: terminal.command}'",
    "echo, 'target.server=\"[::1]:7000\"'",
    "mqtt, 'target.broker=\"tcp://[::1]:1883\"'"
  })
  void anAddressOfIpv6IsOneInEveryPack(String pack, String override) {
    assertThat(validated(Home.path("packs", pack, "profiles", "quickstart.yaml"), override))
        .startsWith("0\n");
  }

  @Test
  void aPropertyThatKafkasClientsDoNotHaveIsNamed() {
    String target =
        "target={kind: external, coap: 'h:1', kafka: 'h:2', provision: false, kafkaProperties: {%s}}";
    Path profile = Home.path("profiles", "quickstart.yaml");
    String key = "devices.psk.derivedFrom=own";
    assertThat(validated(profile, target.formatted("security.protokol: SSL"), key))
        .startsWith("2\n")
        .contains("target.kafkaProperties", "\"security.protokol\"", "\"security.protocol\"");
    assertThat(validated(profile, target.formatted("security.protocol: SSL, own.name: x"), key))
        .startsWith("0\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "hono; target.mongodbTls={ca: FILE}; target.mongodbTls",
        "hono; target.kafkaProperties={ssl.truststore.location: FILE}; target.kafkaProperties",
        "hono; devices.psk={file: FILE}; devices.psk.file",
        "arion; target={kind: external, server: 'host:1', tls: {authorities: FILE}}; target.tls",
        "ngsi; target={kind: external, url: 'https://host:1', tls: {authorities: FILE}}; target.tls.authorities",
        "jt808; target={server: 'host:1', nats: 'tls://host:2', store: none, natsTls: {trust: FILE}}; target.natsTls",
        "jt808; flows.location.track=FILE; flows.location.track",
        "mqtt; target={broker: 'tls://host:1', tls: {trust: FILE}}; target.tls"
      })
  void validateLooksAtTheFilesThatARunWillReadAndBeginsNone(
      String pack, String override, String key) throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path profile =
        pack.equals("hono")
            ? Home.path("profiles", "quickstart.yaml")
            : Home.path("packs", pack, "profiles", "quickstart.yaml");
    for (String file : List.of(directory + "/none", "/dev/zero", pipe.toString())) {
      String said = validated(profile, override.replace("FILE", file));
      assertThat(said).startsWith("2\n").contains(key, file);
    }
  }

  @Test
  void theProfileThatInitWritesIsValidForEveryPack() throws IOException {
    for (String pack : Packs.installed().names()) {
      Path file = directory.resolve(pack + ".yaml");
      assertThat(written(file, pack).out())
          .contains("next: " + Home.path("loadtest") + " run " + file);
      assertThat(Files.readString(file)).contains("\n# Name and seed ");
      assertThat(schema(pack)).exists();
      assertThat(Files.readAllLines(file).get(0))
          .isEqualTo("# yaml-language-server: $schema=" + schema(pack));
      assertThat(validated(file)).startsWith("0\n").contains("pack        " + pack);
    }
  }

  @Test
  void aPathWithBlanksIsQuotedForTheShellAndEscapedForTheEditor() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("my tools"));
    Path file = folder.resolve("it's mine.yaml");
    assertThat(written(file, "hono").out()).endsWith(" run '" + folder + "/it'\\''s mine.yaml'\n");

    Path inside = Home.path("campaign", "target", "init test", "x.yaml");
    Files.createDirectories(inside.getParent());
    Files.deleteIfExists(inside);
    assertThat(written(inside, "hono").code()).isZero();
    assertThat(Files.readAllLines(inside).get(0))
        .isEqualTo("# yaml-language-server: $schema=../../../docs/reference/profile.schema.json");
  }

  @Test
  void aFolderThatIsNotThereIsNamedInWords() {
    Printed printed = written(directory.resolve("none/x.yaml"), "hono");
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err())
        .hasLineCount(1)
        .contains(directory.resolve("none/x.yaml").toString(), "no such file or directory")
        .doesNotContain("Exception");
  }

  private static Path schema(String pack) {
    return pack.equals("hono")
        ? Home.path("docs/reference/profile.schema.json")
        : Home.path("packs", pack, "profile.schema.json");
  }

  @Test
  void initReplacesNoFile() throws IOException {
    Path mine = Files.writeString(directory.resolve("mine.yaml"), "mine");
    Printed refused = written(mine, "echo");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).startsWith(mine + ": ").hasLineCount(1);
    WORDS.holds("init replaces no file", refused.err().replace(mine.toString(), "FILE"));
    assertThat(mine).hasContent("mine");
  }

  @Test
  void anUnknownPackIsRefusedWithThoseThatThereAre() {
    assertThat(written(directory.resolve("x.yaml"), "hon").err())
        .startsWith("--pack: ")
        .contains("\"hon\"", "hono")
        .hasLineCount(1);
    Printed unknown = Printed.by("explain", "devices", "--pack", "hon");
    assertThat(unknown.code()).isEqualTo(2);
    WORDS.says(unknown.err(), "--pack: ", "\"hon\"", "hono");
  }

  private Path extending(String text) throws IOException {
    Files.writeString(
        directory.resolve("base.yaml"),
        """
        pack: echo
        run: { name: base, seed: 7 }
        devices: { count: 50 }
        phases: { ramp: 1s, measure: 10s, drain: 15s }
        flows: { echo: { rate: 10/s } }
        """);
    return Files.writeString(directory.resolve("mine.yaml"), text);
  }

  @Test
  void aProfileSaysWhatItHasFromTheOneThatItExtends() throws IOException {
    Path mine =
        extending(
            """
            extends: base.yaml
            run: { name: mine }
            phases: { measure: 20s }
            flows: { echo: { rate: 20/s } }
            """);
    Printed explained = Printed.by("explain", mine.toString());
    assertThat(explained.code()).isZero();
    WORDS.says(
        explained.out().replace(mine.toString(), "FILE"),
        "FILE extends base.yaml",
        "pack, run.seed, devices, phases.ramp, phases.drain");
    assertThat(validated(mine))
        .containsPattern("extends +base.yaml, .* pack, run.seed, devices, phases.ramp");
    assertThat(validated(mine, "devices.count=70", "run.seed=8"))
        .containsPattern("extends +base.yaml, .* pack, phases.ramp, phases.drain\n");
  }

  @Test
  void aProfileThatExtendsNoneOrCannotBeReadSaysSo() throws IOException {
    extending("");
    Path base = directory.resolve("base.yaml");
    WORDS.says(
        Printed.by("explain", base.toString()).out().replace(base.toString(), "FILE"),
        "FILE extends no other");
    assertThat(validated(base)).doesNotContain("extends");
    Printed missing = Printed.by("explain", directory.resolve("none.yaml").toString());
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).hasLineCount(1).contains("none.yaml", "no such file");
  }

  @Test
  void aSearchOfDevicesSaysWhichRatesFollowTheirNumber() throws IOException {
    Path profile =
        Files.writeString(
            directory.resolve("devices.yaml"),
            """
            pack: echo
            run: { name: fleet }
            devices: { count: 50 }
            phases: { measure: 10s }
            flows: { echo: { every: 20s }, ask: { rate: 5/s } }
            findLimit: { of: devices, from: 1000, to: 50000 }
            """);
    assertThat(validated(profile))
        .startsWith("0\n")
        .containsPattern("find-limit +1000 to 50000 devices; .* echo .*, .* ask ");
    Path groups =
        Files.writeString(
            profile.resolveSibling("groups.yaml"),
            Files.readString(profile)
                .replaceFirst(
                    "devices: .*", "devices: { groups: { a: { count: 9 }, b: { count: 1 } } }")
                .replace("echo: {", "echo: { of: a,")
                .replace("ask: {", "ask: { of: b,"));
    assertThat(validated(groups))
        .containsPattern("find-limit +1000 to 50000 devices .a 900 to 45000, b 100 to 5000.; ");
  }

  @Test
  void exitCodesFiguresAndKeysAreExplained() {
    WORDS.says(Printed.by("explain", "5").out(), "exit code 5, generator-limited: ");
    assertThat(Printed.by("explain", "3").out()).hasLineCount(5);
    WORDS.says(
        Printed.by("explain", "flows.telemetry.response.p99.9").out(),
        "figure flows.telemetry.response.p99.9: ",
        " ms; ",
        "docs/explanation/measurement.md");
    WORDS.says(
        Printed.by("explain", "phases.connect.rate", "--pack", "echo").out(),
        "key phases.connect.rate of echo: ",
        "600/s\n",
        "200/s\n");
  }

  @Test
  void whatTheTerminalAndTheReportPrintIsExplainedInAnyCase() {
    for (String word : List.of("GENERATOR-LIMITED", "generator limited", "5")) {
      assertThat(Printed.by("explain", word).out())
          .startsWith("exit code 5, generator-limited: ")
          .contains("--shards", "net.core.rmem_max");
    }
    assertThat(Printed.by("explain", "Thresholds-Crossed").out()).startsWith("exit code 1, ");
    WORDS.says(
        Printed.by("explain", "FLOWS.event.ENDTOEND.P99").out(),
        "figure FLOWS.event.ENDTOEND.P99: ",
        " ms");
    assertThat(Printed.by("explain", "phases.WARMUP", "--pack", "echo").out())
        .startsWith("key phases.WARMUP of echo: ");
  }

  @Test
  void wordsOfTheReportsAndTheKeysOfASectionAreExplained() {
    WORDS.says(Printed.by("explain", "drain").out(), "word drain: the phase at the end");
    WORDS.says(Printed.by("explain", "p99").out(), "word p99: ", "99 of 100");
    assertThat(Printed.by("explain", "flows.telemetry.notSent").out()).contains("\n  not sent: ");
    assertThat(Printed.by("explain", "flows.telemetry.response.p99").out())
        .contains("\n  response time: ", "\n  p99: ");
    assertThat(Printed.by("explain", "phases", "--pack", "echo").out())
        .containsPattern("\n  connect +how [^\n]+\n  ramp +rates ");
  }

  @Test
  void theVerdictOfAnEarlierRunIsPrinted() throws IOException {
    Files.writeString(
        directory.resolve("result.json"),
        """
        {"version": 1, "run": "by hand", "measuredSeconds": 60, "thresholds": [],
         "verdict": {"status": "generator-limited", "reasons": ["it was late", "so was its host"]},
         "devices": {"asked": 5, "connected": 5}, "flows": {}}
        """);
    Printed printed = Printed.by("explain", directory.toString());
    assertThat(printed.code()).as(printed.err()).isZero();
    assertThat(printed.out())
        .startsWith("run by hand: GENERATOR LIMITED: ")
        .contains("\n  it was late\n  so was its host\n");
  }

  @Test
  void aSearchOfARateSaysHowManyProbesItMakesAtMost() {
    assertThat(validated(Home.path("profiles", "find-limit.yaml")))
        .containsPattern(
            "find-limit +300/s to 6000/s, all flows together; 15 probes of 40 s at most, so 10 min");
  }

  @Test
  void causesOfFailuresAreExplained() {
    WORDS.says(Printed.by("explain", "transport.timeout").out(), "cause transport.timeout: ");
    WORDS.says(Printed.by("explain", "protocol.5.03").out(), "cause protocol.5.03: ", "5.03\n");
    WORDS.says(Printed.by("explain", "devicebusy").out(), "cause deviceBusy: ");
    WORDS.says(
        Printed.by("explain", "transport.timeuot").err(),
        "explain: \"transport.timeuot\"",
        "transport.timeout");
  }

  @Test
  void everyFigureHasASectionThatThePageHas() throws IOException {
    String page = Files.readString(Home.path("docs", "explanation", "measurement.md"));
    for (FigureKind each : FigureCatalogue.kinds()) {
      assertThat(page).containsPattern("\n###? " + FigureSection.of(each) + "\n");
    }
  }

  @Test
  void aWordThatMeansNothingIsRefused() {
    Printed refused = Printed.by("explain", "generator-limted");
    assertThat(refused.code()).isEqualTo(2);
    WORDS.says(refused.err(), "explain: \"generator-limted\"", "generator-limited");
  }

  @Test
  void aPercentileThatNoResultHasIsAnsweredWithThoseThatThereAre() throws IOException {
    String times = "min, mean, p50, p75, p90, p95, p99, p99.9, p99.99, max";
    for (String unknown : List.of("p98", "p99.5", "median")) {
      String said =
          validated(
              Home.path("profiles", "quickstart.yaml"),
              "thresholds=[flows.*.response.%s < 1s]".formatted(unknown));
      assertThat(said).startsWith("2\n");
      WORDS.says(said, "thresholds", "\"flows.*.response.%s\"".formatted(unknown), times);
    }
    assertThat(Files.readString(Home.path("docs", "reference", "thresholds.md")))
        .contains("`" + times.replace(", max", "` and `max").replace(", ", "`, `") + "`");
  }

  @Test
  void helpIsACommandToo() {
    assertThat(Printed.by("help").out()).contains("Usage: loadtest", "find-limit", "help");
    assertThat(Printed.by("help", "merge").out()).startsWith("Usage: loadtest merge");
    assertThat(Printed.by("help", "marge").code()).isEqualTo(2);
  }

  @Test
  void theScriptForShellsKnowsEveryCommand() {
    assertThat(Printed.by("completion").out())
        .contains("complete -F _complete_loadtest", "find-limit", "--repeat");
  }

  /** Words that bash would offer; it takes an address apart at its colons. */
  private String offered(Path script, String line, String... words) throws Exception {
    String call =
        "source %s; COMP_LINE='%s' COMP_POINT=%s COMP_WORDS=(%s) COMP_CWORD=%s;"
            .formatted(script, line, line.length(), String.join(" ", words), words.length - 1);
    Process bash =
        new ProcessBuilder("bash", "-c", call + " _complete_loadtest_line; echo ${COMPREPLY[@]}")
            // It can say nothing to a shell that completes nothing.
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(out).isZero();
    return out.strip();
  }

  @Test
  void theScriptForShellsKnowsTheOptionsOfAUrl() throws Exception {
    assumeThat(Path.of("/bin/bash")).exists();
    Path script =
        Files.writeString(directory.resolve("completion.sh"), Printed.by("completion").out());
    assertThat(offered(script, "./loadtest mqtt://b --q", "./loadtest", "mqtt", ":", "//b", "--q"))
        .isEqualTo("--qos");
    assertThat(
            offered(
                script,
                "loadtest validate mqtt://b --dev",
                "loadtest",
                "validate",
                "mqtt",
                ":",
                "//b",
                "--dev"))
        .isEqualTo("--devices");
    assertThat(
            offered(
                script,
                "loadtest validate hono+mqtt://b --o",
                "loadtest",
                "validate",
                "hono+mqtt",
                ":",
                "//b",
                "--o"))
        .isEmpty();
    assertThat(offered(script, "loadtest echo:// --out", "loadtest", "echo", "://", "--out"))
        .isEqualTo("--out");
    assertThat(offered(script, "loadtest coa", "loadtest", "coa")).contains("coaps://");
    assertThat(
            offered(script, "loadtest run mine.yaml --sh", "loadtest", "run", "mine.yaml", "--sh"))
        .isEqualTo("--shards");
  }
}
