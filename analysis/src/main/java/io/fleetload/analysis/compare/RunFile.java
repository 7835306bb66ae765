// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the run that a user names: the directory of a run, its {@code result.json}, a flat summary,
 * or {@code DOCUMENT.md#N}, the N-th summary in a published document.
 */
public final class RunFile {
  private static final long LONGEST_DOCUMENT = 16L << 20;

  private final List<PublishedReport> published;
  private final Double asked;

  /**
   * Creates a reader.
   *
   * @param published readers of the flat summaries of published load tests
   * @param asked the rate that flat summaries were asked for, of each flow, msg/s; null if the user
   *     did not give it
   */
  public RunFile(List<PublishedReport> published, Double asked) {
    this.published = List.copyOf(published);
    this.asked = asked;
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
      file = file.resolve(Result.FILE);
      if (!Files.exists(file)) {
        throw new IOException(
            "%s: holds no %s; give the directory of a run, and of one that was killed make it with: loadtest report %s"
                .formatted(named, Result.FILE, named));
      }
    }
    if (isDocument(file)) {
      return inDocument(named, file, "");
    }
    JsonNode tree = ResultFiles.tree(file, Result.class);
    Optional<ComparedRun> flat = flat(named, tree, Map.of());
    return flat.isPresent() ? flat.get() : ResultRun.of(named, ResultFiles.resultTree(file));
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
