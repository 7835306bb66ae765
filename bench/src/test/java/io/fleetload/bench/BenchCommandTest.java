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

class BenchCommandTest {
  private static final Golden WORDS = Golden.of("bench");
  private final StringWriter said = new StringWriter();

  @Test
  void aBenchmarkThatDoesNotExistIsRefusedWithThoseThatDo() {
    assertThat(run("terminals")).isEqualTo(2);
    assertThat(said.toString())
        .contains("\"terminals\"", "requests-1000, ", "terminals-memory, unary-ghz", "waking, or ");
  }

  @Test
  void updatesOverHttpIsRefusedWithoutATool() {
    assertThat(run("updates-http")).isEqualTo(2);
    WORDS.says(said.toString(), "updates-http", "--gatling CLASSPATH", "--k6 FILE", "--wrk FILE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10000", "10000,10"})
  void sizesThatCannotBeComparedAreRefused(String sizes) {
    assertThat(run("provisioning", "--devices", sizes)).isEqualTo(2);
    WORDS.says(
        said.toString(), "--devices: ", "[" + sizes.replace(",", ", ") + "]", "10000,100000");
  }

  @Test
  void aClientOfGoThatIsNoProgramIsRefused() {
    assertThat(run("growth", "--go-client", "nowhere/client")).isEqualTo(2);
    WORDS.says(said.toString(), "--go-client: ", "nowhere/client");
  }

  @Test
  void theBenchmarkAgainstGhzIsRefusedWithoutGhz() {
    assertThat(run("unary-ghz")).isEqualTo(2);
    WORDS.says(said.toString(), "unary-ghz", "--ghz FILE");
  }

  @Test
  void aGhzThatIsNoProgramIsRefused() {
    assertThat(run("unary-ghz", "--ghz", "nowhere/ghz")).isEqualTo(2);
    WORDS.says(said.toString(), "--ghz: ", "nowhere/ghz", "https://github.com/bojand/ghz");
  }

  @Test
  void peersIsRefusedWithoutAPeer() {
    assertThat(run("peers")).isEqualTo(2);
    assertThat(said.toString()).hasLineCount(1);
    WORDS.says(said.toString(), "peers", "--go-coap FILE", "--libcoap FILE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--go-coap", "--libcoap"})
  void aPeerThatIsNoProgramIsRefused(String option) {
    assertThat(run("peers", option, "nowhere/peer")).isEqualTo(2);
    assertThat(said.toString()).hasLineCount(1);
    WORDS.says(said.toString(), option + ": ", "nowhere/peer", "docs/reference/benchmarks.md");
  }

  @Test
  void itsHelpSaysOfEveryBenchmarkWhetherItRunsByItselfAndWhatItNeeds() {
    assertThat(new CommandLine(new BenchCommand()).getUsageMessage())
        .contains(Benchmarks.names())
        .containsPattern("\\* unary-stub +unary reads")
        .containsPattern("  unary-ghz +unary reads .*; needs the\\s+program: --ghz FILE");
  }

  private int run(String... arguments) {
    CommandLine command = new CommandLine(new BenchCommand()).setErr(new PrintWriter(said, true));
    return ToolCommandLine.of(command).execute(arguments);
  }
}
