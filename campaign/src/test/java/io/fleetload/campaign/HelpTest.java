// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What commands share is said in each one's own words. */
class HelpTest {
  private static CommandLine.Model.OptionSpec option(String command, String name) {
    CommandLine found = new CommandLine(new LoadTest());
    for (String word : command.split(" ")) {
      found = found.getSubcommands().get(word);
    }
    return found.getCommandSpec().findOption(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run            | overrides a key of the profile, for example flows.telemetry.rate=900/s
          find-limit     | overrides a key of the profile, for example findLimit.to=900/s
          provision warm | overrides a key of the profile
          cluster run    | overrides a key of the profile, for example flows.telemetry.rate=900/s
          cluster provision | overrides a key of the profile
          """)
  void anOverrideIsExplainedWithOneThatFitsTheCommand(String command, String help) {
    assertThat(option(command, "--set").description()).containsExactly(help);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run            | where the results go; default results/<run>-<UTC time>
          find-limit     | where the results go; default results/<run>-<UTC time>
          provision warm | where the results go; default results/warm-<UTC time>
          cluster run    | where the results go; default results/<run>-<UTC time>
          cluster provision | where the logs go; default results/provision-<UTC time>
          calibrate      | where the books go; default results/calibration-<UTC time>
          """)
  void theDirectoryIsExplainedWithTheOneThatItIsByDefault(String command, String help) {
    assertThat(option(command, "--out").description()).containsExactly(help);
  }
}
