// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import io.fleetload.process.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The files that an assistant may name: those below the folder in which the server was started and,
 * to read, those of the installation.
 *
 * @param root the folder
 * @param installation the folder of the programs
 */
record WorkFolder(Path root, Path installation) {
  /** The folder of the results of runs, below the root. */
  static final String RESULTS = "results";

  /**
   * Returns a file or a folder to read.
   *
   * @param named relative to the folder
   * @throws UsageException if it is not there, or elsewhere
   */
  Path readable(String named) throws UsageException {
    Path path = path(named);
    try {
      Path real = path.toRealPath();
      if (real.startsWith(root.toRealPath()) || real.startsWith(installation.toRealPath())) {
        return path;
      }
    } catch (IOException e) {
      throw new UsageException("%s: name a file that is there".formatted(named));
    }
    throw elsewhere(named);
  }

  /**
   * Refuses a word that is the name of a file elsewhere.
   *
   * @throws UsageException if it is
   */
  void refuseElsewhere(String word) throws UsageException {
    boolean isFile;
    try {
      isFile = Files.exists(root.resolve(word));
    } catch (InvalidPathException e) {
      return;
    }
    if (isFile) {
      var unused = readable(word);
    }
  }

  /**
   * Returns a file that may be made.
   *
   * @throws UsageException if its folder is not there, or elsewhere
   */
  Path writable(String named) throws UsageException {
    Path path = path(named);
    Path parent = path.toAbsolutePath().getParent();
    try {
      if (parent != null && parent.toRealPath().startsWith(root.toRealPath())) {
        return path;
      }
    } catch (IOException e) {
      throw new UsageException("%s: name a file in a folder that is there".formatted(named));
    }
    throw elsewhere(named);
  }

  /**
   * Writes a file that is not there yet.
   *
   * @throws UsageException if it is, or elsewhere
   */
  void write(String named, String text) throws UsageException, IOException {
    Path path = writable(named);
    if (Files.exists(path)) {
      throw new UsageException(named + ": is there already; name another file");
    }
    Files.writeString(path, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  private Path path(String named) throws UsageException {
    try {
      return root.resolve(named);
    } catch (InvalidPathException e) {
      throw new UsageException("cannot use a file's name: " + e.getReason());
    }
  }

  private UsageException elsewhere(String named) {
    return new UsageException(
        "%s: name a file below %s, where this server was started"
            .formatted(named, root.toAbsolutePath().normalize()));
  }
}
