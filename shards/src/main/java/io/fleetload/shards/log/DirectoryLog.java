// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.log;

import io.fleetload.process.TargetException;
import io.fleetload.process.UserFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * A log in a directory, with the files 1, 2, 3 … as entries; those of the second of several orders
 * are 2.1, 2.2, 2.3 … An entry is written under a name of its own and then linked to the first
 * number that is free. A link is made once, by one process, and only when the file is complete, so
 * no reader sees half an entry, and a process that is killed at any place leaves no gap. As there
 * is no gap, the first free number is found by doubling and halving: what an entry costs does not
 * grow with the entries.
 */
final class DirectoryLog implements SharedLog {
  /** A read that has so much does not go on, so that a book is never held as a whole. */
  private static final int MOST_CHARACTERS = 1 << 20;

  private final Path directory;
  private final long[] nextRead;
  private final long[] nextFree;
  private int turn;

  DirectoryLog(Path directory, int orders) {
    this.directory = directory;
    this.nextRead = new long[orders];
    this.nextFree = new long[orders];
    Arrays.fill(nextRead, 1);
    Arrays.fill(nextFree, 1);
  }

  @Override
  public String name() {
    return directory.toString();
  }

  @Override
  public LogPlace append(int writer, String entry) throws TargetException {
    int order = writer % nextFree.length;
    Path draft = directory.resolve(UUID.randomUUID() + ".draft");
    try {
      Files.writeString(draft, entry, StandardOpenOption.CREATE_NEW);
      long number = free(order, nextFree[order]);
      while (!linked(draft, order, number)) {
        // Another process has this number.
        number = free(order, number + 1);
      }
      nextFree[order] = number + 1;
      Files.delete(draft);
      return new LogPlace(order, number);
    } catch (IOException | UnsupportedOperationException e) {
      throw new TargetException(
          "coordination.directory: cannot write to %s any more (%s); is it there, writable, and on a"
                  .formatted(directory, reason(e))
              + " file system that has hard links?");
    }
  }

  private boolean linked(Path draft, int order, long number) throws IOException {
    try {
      Files.createLink(file(order, number), draft);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /** Returns the first free number that is not below another one. */
  private long free(int order, long least) {
    long taken = least - 1;
    long step = 1;
    while (exists(order, taken + step)) {
      taken += step;
      step *= 2;
    }
    long free = taken + step;
    while (free - taken > 1) {
      long middle = taken + (free - taken) / 2;
      if (exists(order, middle)) {
        taken = middle;
      } else {
        free = middle;
      }
    }
    return free;
  }

  @Override
  public List<String> read() throws TargetException {
    List<String> entries = new ArrayList<>();
    try {
      long read = 0;
      // What one order has must not keep a reader from the others.
      for (int i = 0; i < nextRead.length && read < MOST_CHARACTERS; i++) {
        turn = (turn + 1) % nextRead.length;
        for (; read < MOST_CHARACTERS && exists(turn, nextRead[turn]); nextRead[turn]++) {
          String entry = Files.readString(file(turn, nextRead[turn]));
          entries.add(entry);
          read += entry.length();
        }
      }
      return entries;
    } catch (IOException e) {
      throw new TargetException(
          "coordination.directory: cannot read %s any more (%s)".formatted(directory, reason(e)));
    }
  }

  @Override
  public boolean isBehind() {
    for (int order = 0; order < nextRead.length; order++) {
      if (exists(order, nextRead[order])) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<Long> reached() {
    return Arrays.stream(nextRead).boxed().toList();
  }

  @Override
  public boolean last(int entries) {
    boolean leavesOut = false;
    for (int order = 0; order < nextRead.length; order++) {
      long first = free(order, nextRead[order]) - entries;
      leavesOut |= first > nextRead[order];
      nextRead[order] = Math.max(nextRead[order], first);
    }
    return leavesOut;
  }

  /** Asks so often for what is not there that an exception for each would be the most of it. */
  private boolean exists(int order, long number) {
    return file(order, number).toFile().exists();
  }

  private Path file(int order, long number) {
    return directory.resolve(order == 0 ? Long.toString(number) : order + 1 + "." + number);
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
