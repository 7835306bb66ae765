// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import io.fleetload.rig.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Walks the pages for newcomers, every command in its order. Runs go to a Hono that is up and are
 * short; the rest is as it is written.
 */
@ExtendWith(Hono.Shared.class)
class PagesIT {
  private static final String PATIENT =
      "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}";
  private static final List<String> SHORT =
      List.of(
          "--set=phases={connect: {rate: 100/s}, ramp: 0s, warmUp: 1s, measure: 2s, drain: 40s}",
          "--set=devices.count=20",
          PATIENT,
          "--set=thresholds=[ledger.unaccounted == 0, flows.*.achieved > 0]");
  private static final String SEARCH =
      "--set=findLimit={from: 20/s, to: 40/s, step: 100%, probe: 2s, settle: 1s, warmUp: 0s,"
          + " recovery: 0s, repeats: 0}";

  @TempDir private Path directory;
  private final Hono hono;

  PagesIT(Hono hono) {
    this.hono = hono;
  }

  @Test
  void theTutorialComesToItsDecision() throws Exception {
    List<String> commands =
        Page.of("docs/tutorial.md").lines().stream()
            .filter(line -> line.matches("(\\./loadtest|tar|cd|export) .*"))
            .toList();

    List<String> said = walked(commands);

    assertThat(said)
        .filteredOn(line -> line.startsWith("walked "))
        .hasSameSizeAs(commands)
        .allMatch(line -> line.startsWith("walked 0 ") || line.startsWith("walked 1 ./loadtest c"));
    assertThat(String.join("\n", said))
        .as("a run provisions, and changes nothing of what is there")
        .containsOnlyOnce("devices: 20 created, 0 updated, 0 unchanged")
        .contains("devices: 0 created, 0 updated, 20 unchanged");
    assertThat(directory.resolve("results/first/report.html")).exists();
    assertThat(directory.resolve("results/own/junit.xml")).exists();
    assertThat(directory.resolve("results/limit/limit.html")).exists();
  }

  /** What they print, in one shell in which nothing is there but the release. */
  private List<String> walked(List<String> commands) throws Exception {
    Path fakes = Files.createDirectory(directory.resolve("fakes"));
    program(fakes.resolve("tar"), "ln -s . fleetload-VERSION");
    program(fakes.resolve("openssl"), "echo secret");
    Files.createSymbolicLink(directory.resolve("profiles"), Home.path("profiles"));
    List<String> target = hono.asTarget("tutorial");
    program(
        directory.resolve("loadtest"),
        """
        case $1 in
          run) set -- "$@" %1$s %2$s ;;
          find-limit) set -- "$@" %1$s %2$s %3$s ;;
          provision) set -- "$@" %2$s --set=devices.count=20 ;;
          # There is one version here, so its two runs are compared.
          compare) ln -s mine results/old && ln -s own results/new ;;
        esac
        exec "%4$s/bin/java" -XX:TieredStopAtLevel=1 -Dfleetload.home="%5$s" \\
          -jar "%5$s/campaign/target/campaign.jar" "$@"
        """
            .formatted(
                quoted(SHORT),
                quoted(target),
                quoted(List.of(SEARCH)),
                System.getProperty("java.home"),
                Home.root()));
    String script =
        commands.stream()
            .map(each -> each + "\necho \"walked $? \"" + quoted(List.of(each)) + "\n")
            .collect(Collectors.joining());
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", script).directory(directory.toFile());
    shell.environment().merge("PATH", fakes + ":", (path, first) -> first + path);
    shell.environment().put("FLEETLOAD_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
    Path said = directory.resolve("said.txt");
    Process process = shell.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    process.waitFor();
    return Files.readAllLines(said);
  }

  private static void program(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static String quoted(List<String> words) {
    return words.stream()
        .map(each -> "'" + each.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  @Test
  void theToolsOneByOneSayWhatHinderedThemAndTheirBooksAreJoined() throws Exception {
    Page page = Page.of("docs/getting-started.md").under("## The tools one by one");
    Path devicesBook = directory.resolve("results/devices");
    assertThat(page.commands("java -jar"))
        .extracting(each -> each.get(0))
        .startsWith(
            "hono-embedded.jar",
            "provisioning.jar",
            "backend-simulator.jar",
            "device-simulator.jar");

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
            .contains("the devices' half of the books is in " + devicesBook);
      }
    }
    assertThat(backend.exit()).isZero();
    assertThat(backend.out())
        .contains("the backend's half of the books is in " + directory.resolve("results/backend"));

    List<String> merge = new ArrayList<>(page.commands("./loadtest").get(0));
    merge.replaceAll(each -> each.startsWith("results/") ? directory + "/" + each : each);
    merge.replaceAll(each -> each.startsWith("profiles/") ? Home.path(each).toString() : each);
    try (CommandRun joined = CommandRun.loadtest(merge)) {
      assertThat(joined.exit()).as(joined.out() + joined.err()).isEqualTo(5);
    }
    JsonNode result =
        new ObjectMapper().readTree(directory.resolve("results/whole/result.json").toFile());
    assertThat(result.at("/ledger/delivered").asLong()).isPositive();
    assertThat(result.at("/ledger/lost").asLong()).isZero();
    assertThat(directory.resolve("results/whole/report.html")).exists();
  }

  /** A tool of the page, by its place there. */
  private CommandRun tool(Page page, int place, String... more) throws IOException {
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
