// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the results of folders and makes histories of them. */
public final class HistoryRuns {
  /** A search over more would take long, and what was so long ago explains nothing. */
  private static final int MOST = 1_000;

  private HistoryRuns() {}

  /**
   * Reads the runs and finds the changes.
   *
   * @param folders with runs below them
   * @throws IOException with one line if one is no folder, or no run is found
   */
  public static History of(Collection<Path> folders) throws IOException {
    Set<Path> runs = new LinkedHashSet<>();
    for (Path each : folders) {
      runs.addAll(RunFolders.below(each));
    }
    PastRunFile reader = new PastRunFile();
    List<Reading> readings = runs.parallelStream().map(each -> Reading.of(reader, each)).toList();
    List<String> leftOut =
        readings.stream().map(Reading::failure).filter(each -> each != null).toList();
    Map<String, List<PastRun>> byDigest = new LinkedHashMap<>();
    readings.stream()
        .map(Reading::run)
        .filter(each -> each != null)
        .sorted(
            Comparator.comparing(PastRun::began)
                .reversed()
                .thenComparing(PastRun::directory, Comparator.reverseOrder()))
        .forEach(each -> byDigest.computeIfAbsent(each.of(), of -> new ArrayList<>()).add(each));
    if (byDigest.isEmpty()) {
      Path first = folders.iterator().next();
      throw new IOException(
          leftOut.isEmpty()
              ? first + ": holds no result of a run; give the folder with the results of your runs"
              : leftOut.get(0));
    }
    List<History.ProfileHistory> histories =
        byDigest.values().stream().map(HistoryRuns::history).toList();
    return HistoryAnswer.of(histories, leftOut);
  }

  private record Reading(PastRun run, String failure) {
    static Reading of(PastRunFile reader, Path directory) {
      try {
        return new Reading(reader.read(directory), null);
      } catch (IOException | IllegalArgumentException e) {
        return new Reading(null, e.getMessage());
      }
    }
  }

  private static History.ProfileHistory history(List<PastRun> newestFirst) {
    List<PastRun> runs =
        new ArrayList<>(newestFirst.subList(0, Math.min(MOST, newestFirst.size())));
    Collections.reverse(runs);
    return new HistoryDocument(runs, newestFirst.size() - runs.size()).history();
  }
}
