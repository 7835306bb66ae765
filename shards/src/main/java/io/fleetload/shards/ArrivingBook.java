// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A shard's or a backend's book on its way into a directory, part by part; no part of it is held in
 * memory. A book is refused if its parts do not add up to the sum at its end.
 */
final class ArrivingBook {
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final Path unfinished;
  private long parts;
  private long bytes;
  private String fault = "";
  private boolean over;

  /** Creates a book that arrives in a file. Its directory may still be missing. */
  ArrivingBook(Path file) {
    this.file = file;
    this.unfinished = file.resolveSibling(file.getFileName() + ".part");
  }

  /** Returns its fault in words: empty if no part came, null if the book is there and complete. */
  String fault() {
    return fault;
  }

  /**
   * Takes the next part.
   *
   * @throws IOException if it cannot be written
   */
  void part(Note.BookPart part) throws IOException {
    if (over || part.number() < parts) {
      return;
    }
    if (part.number() > parts) {
      over("part %s of its book did not come".formatted(parts));
      return;
    }
    fault = "its book broke off";
    bytes += part.bytes().remaining();
    write(part.bytes().duplicate());
    parts++;
  }

  private void write(ByteBuffer part) throws IOException {
    byte[] more = new byte[part.remaining()];
    part.get(more);
    Files.createDirectories(file.getParent());
    // A backend that was killed may have left something there.
    StandardOpenOption how =
        parts == 0 ? StandardOpenOption.TRUNCATE_EXISTING : StandardOpenOption.APPEND;
    Files.write(unfinished, more, StandardOpenOption.CREATE, StandardOpenOption.WRITE, how);
  }

  /**
   * Takes the end.
   *
   * @throws IOException if the book cannot be written
   */
  void end(Note.BookEnd end) throws IOException {
    if (over) {
      return;
    }
    if (parts != end.parts() || bytes != end.bytes()) {
      over(
          "%s of %s parts of its book came, %s of %s bytes"
              .formatted(parts, end.parts(), bytes, end.bytes()));
    } else {
      over(arrived(end) ? null : "its book was damaged on the way");
    }
  }

  /** Puts the book in its place, if it is what was sent. */
  private boolean arrived(Note.BookEnd end) throws IOException {
    Path whole = unfinished;
    if (end.compressed()) {
      whole = file.resolveSibling(file.getFileName() + ".unpacked");
      try (InputStream in = new GZIPInputStream(Files.newInputStream(unfinished), BUFFER)) {
        Files.copy(in, whole, StandardCopyOption.REPLACE_EXISTING);
      } catch (ZipException | EOFException e) {
        Files.deleteIfExists(whole);
        return false;
      }
    }
    boolean same = Sha256.of(whole).equals(end.sha256());
    if (same) {
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
    if (end.compressed()) {
      Files.deleteIfExists(whole);
      Files.deleteIfExists(unfinished);
    }
    return same;
  }

  private void over(String why) {
    over = true;
    fault = why;
  }
}
