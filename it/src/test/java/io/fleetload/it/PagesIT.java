// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.DocsPage;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Types what the pages for newcomers have their readers type, as it is printed there and in its
 * order. Load tests go to a Hono that is up and are short; all but the first of the README are of
 * the nightly tier. What is a section of a profile is written into the reader's own.
 */
@ExtendWith(Hono.Shared.class)
class PagesIT {
  private static final String PATIENT =
      "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}";
  private static final String FEW = "--set=devices.count=20";
  private static final List<String> SHORT =
      List.of(
          "--set=phases={connect: {rate: 100/s}, ramp: 0s, warmUp: 1s, measure: 2s, drain: 40s}",
          FEW,
          PATIENT,
          "--set=thresholds=[ledger.unaccounted == 0, flows.*.achieved >= 0%]");
  private static final String SEARCH =
      "--set=findLimit={from: 20/s, to: 40/s, step: 100%, probe: 2s, settle: 1s, warmUp: 0s,"
          + " recovery: 0s, repeats: 0}";

  private static final String TUTORIAL = "docs/tutorial/from-nothing-to-a-decision.md";
  private static final String MORE = "docs/how-to/more-of-a-run.md";
  private static final String IN_A_BUILD = "docs/how-to/in-a-build.md";
  private static final List<String> PAGES = List.of("README.md", TUTORIAL, MORE, IN_A_BUILD);
  private static final String BY_HAND = "## The tools one by one";
  private static final String OWN = "mine.yaml";

  /** What a reader writes as VERSION. */
  private static final String VERSION = "0.1.0-0123456789ab";

  /** What is not typed here, and why. */
  private static final Map<String, String> NOT_TYPED =
      Map.of(
          "./mvnw verify", "it is the build that runs this test",
          "./loadtest mqtt://127.0.0.1:1883 --devices 1000 --every 10s --for 2m",
              "no broker listens there; OneLineIT has one",
          "./loadtest explain results/first         # the verdict of a run that was made before",
              "the results are the reader's own",
          "./loadtest archive", "it would write into the installation",
          "./mvnw -Pdist package", "ReleaseIT has what it makes",
          "./mvnw -Pdist install -DskipTests -DskipITs", "it writes into the user's repository",
          "mvn verify", "SampleProjectIT types it",
          "./loadtest compare results/release results/ci --markdown > compared.md",
              "the results of a release are the reader's own");

  /** What a test cannot type as it is printed, and what it types instead. */
  private static final Map<String, String> ADAPTED =
      Map.of(
          // Its own port may be taken.
          "--live", "--live=0",
          // A run of two seconds is over by then.
          "at: 30s", "at: 1s",
          "'flows.event.stages=[{for: 80s, rate: 50/s}]'",
              "'flows.event.stages=[{for: 2s, rate: 50/s}]'"
                  + " --set 'flows.telemetry.stages=[{for: 2s, rate: 50/s}]'");

  /** The page says that it ends with 1; a storm that finds no message under way ends with 0. */
  private static final String STORM = "devices.life={storm: ";

  /** Blocks that are neither commands nor sections of a profile, by how they begin. */
  private static final List<String> SHOWN =
      List.of(
          "profile ─►",
          "measure  [###",
          "profiles/mine.yaml:8: ",
          "time,device,flow",
          "load test smoke: ");

  @TempDir private Path directory;
  private final Hono hono;

  PagesIT(Hono hono) {
    this.hono = hono;
  }

  @Test
  void whatIsNotTypedStillStandsInAPage() throws IOException {
    String commands =
        PAGES.stream()
            .flatMap(page -> DocsPage.of(page).steps().stream())
            .map(each -> each.text() + "\n")
            .collect(Collectors.joining());
    assertThat(commands.lines()).containsAll(NOT_TYPED.keySet());
    assertThat(commands).contains(ADAPTED.keySet()).contains(STORM);
    assertThat(commands).contains(SHOWN);

    assertThat(Home.path("mvnw")).isExecutable();
    assertThat(Home.path("pom.xml")).content().contains("<id>dist</id>");
    assertThat(Home.path("dist/sample/pom.xml")).exists();
  }

