// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.rig.Golden;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchProgramTest {
  private static final Golden WORDS = Golden.of("bench");
  private final StringWriter said = new StringWriter();

  @Test
  void aBenchmarkThatDoesNotExistIsRefusedWithThoseThatDo() {
    assertThat(run("terminals")).isEqualTo(2);
    assertThat(said.toString())
        .contains("\"terminals\"", "requests-1000, ", "growth, pacing", "waking, or ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10000", "10000,10"})
  void sizesThatCannotBeComparedAreRefused(String sizes) {
    assertThat(run("provisioning", "--devices", sizes)).isEqualTo(2);
    WORDS.says(
        said.toString(), "--devices: ", "[" + sizes.replace(",", ", ") + "]", "10000,100000");
  }

  @Test
  void itsHelpSaysOfEveryBenchmarkWhetherItRunsByItself() {
    assertThat(new CommandLine(new BenchProgram()).getUsageMessage())
        .contains(Benchmarks.names())
        .containsPattern("\\* pacing +how close")
        .containsPattern("  waking +cost of a message");
  }

  private int run(String... arguments) {
    CommandLine command = new CommandLine(new BenchProgram()).setErr(new PrintWriter(said, true));
    return ToolCommandLine.of(command).execute(arguments);
  }
}
