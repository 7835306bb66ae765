// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Result of a run. {@link LoadTestAssertions#assertThat(LoadResult)} asserts it in sentences.
 *
 * @param name the profile's {@code run.name}
 * @param verdict its verdict on the target
 * @param reasons the reasons of the verdict, a sentence each; empty if it passed
 * @param figures every figure, by name: those of docs/reference/thresholds.md
 * @param directory its files: {@code report.html} for people, {@code result.json} for programs
 */
public record LoadResult(
    String name,
    Verdict verdict,
    List<String> reasons,
    Map<String, Figure> figures,
    Path directory) {
  private static final String FLOWS = "flows.";

  /** Copies what may change. */
  public LoadResult {
    reasons = List.copyOf(reasons);
    figures = Map.copyOf(figures);
  }

  /** A figure by its name; none where nothing was measured, such as a percentile of no message. */
  public Optional<Figure> figure(String figure) {
    return Optional.ofNullable(figures.get(figure));
  }

  /** The names of the flows. */
  public Set<String> flows() {
    Set<String> flows = new TreeSet<>();
    for (String each : figures.keySet()) {
      if (each.startsWith(FLOWS)) {
        flows.add(each.substring(FLOWS.length(), each.indexOf('.', FLOWS.length())));
      }
    }
    return flows;
  }

  /** The report, for a browser. */
  public Path report() {
    return directory.resolve("report.html");
  }

  /** Verdict, reasons and report in one line. */
  @Override
  public String toString() {
    return "%s: %s%s; see %s"
        .formatted(
            name,
            verdict == Verdict.PASSED ? "PASSED" : verdict.name() + ": " + verdict.meaning(),
            reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")",
            report());
  }
}
