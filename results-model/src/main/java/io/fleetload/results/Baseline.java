// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.figure.FigurePath;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.FigureNames;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The result of an earlier run. Its figures bound those of this run.
 *
 * @param file where it lies, for messages
 * @param runId identifies that run
 * @param tree its figures
 */
public record Baseline(String file, String runId, JsonNode tree) {
  private static final Set<String> NO_VERDICT_ON_THE_TARGET =
      Set.of(
          ExitCode.INTERRUPTED.status(),
          ExitCode.BACKEND_BEHIND.status(),
          ExitCode.LEDGER_UNBALANCED.status(),
          ExitCode.GENERATOR_LIMITED.status());

  /**
   * Reads the result of a run.
   *
   * @param named the run's directory or its {@code result.json}
   * @throws IOException with one line if there is no result, or it is cut off, newer, of an
   *     unfinished run, or says nothing about the target
   */
  public static Baseline read(Path named) throws IOException {
    Path file = Files.isDirectory(named) ? named.resolve(Result.FILE) : named;
    if (!Files.exists(file)) {
      throw new IOException(
          "baseline %s: holds no %s; give the directory of a run".formatted(named, Result.FILE));
    }
    JsonNode tree;
    try {
      tree = ResultFiles.resultTree(file);
    } catch (IOException e) {
      throw new IOException("baseline " + e.getMessage(), e);
    }
    if (!tree.path("complete").asBoolean() || tree.has("aborted")) {
      throw new IOException(
          "baseline %s: is of a run that did not go to its end; give one that did".formatted(file));
    }
    String status = tree.at("/verdict/status").asText();
    if (NO_VERDICT_ON_THE_TARGET.contains(status)) {
      throw new IOException(
          "baseline %s: is of a run that says nothing about the target (%s); give another"
              .formatted(file, status));
    }
    if (!tree.at("/verdict/reasons").isEmpty() && status.equals(ExitCode.PASSED.status())) {
      throw new IOException(
          ("baseline %s: is of a run with times that are upper bounds, as its host was busy;"
                  + " give another")
              .formatted(file));
    }
    return new Baseline(file.toString(), tree.path("runId").asText(), tree);
  }

  /**
   * Makes sure that it has what the thresholds compare with.
   *
   * @param figures those of the run to come
   * @throws IOException with one line that names the figure that it lacks
   */
  public void check(List<Threshold> thresholds, FigureNames figures) throws IOException {
    for (Threshold threshold : thresholds) {
      if (threshold.ofBaseline()) {
        for (String figure : figures.named(threshold)) {
          if (figure(figure) == null) {
            throw new IOException(
                "baseline %s: has no %s, which the threshold \"%s\" compares with"
                    .formatted(file, figure, threshold.text()));
          }
        }
      }
    }
  }

  /** A figure by its name; null if the result does not have it. */
  Double figure(String name) {
    return FigurePath.named(name).in(tree).get(0).value();
  }

  /** The figure of the baseline and the bound from it, for the outcome of a threshold. */
  ThresholdOutcome.OfBaseline of(String figure, Double bound) {
    return new ThresholdOutcome.OfBaseline(runId, figure(figure), bound);
  }

  /**
   * The bound of a threshold on a figure, in the figure's unit; null if it is one of a baseline
   * that has no such figure.
   *
   * @param baseline null for none
   */
  static Double bound(Threshold threshold, String figure, Baseline baseline) {
    if (!threshold.ofBaseline()) {
      return threshold.bound();
    }
    Double before = baseline == null ? null : baseline.figure(figure);
    return before == null ? null : before * threshold.bound();
  }
}
