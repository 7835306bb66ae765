// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.analysis.foreign.ForeignReports;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.foreign.ForeignReport;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the run that a user names: the directory of a run, its {@code result.json}, a flat summary,
 * or {@code DOCUMENT.md#N}, the N-th summary in a published document.
 */
public final class RunFile {
  private static final long LONGEST_DOCUMENT = 16L << 20;
  private static final long LONGEST_OUTPUT = 64L << 20;

  /** Places of the figures in the directories that other tools write. */
  private static final List<String> OF_REPORTS = List.of("js/global_stats.json", "js/stats.json");

  private final List<PublishedReport> published;
  private final List<ForeignReport> foreign;
  private final Double asked;
  private final boolean allTimes;

  /**
   * Creates a reader.
   *
   * @param published readers of the flat summaries of published load tests
   * @param foreign readers of the outputs of other tools for the systems of packs
   * @param asked the rate that flat summaries were asked for, of each flow, msg/s; null if the user
   *     did not give it
   */
  public RunFile(List<PublishedReport> published, List<ForeignReport> foreign, Double asked) {
    this(
        List.copyOf(published),
        Stream.concat(foreign.stream(), ForeignReports.all().stream()).toList(),
        asked,
        false);
  }

  private RunFile(
      List<PublishedReport> published,
      List<ForeignReport> foreign,
      Double asked,
      boolean allTimes) {
    this.published = published;
    this.foreign = foreign;
    this.asked = asked;
    this.allTimes = allTimes;
  }

  /** The same reader for runs that are shown beside the output of another tool. */
  public RunFile withAllTimes() {
    return new RunFile(published, foreign, asked, true);
  }

  /**
   * Reads a run.
   *
   * @throws IOException with one line if the file does not exist, is cut off, is of a newer version
   *     or is not a run
   */
  public ComparedRun read(String named) throws IOException {
    int hash = named.lastIndexOf('#');
    if (hash > 0 && !Files.exists(Path.of(named))) {
      return inDocument(named, Path.of(named.substring(0, hash)), named.substring(hash + 1));
    }
    Path file = Path.of(named);
    if (Files.isDirectory(file)) {
      Path directory = file;
      file =
          Stream.concat(Stream.of(Result.FILE), OF_REPORTS.stream())
              .map(directory::resolve)
              .filter(Files::exists)
              .findFirst()
              .orElse(directory.resolve(Result.FILE));
      if (!Files.exists(file)) {
        throw new IOException(
            "%s: holds no %s; give the directory of a run, and of one that was killed make it with: loadtest report %s"
                .formatted(named, Result.FILE, named));
      }
    }
    if (isDocument(file)) {
      return inDocument(named, file, "");
    }
    Optional<ComparedRun> ofOther = foreign(named, file);
    if (ofOther.isPresent()) {
      return ofOther.get();
    }
    JsonNode tree = ResultFiles.tree(file, Result.class);
    Optional<ComparedRun> flat = flat(named, tree, Map.of());
    if (flat.isPresent()) {
      return flat.get();
    }
    JsonNode result = ResultFiles.resultTree(file);
    return allTimes ? ResultRun.withAllTimes(named, result) : ResultRun.of(named, result);
  }

  /** The run of another tool; empty for a file that is too long. */
  private Optional<ComparedRun> foreign(String named, Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) > LONGEST_OUTPUT) {
      return Optional.empty();
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    return foreign.stream()
        .flatMap(each -> each.read(text).stream())
        .findFirst()
        .map(each -> ForeignFigures.run(named, each));
  }

  private static boolean isDocument(Path file) {
    return file.toString().endsWith(".md");
  }

  private ComparedRun inDocument(String named, Path file, String fragment) throws IOException {
    if (!isDocument(file)) {
      throw new IOException(
          "%s: there is no such file, and %s is no document (.md)".formatted(named, file));
    }
    String text = text(file);
    List<PublishedReport.Summary> tests =
        published.stream()
            .map(each -> each.summaries(text))
            .filter(each -> !each.isEmpty())
            .findFirst()
            .orElse(List.of());
    if (tests.isEmpty()) {
      throw new IOException(file + ": holds no summary: no block that begins with ```json");
    }
    int number = fragment.matches("[0-9]{1,6}") ? Integer.parseInt(fragment) : 0;
    if (number < 1 || number > tests.size()) {
      throw new IOException(
          "%s: holds %s summaries; name one, from %s#1 to %s#%s"
              .formatted(named, tests.size(), file, file, tests.size()));
    }
    PublishedReport.Summary test = tests.get(number - 1);
    JsonNode summary = json(named, test.json());
    return flat(named, summary, test.asked())
        .orElseThrow(() -> new IOException(named + ": is no summary of a device simulator"));
  }

  /** A rate that the user gave is for a file that names none. */
  private Optional<ComparedRun> flat(
      String named, JsonNode summary, Map<String, Double> inDocument) {
    Double ofAll = inDocument.isEmpty() ? asked : null;
    return published.stream()
        .map(each -> each.run(summary, inDocument, ofAll))
        .flatMap(Optional::stream)
        .findFirst()
        .map(each -> PublishedFigures.run(named, each));
  }

  private static String text(Path file) throws IOException {
    try {
      ResultFiles.regular(file);
      if (Files.size(file) > LONGEST_DOCUMENT) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "%s: has %,d bytes, expected a document of at most %,d",
                file,
                Files.size(file),
                LONGEST_DOCUMENT));
      }
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": there is no such file", e);
    } catch (CharacterCodingException e) {
      throw new IOException(file + ": is no UTF-8 text", e);
    }
  }

  private static JsonNode json(String named, String text) throws IOException {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IOException(named + ": its block is no JSON", e);
    }
  }
}
