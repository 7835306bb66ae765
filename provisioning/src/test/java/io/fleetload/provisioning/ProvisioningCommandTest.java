// SPDX-License-Identifier: EPL-2.0
package io.fleetload.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.commandline.ToolCommandLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ProvisioningCommandTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "p.yaml",
        "apply",
        "apply p.yaml --frobnicate",
        "apply p.yaml --set",
        "plan a.yaml b.yaml",
        "export p.yaml",
        "import p.yaml"
      })
  void aWrongCommandLineIsOneLineAndExitCodeTwo(String arguments) {
    StringWriter err = new StringWriter();
    CommandLine commandLine =
        ToolCommandLine.of(new CommandLine(new ProvisioningCommand())).setErr(new PrintWriter(err));

    int code = commandLine.execute(arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString().lines())
        .hasSize(1)
        .allMatch(line -> line.matches(".*; see provisioning( [a-z]+)? --help"));
  }

  @Test
  void aFleetThatNeedsManyHostsIsProvisionedFromOne() {
    StringWriter err = new StringWriter();
    CommandLine commandLine =
        ToolCommandLine.of(new CommandLine(new ProvisioningCommand())).setErr(new PrintWriter(err));

    // Nobody listens there: had the profile been refused, the code would be 2.
    int code =
        commandLine.execute(
            "check",
            "../profiles/quickstart.yaml",
            "--set=devices.count=1000000",
            "--set=target.mongodb=mongodb://127.0.0.1:1");

    assertThat(code).isEqualTo(3);
  }
}
