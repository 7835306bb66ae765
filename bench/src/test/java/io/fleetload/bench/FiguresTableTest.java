// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTableTest {
  @TempDir private Path directory;

  private Path page(String... lines) throws IOException {
    return Files.write(directory.resolve("benchmarks.md"), List.of(lines));
  }

  @Test
  void rowsOfABenchmarkThatRanAreReplacedAndAllElseStays() throws IOException {
    Path page =
        page(
            "# Page",
            FiguresTable.BEGIN,
            "| `floor` | old |",
            "| `growth` | old |",
            FiguresTable.END,
            "end");

    new FiguresTable(page).write(Map.of("floor", List.of("| `floor` | new |")));
    new FiguresTable(page).write(Map.of("floor", List.of("| `floor` | newer |")));

    assertThat(Files.readAllLines(page))
        .startsWith("# Page", FiguresTable.BEGIN)
        .containsSubsequence("| `growth` | old |", "| `floor` | newer |", FiguresTable.END, "end")
        .hasSize(8);
  }

  @Test
  void aPageWithoutTheTableIsNotTouched() throws IOException {
    Path page = page("# Page");

    assertThatThrownBy(() -> new FiguresTable(page).write(Map.of()))
        .hasMessageContaining("\"" + FiguresTable.BEGIN);
    assertThat(page).hasContent("# Page");
  }

  @Test
  void aFindingIsARowWithWhatWasComparedAndItsBound() {
    Findings findings =
        new Findings(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
    Samples product = new Samples();
    product.add(30);
    Samples peer = new Samples();
    peer.add(10);
    findings.of("floor");
    findings.conclude("requests", product, "peer", peer, 3, 4);
    findings.judge("p99, ms", 0.25, 0.5, true);

    assertThat(findings.rows("today").get("floor"))
        .containsExactly(
            "| `floor` | requests | 30 (30 to 30) | peer 10 (10 to 10) | 3.00 | 4.00, **not held**"
                + " | today |",
            "| `floor` | p99, ms | | | 0.25 | 0.50 | today |");
  }
}
