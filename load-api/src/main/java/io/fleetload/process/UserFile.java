// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A text file that the user names. It may be anything: a device never ends, a pipe may never begin,
 * and what is too long fills the memory.
 *
 * @param key the profile's key or the option that names it; null where it is an argument
 * @param path where it lies
 */
public record UserFile(String key, Path path) {
  /** A certificate, a key, a connection string, a line: more than any of them needs. */
  public static final long SHORT = 1L << 20;

  /**
   * What it holds.
   *
   * @param mostBytes the longest that is read
   * @throws UsageException if it cannot be read, with one line that names it and its key
   */
  public String text(long mostBytes) throws UsageException {
    check(mostBytes);
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw wrong("is no UTF-8 text");
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * Its lines, for one that is too long to be held.
   *
   * @param mostBytes the longest that is read
   * @throws UsageException if it cannot be read, with one line that names it and its key
   */
  public BufferedReader lines(long mostBytes) throws UsageException {
    check(mostBytes);
    try {
      return Files.newBufferedReader(path);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private void check(long mostBytes) throws UsageException {
    if (Files.isDirectory(path)) {
      throw wrong("is a directory, expected a text file");
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw wrong("is no regular file, expected a text file");
    }
    try {
      long size = Files.size(path);
      if (size > mostBytes) {
        throw wrong("has %,d bytes, expected at most %,d".formatted(size, mostBytes));
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** The line that says that it could not be read. */
  public UsageException unreadable(IOException why) {
    return wrong("cannot be read (" + why.getClass().getSimpleName() + ")");
  }

  /** The line that says what is wrong with it. */
  public UsageException wrong(String why) {
    return new UsageException((key == null ? path + ": " : key + ": " + path + " ") + why);
  }
}
