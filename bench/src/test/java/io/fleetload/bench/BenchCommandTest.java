// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.commandline.ToolCommandLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchCommandTest {
  private final StringWriter said = new StringWriter();

  @Test
  void aBenchmarkThatDoesNotExistIsRefusedWithThoseThatDo() {
    assertThat(run("terminals")).isEqualTo(2);
    assertThat(said.toString())
        .contains("there is no benchmark \"terminals\"; there are requests-1000, ")
        .contains("terminals-memory, unary-ghz", "waking, or all alone");
  }

  @Test
  void updatesOverHttpIsRefusedWithoutATool() {
    assertThat(run("updates-http")).isEqualTo(2);
    assertThat(said.toString())
        .contains(
            "updates-http needs a tool to compare with: --gatling CLASSPATH, --k6 FILE, --wrk FILE"
                + " or several of them");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10000", "10000,10"})
  void sizesThatCannotBeComparedAreRefused(String sizes) {
    assertThat(run("provisioning", "--devices", sizes)).isEqualTo(2);
    assertThat(said.toString())
        .contains(
            "--devices: found [" + sizes.replace(",", ", ") + "]",
            "expected two sizes or more of at least 1000 devices, such as 10000,100000");
  }

  @Test
  void aClientOfGoThatIsNoProgramIsRefused() {
    assertThat(run("growth", "--go-client", "nowhere/client")).isEqualTo(2);
    assertThat(said.toString())
        .contains(
            "--go-client: nowhere/client is no program; build example/simulator/client of go-jt808,"
                + " or leave it out");
  }

  @Test
  void theBenchmarkAgainstGhzIsRefusedWithoutGhz() {
    assertThat(run("unary-ghz")).isEqualTo(2);
    assertThat(said.toString()).contains("unary-ghz needs the program: --ghz FILE");
  }

  @Test
  void aGhzThatIsNoProgramIsRefused() {
    assertThat(run("unary-ghz", "--ghz", "nowhere/ghz")).isEqualTo(2);
    assertThat(said.toString())
        .contains("--ghz: nowhere/ghz is no program; get it from https://github.com/bojand/ghz");
  }

  @Test
  void peersIsRefusedWithoutAPeer() {
    assertThat(run("peers")).isEqualTo(2);
    assertThat(said.toString().lines())
        .singleElement()
        .asString()
        .contains("peers needs a program to compare with: --go-coap FILE, --libcoap FILE or both");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--go-coap", "--libcoap"})
  void aPeerThatIsNoProgramIsRefused(String option) {
    assertThat(run("peers", option, "nowhere/peer")).isEqualTo(2);
    assertThat(said.toString().lines())
        .singleElement()
        .asString()
        .contains(option + ": nowhere/peer is no program; docs/benchmarks.md says how to build it");
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
