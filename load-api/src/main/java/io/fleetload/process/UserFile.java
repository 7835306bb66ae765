// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A text file that the user names. It may be anything: a device never ends, a pipe may never begin,
 * and what is too long fills the memory.
 *
 * @param key the profile's key or the option that names it; null if it is an argument
 * @param path where it lies
 */
public record UserFile(String key, Path path) {
  /** A certificate, a key, a connection string, a line: more than any of them needs. */
  public static final long SHORT = 1L << 20;

  /**
   * Reads the text of the file.
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

  /**
   * Looks whether it can be read, without reading it.
   *
   * @throws UsageException if it cannot, with one line that names it and its key
   */
  public void requireReadable() throws UsageException {
    check(Long.MAX_VALUE);
    if (!Files.isReadable(path)) {
      throw unreadable(new AccessDeniedException(path.toString()));
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
        throw wrong(
            String.format(Locale.ROOT, "has %,d bytes, expected at most %,d", size, mostBytes));
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** The line that says that it could not be read. */
  public UsageException unreadable(IOException why) {
    return wrong("cannot be read (" + reason(why) + ")");
  }

  /** Reason for which a file cannot be used, in words of the user. */
  public static String reason(IOException why) {
    if (why instanceof NoSuchFileException) {
      return "there is no such file or directory";
    }
    if (why instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (why instanceof FileAlreadyExistsException) {
      return "it is there already";
    }
    String reason = why instanceof FileSystemException known ? known.getReason() : why.getMessage();
    return reason == null ? "an error of input or output" : reason;
  }

  /** The line that says what is wrong with it. */
  public UsageException wrong(String why) {
    return new UsageException((key == null ? path + ": " : key + ": " + path + " ") + why);
  }
}
