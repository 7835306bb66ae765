package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

  private static final Path DOCS = Path.of("../docs/exit-codes.md");

  @Test
  void everyCodeIsFoundByItsNumber() {
    for (ExitCode each : ExitCode.values()) {
      assertThat(ExitCode.of(each.code())).isSameAs(each);
    }
  }

  @Test
  void noTwoCodesShareANumberOrAName() {
    assertThat(ExitCode.values()).extracting(ExitCode::code).doesNotHaveDuplicates();
    assertThat(ExitCode.values()).extracting(ExitCode::status).doesNotHaveDuplicates();
  }

  @Test
  void aNumberThatIsNoCodeIsRefused() {
    assertThatThrownBy(() -> ExitCode.of(99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no exit code 99");
  }

  @Test
  void theDocsHaveTheSameTable() throws IOException {
    String table =
        Arrays.stream(ExitCode.values())
            .map(each -> "| %d | `%s` | %s |".formatted(each.code(), each.status(), each.meaning()))
            .collect(
                Collectors.joining(
                    "\n", "| code | status | meaning |\n| ---: | --- | --- |\n", "\n"));
    assertThat(Files.readString(DOCS)).as("the table in docs/exit-codes.md").endsWith(table);
  }
}
