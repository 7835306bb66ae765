// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.log;

import io.fleetload.process.TargetException;
import io.fleetload.process.UserFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A log in a directory, with the files 1, 2, 3 … as entries. An entry is written under a name of
 * its own and then linked to the first number that is free. A link is made once, by one process,
 * and only when the file is complete, so no reader sees half an entry, and a process that is killed
 * at any place leaves no gap.
 */
final class DirectoryLog implements SharedLog {
  /** A read that has so much does not go on, so that a book is never held as a whole. */
  private static final int MOST_CHARACTERS = 1 << 20;

  private final Path directory;
  private long nextRead = 1;
  private long nextFree = 1;

  DirectoryLog(Path directory) {
    this.directory = directory;
  }

  @Override
  public String name() {
    return directory.toString();
  }

  @Override
  public void append(String entry) throws TargetException {
    Path draft = directory.resolve(UUID.randomUUID() + ".draft");
    try {
      Files.writeString(draft, entry, StandardOpenOption.CREATE_NEW);
      while (!linked(draft, nextFree++)) {
        // Another process has this number.
      }
      Files.delete(draft);
    } catch (IOException | UnsupportedOperationException e) {
      throw new TargetException(
          "coordination.directory: cannot write to %s any more (%s); is it there, writable, and on a"
                  .formatted(directory, reason(e))
              + " file system that has hard links?");
    }
  }

  private boolean linked(Path draft, long number) throws IOException {
    try {
      Files.createLink(file(number), draft);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  @Override
  public List<String> read() throws TargetException {
    List<String> entries = new ArrayList<>();
    try {
      for (long read = 0; read < MOST_CHARACTERS; nextRead++) {
        String entry = Files.readString(file(nextRead));
        entries.add(entry);
        read += entry.length();
      }
      return entries;
    } catch (NoSuchFileException e) {
      return entries;
    } catch (IOException e) {
      throw new TargetException(
          "coordination.directory: cannot read %s any more (%s)".formatted(directory, reason(e)));
    }
  }

  @Override
  public void skip() {
    while (Files.exists(file(nextRead))) {
      nextRead++;
    }
  }

  private Path file(long number) {
    return directory.resolve(Long.toString(number));
  }

  static String reason(Exception e) {
    return e instanceof IOException file
        ? UserFile.reason(file) + ": " + e.getMessage()
        : e.toString();
  }

  @Override
  public void close() {
    // Nothing is kept open.
  }
}
