// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.ci;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.FakeProgram;
import io.fleetload.deploy.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code .ci/run} says, gives back and leaves behind, with tools that only play. */
class RunScriptTest {
  private static final String MAVEN_HAS_NO_NETWORK =
      "echo '[ERROR] Could not transfer artifact some:thing:pom:1'; exit 2";

  /** What it installs where it is not there. */
  private static final List<String> INSTALLED =
      List.of("coap-client-openssl", "nats-server", "busybox");

  /** What it may call of the machine that this runs on. */
  private static final List<String> REAL =
      List.of(
          "awk",
          "bash",
          "cat",
          "dirname",
          "env",
          "find",
          "grep",
          "head",
          "id",
          "mkdir",
          "mktemp",
          "readlink",
          "rm",
          "sed",
          "sh",
          "sleep",
          "sort",
          "tee",
          "timeout",
          "touch",
          "wc");

  @TempDir private Path folder;
  private Path tools;
  private Path scratch;
  private FakeProgram mvnw;
  private FakeProgram loadtest;

  @BeforeEach
  void aTreeWhereAllGoesWell() throws Exception {
    folder = folder.toRealPath();
    tools = Files.createDirectory(folder.resolve("tools"));
    scratch = Files.createDirectory(folder.resolve("scratch"));
    Files.createDirectory(folder.resolve(".ci"));
    for (String script : List.of(".ci/run", ".ci/tests", ".ci/skips-allowed")) {
      Files.copy(DeployFolder.at("../" + script), folder.resolve(script));
    }
    for (String each : REAL) {
      String bin = Files.exists(Path.of("/bin", each)) ? "/bin/" : "/usr/bin/";
      new FakeProgram(tools, each, "exec " + bin + each + " \"$@\"");
    }
    for (String each : INSTALLED) {
      new FakeProgram(tools, each, "");
    }
    mvnw = program("mvnw", "echo \"tested with '$MAVEN_USER_HOME' and $MAVEN_ARGS\"");
    loadtest = program("loadtest", "echo \"ran with '$MAVEN_USER_HOME' and $MAVEN_ARGS\"");
  }

  private FakeProgram program(String name, String script) throws IOException {
    return new FakeProgram(folder, name, script);
  }

  private Program ci(String... slice) {
    List<String> command = new ArrayList<>(List.of(folder.resolve(".ci/run").toString()));
    command.addAll(List.of(slice));
    return Program.of(command.toArray(String[]::new))
        .with("PATH", tools.toString())
        .with("TMPDIR", scratch.toString());
  }

  /** The marks of a repository that only this run has. */
  private String ownRepository() {
    return "'" + scratch + "/tmp\\.\\w+/maven' and .*-Dmaven.repo.local=" + scratch;
  }

  @Test
  void everyTagOfTheNightlyTierIsASlice() throws Exception {
    String script = Files.readString(folder.resolve(".ci/run"));
    Matcher slices = Pattern.compile("slices=\\(([^)]*)\\)").matcher(script);
    assertThat(slices.find()).isTrue();
    Set<String> tags = new TreeSet<>();
    try (Stream<Path> all = Files.walk(DeployFolder.at("..").toRealPath())) {
      for (Path each :
          all.filter(path -> path.toString().matches(".*/src/test/.*\\.java")).toList()) {
        Matcher tag =
            Pattern.compile("@Tag\\(\"nightly\"\\)\\s*(?:@Tag\\(\"([a-z-]+)\"\\))?")
                .matcher(Files.readString(each));
        while (tag.find()) {
          assertThat(tag.group(1)).as("a slice after nightly in %s", each).isNotNull();
          tags.add(tag.group(1));
        }
      }
    }
    assertThat(slices.group(1).trim().split("\\s+"))
        .contains(tags.toArray(String[]::new))
        .doesNotHaveDuplicates();
  }