  @ParameterizedTest
  @CsvSource({"README.md, 1", MORE + ", 0", IN_A_BUILD + ", 0"})
  void whatAPageHasAReaderTypeDoesWhatItSays(String page, int loadTests) throws Exception {
    typed(page, loadTests);
  }

  @Test
  @Tag("nightly")
  @Tag("pages")
  void theTutorialComesToItsDecision() throws Exception {
    String said = typed(TUTORIAL, Integer.MAX_VALUE);

    assertThat(said)
        .as("a run provisions, and changes nothing of what is there")
        .containsOnlyOnce("devices: 20 created, 0 updated, 0 unchanged")
        .contains("devices: 0 created, 0 updated, 20 unchanged");
    Path results = directory.resolve("checkout/fleetload-" + VERSION + "/results");
    assertThat(results.resolve("first/report.html")).exists();
    assertThat(results.resolve("own/junit.xml")).exists();
    assertThat(results.resolve("own/summary.md")).exists();
    assertThat(results.resolve("limit/limit.html")).exists();
    assertThat(results.resolve("new/repeat.html")).exists();
  }

  @Test
  @Tag("nightly")
  @Tag("pages")
  void everyRunOfMoreOfARunPasses() throws Exception {
    typed(MORE, Integer.MAX_VALUE);
  }

  /** Types a page, with so many load tests at most; gives all that was printed. */
  private String typed(String name, int loadTests) throws Exception {
    DocsPage page = DocsPage.of(name);
    List<DocsPage.PageStep> steps = new ArrayList<>(page.steps());
    if (page.text().contains(BY_HAND)) {
      steps.removeAll(page.under(BY_HAND).steps());
    }
    StringBuilder said = new StringBuilder();
    int left = loadTests;
    try (Reader reader = new Reader(directory, VERSION, more())) {
      for (DocsPage.PageStep step : steps) {
        switch (step.kind()) {
          case PROFILE -> write(reader, step.text());
          case OTHER -> assertThat(SHOWN).anyMatch(step.text()::startsWith);
          case COMMAND -> {
            boolean load = step.text().matches("\\./loadtest (run|find-limit) .*");
            if (!NOT_TYPED.containsKey(step.text()) && (!load || left-- > 0)) {
              said.append(typed(reader, step.text())).append('\n');
            }
          }
        }
      }
    }
    return said.toString();
  }

  private static String typed(Reader reader, String printed) throws IOException {
    String line = printed.replace("VERSION", VERSION);
    for (Map.Entry<String, String> each : ADAPTED.entrySet()) {
      line = line.replace(each.getKey(), each.getValue());
    }
    if (line.startsWith("./loadtest compare ")) {
      // There is one version here, so its run is compared with itself.
      reader.types("ln -s first results/old && ln -s first results/new");
    }
    Reader.Answer answer = reader.types(line);
    assertThat(answer.code())
        .as("%s: %s", line, answer.text())
        .isIn(
            line.contains(STORM)
                ? List.of(0, 1)
                // Runs of two seconds may be too few for an answer.
                : line.startsWith("./loadtest compare ") ? List.of(0, 5) : List.of(0));
    return answer.text();
  }

  /** Writes sections into the reader's profile, where the page has had one made. */
  private static void write(Reader reader, String sections) throws IOException {
    Path own = reader.file(OWN);
    if (Files.exists(own)) {
      Files.writeString(own, DocsPage.edited(Files.readString(own), sections));
    }
  }

  /** What the commands get behind what is typed. */
  private Map<String, List<String>> more() {
    List<String> target = new ArrayList<>(hono.asTarget());
    target.add("--set=target.kafkaProperties=null");
    return Map.of(
        "run", both(SHORT, target),
        "find-limit", both(both(SHORT, target), List.of(SEARCH)),
        "provision", both(target, List.of(FEW)));
  }

