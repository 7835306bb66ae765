// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Golden;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What commands share is said in each one's own words. */
class HelpTest {
  private static final Golden WORDS = Golden.of("help");

  private static CommandLine.Model.OptionSpec option(String command, String name) {
    CommandLine found = new CommandLine(new LoadTest());
    for (String word : command.split(" ")) {
      found = found.getSubcommands().get(word);
    }
    return found.getCommandSpec().findOption(name);
  }

  private static String described(String command, String name) {
    String description = String.join("\n", option(command, name).description());
    WORDS.holds(command + " " + name, description);
    return description;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run               | flows.telemetry.rate=900/s
          find-limit        | findLimit.to=900/s
          provision warm    | ''
          cluster run       | flows.telemetry.rate=900/s
          cluster provision | ''
          """)
  void anOverrideIsExplainedWithOneThatFitsTheCommand(String command, String example) {
    assertThat(described(command, "--set")).endsWith(example);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run               | results/<run>-<UTC time>
          find-limit        | results/<run>-<UTC time>
          provision warm    | results/warm-<UTC time>
          cluster run       | results/<run>-<UTC time>
          cluster provision | results/provision-<UTC time>
          calibrate         | results/calibration-<UTC time>
          """)
  void theDirectoryIsExplainedWithTheOneThatItIsByDefault(String command, String byDefault) {
    assertThat(described(command, "--out")).endsWith(byDefault);
  }
}
