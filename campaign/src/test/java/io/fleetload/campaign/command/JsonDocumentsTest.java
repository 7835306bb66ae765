// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.campaign.LoadTest;
import io.fleetload.campaign.Printed;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Home;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The documents that brief commands print for a program, and nothing else beside them. */
class JsonDocumentsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String QUICKSTART =
      Home.path("packs/echo/profiles/quickstart.yaml").toString();

  @TempDir private Path directory;

  @BeforeAll
  static void beAnInstallation() {
    System.setProperty("fleetload.home", Home.root().toString());
  }

  @AfterAll
  static void beNoInstallation() {
    System.clearProperty("fleetload.home");
  }

  /** The document, with the lines for people where they are without {@code --json}. */
  private static JsonNode document(int code, String... words) throws Exception {
    Printed plain = Printed.by(words);
    List<String> all = new ArrayList<>(List.of(words));
    all.add(1, "--json");
    Printed json = Printed.by(all.toArray(String[]::new));
    assertThat(json.code()).as(json.err()).isEqualTo(code).isEqualTo(plain.code());
    assertThat(json.err()).isEqualTo(plain.out() + plain.err());
    return JSON.readTree(json.out());
  }

  @Test
  void aProfileWithoutMistakesSaysWhatItAsksFor() throws Exception {
    JsonNode document = document(0, "validate", QUICKSTART, "--set=devices.count=7");
    assertThat(document.path("valid").asBoolean()).isTrue();
    assertThat(document.at("/asks/devices").asText()).isEqualTo("7");
    assertThat(document.has("problems")).isFalse();
  }

  @Test
  void everyMistakeOfAProfileHasItsKey() throws Exception {
    JsonNode document =
        document(2, "validate", QUICKSTART, "--set=devices.cuont=7", "--set=phases.measure=x");
    assertThat(document.path("valid").asBoolean()).isFalse();
    assertThat(document.path("problems").findValuesAsText("path"))
        .containsExactlyInAnyOrder("devices.cuont", "phases.measure");
    assertThat(document.has("asks")).isFalse();
  }

  @Test
  void aLineIsCheckedLikeAProfileAndPrintsWhatItIs() throws Exception {
    JsonNode document = document(0, "validate", "echo://", "--devices=7", "--rate=5/s");
    assertThat(document.path("profile").asText())
        .isEqualTo("loadtest echo:// --devices 7 --rate 5/s");
    assertThat(document.path("text").asText()).contains("count: 7");
    assertThat(document(2, "validate", "echo://", "--rate=5").at("/problems/0/source").asText())
        .isEqualTo("--rate");
    Printed printed = Printed.by("validate", "echo://", "--devices=7", "--print-profile");
    assertThat(printed.code()).isZero();
    assertThat(printed.out()).contains("no mistake", "count: 7");
    assertThat(Printed.by("validate", "echo://", "--help").out())
        .contains("loadtest validate URL", "--devices");
  }

  @Test
  void aWordHasItsMeanings() throws Exception {
    JsonNode document = document(0, "explain", "phases.drain");
    assertThat(document.path("word").asText()).isEqualTo("phases.drain");
    assertThat(document.path("lines").toString()).contains("key phases.drain");
  }

  @Test
  void aProfileThatIsWrittenNamesTheCommandThatRunsIt() throws Exception {
    Path file = directory.resolve("mine.yaml");
    Printed printed = Printed.by("init", "--json", "--pack=echo", file.toString());
    JsonNode document = JSON.readTree(printed.out());
    assertThat(document.path("file").asText()).isEqualTo(file.toString());
    assertThat(document.path("pack").asText()).isEqualTo("echo");
    assertThat(printed.err()).contains(document.path("next").asText());
  }

  @Test
  void aCommandWithoutADocumentOfItsOwnSaysHowItEnded() throws Exception {
    Printed printed = Printed.by("cluster", "delete", "--json", "my run");
    JsonNode document = JSON.readTree(printed.out());
    assertThat(document.path("exitCode").asInt()).isEqualTo(2).isEqualTo(printed.code());
    assertThat(document.path("status").asText()).isEqualTo(ExitCode.WRONG_USAGE.status());
    assertThat(document.path("lines").path(0).asText() + "\n").isEqualTo(printed.err());
    assertThat(document.has("directory")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "find-limit",
        "cluster run",
        "cluster find-limit",
      })
  void whatRunsHasEventsAndADocument(String command) {
    assertThat(options(command)).contains("--json", "--json-events");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "calibrate",
        "archive",
        "provision",
        "provision warm",
        "cluster provision",
        "cluster fetch",
        "cluster logs",
        "cluster delete",
      })
  void whatTakesItsTimeHasADocument(String command) {
    assertThat(options(command)).contains("--json");
  }

  private static Set<String> options(String command) {
    CommandLine found = new CommandLine(new LoadTest());
    for (String each : command.split(" ")) {
      found = found.getSubcommands().get(each);
    }
    return found.getCommandSpec().optionsMap().keySet();
  }

  @Test
  void aSearchThatIsRefusedEndsItsEventsWithTheMistake() throws Exception {
    Printed printed = Printed.by("find-limit", QUICKSTART, "--json-events");
    List<String> lines = printed.out().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(JSON.readTree(lines.get(0)).path("event").asText()).isEqualTo("problem");
    assertThat(JSON.readTree(lines.get(1)).path("exitCode").asInt())
        .isEqualTo(2)
        .isEqualTo(printed.code());
  }

  @Test
  void aRunThatIsRefusedEndsItsEventsWithTheMistake() throws Exception {
    Printed printed = Printed.by("run", QUICKSTART, "--json-events", "--shards=0");
    List<JsonNode> events = new ArrayList<>();
    for (String line : printed.out().lines().toList()) {
      events.add(JSON.readTree(line));
    }
    assertThat(events)
        .extracting(each -> each.path("event").asText())
        .containsExactly("problem", "end");
    assertThat(printed.err()).isEqualTo(events.get(0).path("text").asText() + "\n");
    assertThat(events.get(1).path("exitCode").asInt()).isEqualTo(2).isEqualTo(printed.code());

    Printed both = Printed.by("run", QUICKSTART, "--json-events", "--json");
    assertThat(both.code()).isEqualTo(2);
    assertThat(both.err()).contains("--json-events: ", "--json");
  }
}
