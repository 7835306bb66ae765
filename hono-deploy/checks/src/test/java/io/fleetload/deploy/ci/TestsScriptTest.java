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

/** What {@code .ci/tests} makes of the reports of tests. */
class TestsScriptTest {
  @TempDir private Path folder;
  private Path script;

  @BeforeEach
  void copy() throws IOException {
    Files.createDirectories(folder.resolve(".ci"));
    script = folder.resolve(".ci/tests");
    Files.copy(DeployFolder.at("../.ci/tests"), script);
    allowed("");
  }

  private void allowed(String lines) throws IOException {
    Files.writeString(folder.resolve(".ci/skips-allowed"), lines);
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

  private Program.Said said(String... more) throws Exception {
    String[] command = new String[more.length + 2];
    command[0] = "bash";
    command[1] = script.toString();
    System.arraycopy(more, 0, command, 2, more.length);
    return Program.of(command).run();
  }

  @Test
  void aBuildWithoutFlakesSaysSo() throws Exception {
    report("well", "  <testcase name=\"holds\" classname=\"some.Test\"/>\n");

    Program.Said said = said();

    assertThat(said.code()).isZero();
    assertThat(said.out()).endsWith("ci: nothing had to be tried twice\n");
    assertThat(folder.resolve("target/flakes.txt")).isEmptyFile();
  }

  @Test
  void twoFlakesAreNamedAndKept() throws Exception {
    report("one", flaky("turnsGreen") + "  <testcase name=\"b\" classname=\"some.Test\"/>\n");

    Program.Said said = said("the quickstart");

    assertThat(said.code()).isZero();
    assertThat(said.out())
        .endsWith(
            """
            ci: tried twice (2, at most 2 are let pass):
              Test.turnsGreen
              the quickstart
            """);
    assertThat(folder.resolve("target/flakes.txt")).hasContent("Test.turnsGreen\nthe quickstart\n");
  }

  @Test
  void moreThanTwoFailTheBuild() throws Exception {
    report("one", flaky("a") + flaky("b") + flaky("c"));

    Program.Said said = said();

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.out()).contains("ci: tried twice (3, at most 2 are let pass):");
  }

  private static String skipped(String test, String why) {
    return """
      <testcase name="%s" classname="some.Test" time="0">
        <skipped message="%s"/>
      </testcase>
    """
        .formatted(test, why);
  }

  @Test
  void theSlowestTestsComeFirst() throws Exception {
    report(
        "one",
        """
          <testcase name="quick" classname="some.Test" time="0.5"/>
          <testcase name="slow" classname="some.Test" time="1,070.2"/>
        """);

    assertThat(said().code()).isZero();
    assertThat(folder.resolve("target/slowest.txt"))
        .content()
        .containsSubsequence("1070.2 s  Test.slow\n", "0.5 s  Test.quick\n");
  }

  @Test
  void aSkipThatTheMachineCannotHelpIsNamedAndLetPass() throws Exception {
    allowed("# a comment\n\nTest.needsIt   false\n");
    report("one", skipped("needsIt(int)[1]", "it is not here"));

    Program.Said said = said();

    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("Test.needsIt(int)[1]: it is not here");
    assertThat(folder.resolve("target/skipped.txt")).content().contains("Test.needsIt");
  }

  @Test
  void aSkipThatIsNotAllowedFailsTheBuild() throws Exception {
    allowed("Other   false\nTest.needs   false\n");
    report("one", skipped("needsIt", "it is not here"));

    assertThat(said().code()).isEqualTo(1);
  }

  @Test
  void aSkipOfWhatTheMachineCanRunFailsTheBuild() throws Exception {
    allowed("Test   command -v sh && test 1 = 1\n");
    report("one", skipped("needsIt", "it is not here"));

    assertThat(said().code()).isEqualTo(1);
  }
}
