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
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code .ci/run} says, gives back and leaves behind, with tools that only play. */
class RunScriptTest {
  private static final String BUILD =
      "-B -ntp -Pdist,images -Dsurefire.rerunFailingTestsCount=1"
          + " -Dfailsafe.rerunFailingTestsCount=1 verify";

  /** What it installs where it is not there. */
  private static final List<String> INSTALLED =
      List.of("coap-client-openssl", "faketime", "chromium", "nats-server", "kubernetes-validate");

  /** What it may call of the machine that this runs on. */
  private static final List<String> REAL =
      List.of(
          "awk",
          "bash",
          "cat",
          "dirname",
          "env",
          "find",
          "head",
          "mkdir",
          "mktemp",
          "readlink",
          "rm",
          "sed",
          "sh",
          "sleep",
          "sort",
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
    for (String script : List.of(".ci/run", ".ci/flakes")) {
      Files.copy(DeployFolder.at("../" + script), folder.resolve(script));
    }
    new FakeProgram(folder.resolve(".ci"), "helm", "echo /helm-$1");
    new FakeProgram(
        Files.createDirectories(folder.resolve("hono-deploy/eks/helm")),
        "fetch-chart",
        "mkdir \"$1\"");
    for (String each : REAL) {
      String bin = Files.exists(Path.of("/bin", each)) ? "/bin/" : "/usr/bin/";
      new FakeProgram(tools, each, "exec " + bin + each + " \"$@\"");
    }
    new FakeProgram(tools, "go", "");
    new FakeProgram(tools, "java", "");
    for (String each : INSTALLED) {
      new FakeProgram(tools, each, "");
    }
    mvnw = mvnw("echo \"built with '$HONO_CHART' and '$HELM_3' and '$HELM_4'\"");
    loadtest = loadtest("");
  }

  private FakeProgram mvnw(String script) throws IOException {
    return new FakeProgram(folder, "mvnw", script);
  }

  private FakeProgram loadtest(String script) throws IOException {
    return new FakeProgram(folder, "loadtest", script);
  }

  private Program ci() {
    return Program.of(folder.resolve(".ci/run").toString())
        .with("PATH", tools.toString())
        .with("TMPDIR", scratch.toString())
        .with("HELM_3", "")
        .with("HELM_4", "")
        .with("HONO_CHART", "");
  }

  @Test
  void theBuildAndTheLoadTestAreTheReadmesAndNothingIsLeftOfThem() throws Exception {
    Program.Said said = ci().run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .containsPattern(
            "built with '" + scratch + "/tmp\\.\\w+/chart' and '/helm-3' and '/helm-4'\n")
        .endsWith("ci: nothing had to be tried twice\n");
    assertThat(mvnw.asked()).containsExactly(BUILD);
    assertThat(loadtest.asked())
        .singleElement()
        .asString()
        .startsWith("run profiles/quickstart.yaml --out " + scratch);
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void whatCannotBeHadIsNamedAndTheRestGoesOn() throws Exception {
    for (String each : INSTALLED) {
      Files.delete(tools.resolve(each));
    }
    new FakeProgram(tools, "apt-get", "exit 100");
    new FakeProgram(tools, "python3", "exit 1");
    new FakeProgram(folder.resolve(".ci"), "helm", "exit 3");
    new FakeProgram(folder.resolve("hono-deploy/eks/helm"), "fetch-chart", "exit 1");

    Program.Said said = ci().run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .contains(
            "ci: Hono's chart cannot be fetched here; the post-renderer is tested on a stub",
            "ci: no HELM_3 to test with: go is missing, or did not build it in time",
            "ci: no HELM_4 to test with",
            "built with '' and '' and ''\n");
    for (String each : INSTALLED) {
      assertThat(said.out()).contains("ci: " + each + " cannot be installed here");
    }
    assertThat(mvnw.asked()).hasSize(1);
  }

  @Test
  void aBuildThatFailsIsTheEnd() throws Exception {
    mvnw("exit 7");

    Program.Said said = ci().run();

    assertThat(said.code()).isEqualTo(7);
    assertThat(loadtest.asked()).isEmpty();
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void aLoadTestThatFailsOnceIsAFlakeAndTwiceAFailure() throws Exception {
    loadtest = loadtest("[ $(wc -l <'" + folder.resolve("loadtest.asked") + "') -gt 1 ] || exit 1");
    Program.Said once = ci().run();
    assertThat(once.code()).as(once.err()).isZero();
    assertThat(once.out()).endsWith("are let pass):\n  the quickstart\n");

    loadtest = loadtest("exit 5");
    Program.Said always = ci().run();
    assertThat(always.code()).isEqualTo(5);
    assertThat(always.out()).endsWith("are let pass):\n  the quickstart\n");
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void moreFlakesThanAreLetPassFailIt() throws Exception {
    Files.writeString(folder.resolve(".ci/flakes"), "#!/bin/sh\nexit 1\n");

    assertThat(ci().run().code()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"INT, 130, mvnw", "TERM, 143, .ci/helm", "HUP, 129, mvnw"})
  void aSignalEndsWhatWasStartedAndLeavesNothing(String signal, int code, String hanging)
      throws Exception {
    Path ended = folder.resolve("ended");
    new FakeProgram(
        folder, hanging, "trap 'touch " + ended + "; exit' TERM; echo hangs >&2; sleep 60 & wait");
    Process ci = ci().begin();
    try (BufferedReader err = ci.errorReader()) {
      assertThat(err.readLine()).isEqualTo("hangs");
      assertThat(Program.of("kill", "-" + signal, Long.toString(ci.pid())).run().code()).isZero();
      assertThat(ci.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(err.lines()).contains("ci: interrupted");
    } finally {
      ci.destroyForcibly();
    }
    assertThat(ci.exitValue()).isEqualTo(code);
    assertThat(ended).exists();
    assertThat(loadtest.asked()).isEmpty();
    assertThat(scratch).isEmptyDirectory();
  }
}
