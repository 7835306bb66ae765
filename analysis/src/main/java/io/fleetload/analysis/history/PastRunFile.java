// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.compare.ComparedRun;
import io.fleetload.analysis.compare.Figure;
import io.fleetload.analysis.compare.ResultRun;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import io.fleetload.results.figure.FigurePath;
import io.fleetload.results.verdict.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads runs for a history. It keeps their figures and not their trees, so that a thousand runs fit
 * into a small memory.
 */
final class PastRunFile {
  private static final String OF_FLOWS = "flows.*.";

  /** To find the figure of a path takes a look at all kinds of figures. */
  private final Map<String, Optional<Figure>> byPath = new ConcurrentHashMap<>();

  /** The figures of each result are equal; one object of each will do. */
  private final Map<Figure, Figure> known = new ConcurrentHashMap<>();

  /**
   * Reads a run.
   *
   * @throws IOException with one line if its file is broken, of a newer version or no result
   */
  PastRun read(Path directory) throws IOException {
    Path file = directory.resolve(Result.FILE);
    JsonNode result = ResultFiles.resultWithoutCourses(file);
    if (!result.path("flows").isObject() || !result.path("verdict").has("exitCode")) {
      throw new IOException(file + ": is no result of a run: has no flows or no verdict");
    }
    ComparedRun run = ResultRun.of(directory.toString(), result);
    JsonNode about = result.has("about") ? result.path("about") : result;
    String family = LoadDigest.family(about.path("versions").path(Result.About.TARGET).asText(""));
    Map<Figure, Double> figures = new LinkedHashMap<>();
    run.figures().forEach((figure, value) -> figures.put(only(figure), value));
    return new PastRun(
        directory,
        began(result, file),
        result.path("run").asText(),
        result.path("verdict").path("status").asText(),
        run.noVerdict(),
        LoadDigest.of(run.profile(), run.basics(), family),
        family,
        surroundings(about),
        figures,
        intervals(result, figures),
        bounds(result.path("thresholds"), figures));
  }

  private Figure only(Figure figure) {
    Figure first = known.putIfAbsent(figure, figure);
    return first == null ? figure : first;
  }

  private static Instant began(JsonNode result, Path file) throws IOException {
    long began = Long.MAX_VALUE;
    for (JsonNode phase : result.path("phases")) {
      began = Math.min(began, phase.path("startEpochMs").asLong(Long.MAX_VALUE));
    }
    return began == Long.MAX_VALUE
        ? Files.getLastModifiedTime(file).toInstant()
        : Instant.ofEpochMilli(began);
  }

  private static Map<String, String> surroundings(JsonNode about) {
    Map<String, String> all = new LinkedHashMap<>();
    about
        .path("versions")
        .properties()
        .forEach(each -> all.put(each.getKey(), each.getValue().asText()));
    about
        .path("host")
        .properties()
        .forEach(each -> all.put("host " + each.getKey(), each.getValue().asText()));
    about
        .path("labels")
        .properties()
        .forEach(each -> all.put(PastRun.LABEL + each.getKey(), each.getValue().asText()));
    return all;
  }

  private Map<Figure, ConfidenceInterval> intervals(JsonNode result, Map<Figure, Double> figures) {
    Map<Figure, ConfidenceInterval> found = new LinkedHashMap<>();
    FigurePath.intervals(result)
        .forEach(
            (path, interval) ->
                figure(path)
                    .filter(figures::containsKey)
                    .ifPresent(figure -> found.put(only(figure), interval)));
    return found;
  }

  private Map<Figure, Double> bounds(JsonNode thresholds, Map<Figure, Double> figures) {
    Map<Figure, Double> bounds = new LinkedHashMap<>();
    for (JsonNode each : thresholds) {
      if (each.has("windows") || each.has("baseline")) {
        continue;
      }
      figure(each.path("figure").asText())
          .filter(figures::containsKey)
          .ifPresent(figure -> bound(each).ifPresent(bound -> bounds.put(only(figure), bound)));
    }
    return bounds;
  }

  private static Optional<Double> bound(JsonNode outcome) {
    try {
      Threshold threshold = Threshold.parse(outcome.path("threshold").asText());
      return threshold.ofBaseline() ? Optional.empty() : Optional.of(threshold.bound());
    } catch (IllegalArgumentException e) {
      // A threshold of a newer version has no line in a chart.
      return Optional.empty();
    }
  }

  /** The figure that a path of a result names, if a history has it in the path's own unit. */
  private Optional<Figure> figure(String path) {
    return byPath.computeIfAbsent(path, PastRunFile::find);
  }

  private static Optional<Figure> find(String path) {
    return FigureCatalogue.kindOf(path)
        .map(FigureKind::path)
        .map(
            kind -> {
              if (kind.startsWith(OF_FLOWS)) {
                String key = kind.substring(OF_FLOWS.length());
                int end = path.length() - key.length() - 1;
                boolean plain = !key.contains("*") && path.endsWith("." + key) && end > 6;
                return plain ? Figure.of(path.substring(6, end), kind) : null;
              }
              return kind.contains("*") || kind.indexOf('.') < 0
                  ? null
                  : Figure.of(kind.substring(0, kind.indexOf('.')), kind);
            });
  }
}
