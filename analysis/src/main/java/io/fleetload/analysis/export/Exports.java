// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.export;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;

/** The files that every run leaves for other programs, beside its {@code result.json}. */
public final class Exports {
  /** The verdict and the thresholds as test cases, as build servers show them. */
  public static final String JUNIT = "junit.xml";

  /** Every figure, a row each. */
  static final String FIGURES = "figures.csv";

  /** A page for a pull request. */
  public static final String SUMMARY = "summary.md";

  private Exports() {}

  /**
   * Writes all of them.
   *
   * @param tree {@code result.json} as a tree
   * @throws IOException with one line if the tree is no result or a file cannot be written
   */
  public static void write(JsonNode tree, Path directory) throws IOException {
    Result result = ResultFiles.part(tree, Result.class);
    ResultFiles.writeText(directory.resolve(JUNIT), JUnitXml.of(result));
    ResultFiles.writeText(directory.resolve(FIGURES), FigureTable.of(tree));
    ResultFiles.writeText(directory.resolve(SUMMARY), new MarkdownSummary(result).text());
  }
}
