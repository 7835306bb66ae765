// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.results.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folders of runs below a folder. The runs of a series and the probes of a search are parts of
 * one test, so they are left out unless the user names their folder.
 */
final class RunFolders {
  /** Folders inside one another: a folder for each month or branch is common, more is not. */
  private static final int DEEPEST = 4;

  private RunFolders() {}

  /**
   * Finds them.
   *
   * @param named a run, a series, or a folder with runs
   * @throws IOException with one line if it is no folder or cannot be read
   */
  static List<Path> below(Path named) throws IOException {
    if (!Files.isDirectory(named)) {
      throw new IOException(
          named + ": there is no such folder; give the folder with the results of your runs");
    }
    Set<Path> found = new LinkedHashSet<>();
    if (isRun(named)) {
      found.add(named);
    } else {
      collect(named, DEEPEST, found);
    }
    return new ArrayList<>(found);
  }

  private static void collect(Path folder, int deep, Set<Path> found) throws IOException {
    for (Path each : folders(folder)) {
      if (isRun(each)) {
        found.add(each);
      } else if (deep > 1 && !isSeries(each)) {
        collect(each, deep - 1, found);
      }
    }
  }

  private static List<Path> folders(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isDirectory).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isRun(Path folder) {
    return Files.exists(folder.resolve(Result.FILE));
  }

  private static boolean isSeries(Path folder) {
    return Files.exists(folder.resolve(Repeat.FILE)) || Files.exists(folder.resolve(Limit.FILE));
  }
}
