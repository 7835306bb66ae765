package io.fleetload.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.commandline.OneLineMistakes;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ProvisioningCommandTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "p.yaml --frobnicate", "p.yaml --set", "a.yaml b.yaml"})
  void aWrongCommandLineIsOneLineAndExitCodeTwo(String arguments) {
    StringWriter err = new StringWriter();
    CommandLine commandLine =
        OneLineMistakes.on(new CommandLine(new ProvisioningCommand())).setErr(new PrintWriter(err));

    int code = commandLine.execute(arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString().lines())
        .hasSize(1)
        .allMatch(line -> line.endsWith("; see provisioning --help"));
  }
}
