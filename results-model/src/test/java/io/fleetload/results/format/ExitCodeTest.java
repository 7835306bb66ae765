// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

  private static final Path DOCS = Path.of("../docs/reference/verdicts.md");

  @Test
  void everyCodeIsFoundByItsNumberAndItsStatus() {
    for (ExitCode each : ExitCode.values()) {
      assertThat(ExitCode.of(each.code()).code()).isEqualTo(each.code());
      assertThat(ExitCode.ofStatus(each.status())).isSameAs(each);
    }
  }

  @Test
  void noTwoShareAStatusAndOnlyATargetOrToolThatIsNotThereHasSeveral() {
    assertThat(ExitCode.values()).extracting(ExitCode::status).doesNotHaveDuplicates();
    assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::code).filter(code -> code != 3))
        .doesNotHaveDuplicates();
  }

  @Test
  void ofSeveralTheWorstIsSaid() {
    assertThat(ExitCode.worst(List.of())).isEqualTo(ExitCode.PASSED);
    assertThat(ExitCode.worst(List.of(ExitCode.PASSED, ExitCode.THRESHOLDS_CROSSED)))
        .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(
            ExitCode.worst(
                List.of(
                    ExitCode.THRESHOLDS_CROSSED,
                    ExitCode.LEDGER_UNBALANCED,
                    ExitCode.GENERATOR_LIMITED)))
        .isEqualTo(ExitCode.LEDGER_UNBALANCED);
    for (ExitCode each : ExitCode.values()) {
      assertThat(ExitCode.worst(List.of(each, ExitCode.PASSED))).isEqualTo(each);
      assertThat(ExitCode.worst(List.of(ExitCode.PASSED, each))).isEqualTo(each);
    }
  }

  @Test
  void aToolThatEndsWithoutAVerdictSaysWhy() {
    List<String> limits = List.of("it stood still for 2 s");
    assertThat(ExitCode.PASSED.said(limits)).isEmpty();
    assertThat(ExitCode.GENERATOR_LIMITED.said(limits))
        .containsExactly("generator-limited: it stood still for 2 s");
    assertThat(ExitCode.LEDGER_UNBALANCED.said(List.of())).singleElement(STRING).contains("ledger");
  }

  @Test
  void aNumberThatIsNoCodeIsRefused() {
    assertThatThrownBy(() -> ExitCode.of(99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no exit code 99");
    assertThatThrownBy(() -> ExitCode.ofStatus("unknown"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no status unknown");
  }

  @Test
  void theDocsHaveTheSameTable() throws IOException {
    String table =
        Arrays.stream(ExitCode.values())
            .map(each -> "| %d | `%s` | %s |".formatted(each.code(), each.status(), each.meaning()))
            .collect(
                Collectors.joining(
                    "\n", "| code | status | meaning |\n| ---: | --- | --- |\n", "\n"));
    assertThat(Files.readString(DOCS))
        .as("the table in docs/reference/verdicts.md")
        .contains(table);
  }
}