  @Test
  void theCommandsAreTheReadmesInAnEmptyRepositoryAndNothingIsLeftOfThem() throws Exception {
    Program.Said said = ci("bounds").run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .containsPattern("ran with " + ownRepository())
        .containsPattern("tested with " + ownRepository())
        .contains("-Dtest.excluded=nightly&!bounds")
        .containsPattern("(?s)ci: parts:\n.*first command\n.*second command.*bounds\n$");
    assertThat(loadtest.asked()).containsExactly("run profiles/quickstart.yaml");
    assertThat(mvnw.asked()).containsExactly("verify");
    assertThat(Files.readString(DeployFolder.at("../README.md")))
        .contains("    ./loadtest run profiles/quickstart.yaml ", "    ./mvnw verify\n");
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void theSliceFollowsFromTheCommit() throws Exception {
    new FakeProgram(tools, "git", "echo 0000001000000000000000000000000000000000");
    new FakeProgram(tools, "faketime", "");

    assertThat(ci().run().out()).contains("-Dtest.excluded=nightly&!images", "-Pimages");
  }

  @Test
  void whatCannotBeHadIsNamedAndTheRestGoesOn() throws Exception {
    for (String each : INSTALLED) {
      Files.delete(tools.resolve(each));
    }
    new FakeProgram(tools, "apt-get", "exit 100");

    Program.Said said = ci("bounds").run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).contains("libcoap3-bin nats-server mosquitto busybox");
    assertThat(mvnw.asked()).hasSize(1);
  }

  @Test
  void aRegistryThatFailsOnceIsAskedAgain() throws Exception {
    loadtest =
        program(
            "loadtest",
            "[ $(wc -l <'%s') -gt 1 ] || { %s; }; echo \"ran with '$MAVEN_USER_HOME' and $MAVEN_ARGS\""
                .formatted(folder.resolve("loadtest.asked"), MAVEN_HAS_NO_NETWORK));

    Program.Said said = ci("bounds").run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .containsPattern("ran with " + ownRepository())
        .contains("tried twice (1,", "registry");
    assertThat(loadtest.asked()).hasSize(2);
  }

  @Test
  void whereNoRegistryAnswersTheMachinesOwnRepositoryServesAndTheLastLineSaysSo() throws Exception {
    loadtest =
        program(
            "loadtest",
            "[ -z \"${MAVEN_USER_HOME:-}\" ] || { %s; }".formatted(MAVEN_HAS_NO_NETWORK));

    Program.Said said = ci("bounds").run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).contains("tested with ''").doesNotContain("-Dmaven.repo.local");
    assertThat(said.out().lines().reduce((first, last) -> last).orElseThrow())
        .contains("no registry", "own Maven repository");
    assertThat(loadtest.asked()).hasSize(3);
    assertThat(mvnw.asked()).hasSize(1);
  }

  @Test
  void testsThatFailFailIt() throws Exception {
    mvnw = program("mvnw", "exit 7");

    Program.Said said = ci("bounds").run();

    assertThat(said.code()).isEqualTo(7);
    assertThat(mvnw.asked()).hasSize(1);
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void aFirstCommandThatFailsOnceIsAFlakeAndTwiceTheEnd() throws Exception {
    loadtest =
        program(
            "loadtest", "[ $(wc -l <'" + folder.resolve("loadtest.asked") + "') -gt 1 ] || exit 1");
    Program.Said once = ci("bounds").run();
    assertThat(once.code()).as(once.err()).isZero();
    assertThat(once.out()).contains("are let pass):\n  the README's first command\n");

    loadtest = program("loadtest", "exit 5");
    Files.delete(folder.resolve("mvnw.asked"));
    Program.Said always = ci("bounds").run();
    assertThat(always.code()).isEqualTo(5);
    assertThat(mvnw.asked()).isEmpty();
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void whatTheReportsSayFailsIt() throws Exception {
    Files.writeString(folder.resolve(".ci/tests"), "#!/bin/sh\nexit 1\n");

    assertThat(ci("bounds").run().code()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"INT, 130, mvnw", "TERM, 143, loadtest", "HUP, 129, mvnw"})
  void aSignalEndsWhatWasStartedAndLeavesNothing(String signal, int code, String hanging)
      throws Exception {
    Path ended = folder.resolve("ended");
    new FakeProgram(
        folder, hanging, "trap 'touch " + ended + "; exit' TERM; echo hangs; sleep 60 & wait");
    Process ci = ci("bounds").begin();
    try (BufferedReader out = ci.inputReader();
        BufferedReader err = ci.errorReader()) {
      assertThat(out.lines().anyMatch("hangs"::equals)).isTrue();
      assertThat(Program.of("kill", "-" + signal, Long.toString(ci.pid())).run().code()).isZero();
      assertThat(ci.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(err.lines()).contains("ci: interrupted");
    } finally {
      ci.destroyForcibly();
    }
    assertThat(ci.exitValue()).isEqualTo(code);
    assertThat(ended).exists();
    assertThat(scratch).isEmptyDirectory();
  }
}