  private static List<String> both(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  @Test
  @Tag("nightly")
  @Tag("pages")
  void theToolsOneByOneSayWhatHinderedThemAndTheirBooksAreJoined() throws Exception {
    DocsPage page = DocsPage.of(MORE).under(BY_HAND);
    Path devicesBook = directory.resolve("results/devices");
    assertThat(page.commands("java -jar"))
        .extracting(each -> each.get(0))
        .containsExactly(
            "hono-embedded.jar",
            "provisioning.jar",
            "backend-simulator.jar",
            "device-simulator.jar",
            "hono-embedded.jar");
    assertThat(page.commands("./loadtest")).extracting(each -> each.get(0)).hasSize(2);

    try (CommandRun provisioning = tool(page, 1)) {
      assertThat(provisioning.exit()).as(provisioning.out() + provisioning.err()).isZero();
    }
    // It ends when the devices have, not after the time of the page.
    CommandRun backend = tool(page, 2, "--until-stdin-closes");
    try (backend) {
      backend.line(line -> line.contains("ready"));
      try (CommandRun devices = tool(page, 3, "--set=generator.maxPause=1ms")) {
        assertThat(devices.exit()).as(devices.out() + devices.err()).isEqualTo(5);
        assertThat(devices.out())
            .containsPattern("generator-limited: .* \\(generator\\.maxPause\\)")
            .contains(" in " + devicesBook);
      }
    }
    assertThat(backend.exit()).isZero();
    assertThat(backend.out()).contains(" in " + directory.resolve("results/backend"));

    List<String> merge = new ArrayList<>(page.commands("./loadtest").get(0));
    merge.replaceAll(each -> each.startsWith("results/") ? directory + "/" + each : each);
    merge.replaceAll(each -> each.startsWith("profiles/") ? Home.path(each).toString() : each);
    Printed joined = Printed.loadtest(merge);
    // The devices stood still for more than 1 ms. All bounds hold all the same, but on a starved
    // host.
    assertThat(joined.code()).as(joined.out() + joined.err()).isIn(0, 5);
    assertThat(joined.out())
        .contains("generator.maxPause")
        .contains(joined.code() == 0 ? "upper bounds" : "GENERATOR-LIMITED");
    JsonNode result =
        new ObjectMapper().readTree(directory.resolve("results/whole/result.json").toFile());
    assertThat(result.at("/ledger/delivered").asLong()).isPositive();
    assertThat(result.at("/ledger/lost").asLong()).isZero();
    assertThat(directory.resolve("results/whole/report.html")).exists();

    aRunLeavesTheStackUp(page.commands("./loadtest").get(1));
  }

  private void aRunLeavesTheStackUp(List<String> printed) throws Exception {
    try (CommandRun stack = CommandRun.hono(List.of())) {
      Path line = directory.resolve("hono.json");
      Files.writeString(line, stack.line(each -> each.contains("\"ready\"")) + "\n");
      List<String> arguments = new ArrayList<>(printed);
      arguments.replaceAll(each -> each.equals("hono.json") ? line.toString() : each);
      arguments.replaceAll(
          each -> each.startsWith("profiles/") ? Home.path(each).toString() : each);
      arguments.addAll(SHORT);
      arguments.add("--out=" + directory.resolve("running"));
      try (CommandRun run = CommandRun.loadtest(arguments)) {
        assertThat(run.exit()).as(run.out() + run.err()).isZero();
      }
      assertThat(stack.family()).allMatch(ProcessHandle::isAlive);
    }
  }

  /** A tool of the page, by its place there. */
  private CommandRun tool(DocsPage page, int place, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(page.commands("java -jar").get(place));
    String jar = arguments.remove(0);
    int time = arguments.indexOf("--for");
    if (time >= 0) {
      arguments.subList(time, time + 2).clear();
    }
    arguments.replaceAll(each -> each.startsWith("results/") ? directory + "/" + each : each);
    arguments.replaceAll(each -> each.startsWith("profiles/") ? Home.path(each).toString() : each);
    arguments.addAll(hono.asTarget("one-by-one"));
    arguments.addAll(SHORT);
    arguments.addAll(List.of(more));
    return CommandRun.tool(jar.replace(".jar", ""), arguments);
  }
}
