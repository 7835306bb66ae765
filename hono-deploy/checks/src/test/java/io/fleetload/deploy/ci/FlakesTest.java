// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.ci;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code .ci/flakes} makes of the reports of tests that were repeated. */
class FlakesTest {
  @TempDir private Path folder;
  private Path script;

  @BeforeEach
  void copy() throws IOException {
    Files.createDirectories(folder.resolve(".ci"));
    script = folder.resolve(".ci/flakes");
    Files.copy(DeployFolder.at("../.ci/flakes"), script);
  }

  private void report(String name, String testcases) throws IOException {
    Path reports = Files.createDirectories(folder.resolve("module/target/surefire-reports"));
    Files.writeString(
        reports.resolve("TEST-" + name + ".xml"), "<testsuite>\n" + testcases + "</testsuite>\n");
  }

  private static String flaky(String test) {
    return """
      <testcase name="%s" classname="some.Test" time="1">
        <flakyFailure message="first" type="x">stack</flakyFailure>
        <flakyError message="second" type="x">stack</flakyError>
      </testcase>
    """
        .formatted(test);
  }

  private Program.Said flakes(String... more) throws Exception {
    String[] command = new String[more.length + 2];
    command[0] = "bash";
    command[1] = script.toString();
    System.arraycopy(more, 0, command, 2, more.length);
    return Program.of(command).run();
  }

  @Test
  void aBuildWithoutFlakesSaysSo() throws Exception {
    report("well", "  <testcase name=\"holds\" classname=\"some.Test\"/>\n");

    Program.Said said = flakes();

    assertThat(said.code()).isZero();
    assertThat(said.out()).isEqualTo("ci: nothing had to be tried twice\n");
    assertThat(folder.resolve("target/flakes.txt")).isEmptyFile();
  }

  @Test
  void twoFlakesAreNamedAndKept() throws Exception {
    report("one", flaky("turnsGreen") + "  <testcase name=\"b\" classname=\"some.Test\"/>\n");

    Program.Said said = flakes("the quickstart");

    assertThat(said.code()).isZero();
    assertThat(said.out())
        .isEqualTo(
            """
            ci: tried twice (2, at most 2 are let pass):
              some.Test.turnsGreen
              the quickstart
            """);
    assertThat(folder.resolve("target/flakes.txt"))
        .hasContent("some.Test.turnsGreen\nthe quickstart\n");
  }

  @Test
  void moreThanTwoFailTheBuild() throws Exception {
    report("one", flaky("a") + flaky("b") + flaky("c"));

    Program.Said said = flakes();

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.out()).contains("ci: tried twice (3, at most 2 are let pass):");
  }
}
