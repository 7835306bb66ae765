// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.pack.TargetUrl;
import io.fleetload.rig.DocsPage;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Every command that a page shows is one that there is, and every profile it names is right. */
class PagesTest {
  private static final Set<String> OF_PROFILES = Set.of("run", "find-limit", "validate");

  @TempDir private static Path directory;

  /** How the page says it that stands in hono-deploy/eks/terraform. */
  private static final String FROM_TERRAFORM = "../../../loadtest";

  @BeforeAll
  static void standInTheTree() {
    System.setProperty("fleetload.home", Home.root().toString());
  }

  @AfterAll
  static void leaveTheTree() {
    System.clearProperty("fleetload.home");
  }

  @Test
  void everyLinkOfAPageLeadsToAFileAndToAHeadingOfIt() throws IOException {
    List<String> broken = new ArrayList<>();
    for (DocsPage page : DocsPage.all()) {
      for (DocsPage.Link link : page.links()) {
        if (!link.leadsSomewhere()) {
          broken.add(page.name() + " to " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> everyCommandOfAPageIsTaken() throws IOException {
    Map<List<String>, String> commands = new TreeMap<>(Comparator.comparing(List::toString));
    for (DocsPage page : DocsPage.all()) {
      page.commands("./loadtest").forEach(each -> commands.putIfAbsent(each, page.name()));
      page.commands(FROM_TERRAFORM).forEach(each -> commands.putIfAbsent(each, page.name()));
    }
    assertThat(commands).hasSizeGreaterThan(40);
    assertThat(commands).containsValue("docs/how-to/run-on-eks.md");
    return commands.entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getValue() + ": " + String.join(" ", each.getKey()),
                    () -> taken(each.getKey())));
  }

  private static void taken(List<String> arguments) throws IOException {
    CommandLine loadtest = ToolCommandLine.of(new CommandLine(new LoadTest()));
    CommandLine.ParseResult parsed = loadtest.parseArgs(arguments.toArray(String[]::new));
    if (arguments.size() > 1 && TargetUrl.schemeOf(arguments.get(1)) != null) {
      assertThat(arguments.get(0)).isEqualTo("validate");
      Printed printed = Printed.by(arguments.toArray(String[]::new));
      assertThat(printed.code()).as(printed.err()).isZero();
    } else if (OF_PROFILES.contains(arguments.get(0))) {
      List<String> validate = new ArrayList<>(List.of("validate", profile(arguments.get(1))));
      for (String set : parsed.subcommand().matchedOptionValue("--set", List.<String>of())) {
        validate.addAll(List.of("--set", set));
      }
      Printed printed = Printed.by(validate.toArray(String[]::new));
      assertThat(printed.code()).as(printed.err()).isZero();
    }
  }

  /** The profiles of the tree as they are; a user's own is one that init writes. */
  private static String profile(String named) throws IOException {
    Path here = Home.path(named);
    if (Files.exists(here)) {
      return Files.readString(here).contains("${PSK_SECRET}")
          ? withSecrets(Files.copy(here, directory.resolve("secret.yaml"))).toString()
          : here.toString();
    }
    assertThat(named).endsWith("mine.yaml");
    // As long as the tutorial's, with a flow that follows the number of devices, as there.
    return own("""
        phases: { measure: 1m }
        flows:
          telemetry: { every: 20s }
          event: { rate: 20/s }
          commandQuery: { rate: 20/s }
        """)
        .toString();
  }

  /** A user's profile, in which some sections are replaced. */
  private static Path own(String sections) throws IOException {
    Path own = directory.resolve("mine.yaml");
    Files.deleteIfExists(own);
    assertThat(Printed.by("init", own.toString()).code()).isZero();
    return Files.writeString(own, DocsPage.edited(Files.readString(own), sections));
  }

  @TestFactory
  Stream<DynamicTest> whatAPageForNewcomersSaysOfAProfileIsRight() {
    return Stream.of(
            "docs/tutorial/from-nothing-to-a-decision.md",
            "docs/how-to/describe-your-fleet.md",
            "docs/how-to/more-of-a-run.md")
        .flatMap(page -> DocsPage.of(page).sections().stream())
        .map(
            each ->
                DynamicTest.dynamicTest(each.lines().findFirst().orElseThrow(), () -> right(each)));
  }

  @TestFactory
  Stream<DynamicTest> aWholeProfileOfAPageIsRight() throws IOException {
    List<DynamicTest> profiles = new ArrayList<>();
    for (DocsPage page : DocsPage.all()) {
      for (String each : page.sections()) {
        if (each.startsWith("pack: ")) {
          profiles.add(DynamicTest.dynamicTest(page.name(), () -> whole(each)));
        }
      }
    }
    assertThat(profiles).hasSizeGreaterThan(2);
    return profiles.stream();
  }

  private static void whole(String profile) throws IOException {
    Path file = Files.writeString(directory.resolve("whole.yaml"), profile);
    Printed printed = Printed.by("validate", file.toString());
    assertThat(printed.code()).as(printed.err()).isZero();
  }

  private static void right(String sections) throws IOException {
    Path own = own(sections);
    Files.writeString(
        directory.resolve("cars.csv"), "id,plate,limit\n" + "007,A 1,50\n".repeat(100));
    Printed printed =
        Printed.by("validate", withSecrets(own).toString(), "--set", "phases.measure=10m");
    assertThat(printed.code()).as(printed.err()).isZero();
  }

  /** The file with what users have in their environment written into it. */
  private static Path withSecrets(Path profile) throws IOException {
    return Files.writeString(
        profile,
        Files.readString(profile)
            .replace("${MONGODB_URI}", "mongodb://127.0.0.1:27017")
            .replaceAll("\\$\\{PSK_SECRET(:\\w+)?}", "secret"));
  }
}
