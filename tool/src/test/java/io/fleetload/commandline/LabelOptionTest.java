// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LabelOptionTest {
  @CommandLine.Command
  private static final class Labelled {
    @CommandLine.Mixin private final LabelOption labels = new LabelOption();
  }

  private static Map<String, String> labels(String... arguments) throws UsageException {
    Labelled command = new Labelled();
    new CommandLine(command).parseArgs(arguments);
    return command.labels.labels();
  }

  @Test
  void labelsAreKeptInTheOrderGiven() throws Exception {
    assertThat(labels("--label", "commit=4f2a91c", "--label=branch=a=b c"))
        .containsExactly(Map.entry("commit", "4f2a91c"), Map.entry("branch", "a=b c"));
    assertThat(labels()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"commit", "=x", "Commit=x", "1a=x", "a b=x", "a=", "a=x\ny", "ä=x"})
  void anotherFormIsRefusedInOneLine(String label) {
    assertThatThrownBy(() -> labels("--label", label))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--label: found \"")
        .message()
        .hasLineCount(1);
  }

  @Test
  void aValueOfMoreThan200CharactersIsRefused() throws Exception {
    assertThat(labels("--label", "a=" + "x".repeat(200))).hasSize(1);
    assertThatThrownBy(() -> labels("--label", "a=" + "x".repeat(201)))
        .hasMessageContaining("200 characters");
  }

  @Test
  void aKeyThatIsThereTwiceIsRefused() {
    assertThatThrownBy(() -> labels("--label", "a=1", "--label", "a=2"))
        .hasMessageContaining("a is there twice");
  }
}
