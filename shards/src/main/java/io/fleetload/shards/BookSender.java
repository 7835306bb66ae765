// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.log.LogStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Hands in a shard's or a backend's book: its file as it is, in parts, so that what the backend
 * adds is what the shard wrote to the last digit. It holds one part.
 *
 * @param partBytes the length of a part
 */
record BookSender(SharedRun run, Participant whose, int partBytes) {
  /**
   * Length of a part in bytes. As text (base64), a part makes an entry of 256 KiB. A broker takes 1
   * MB by default (message.max.bytes); some are set to less.
   */
  static final int PART_BYTES = 190 << 10;

  /**
   * Sends a book.
   *
   * @throws TargetException if the log does not take it
   * @throws IOException if the file cannot be read
   */
  void send(Path book) throws TargetException, IOException {
    MessageDigest digest = Sha256.digest();
    long parts = 0;
    long bytes = 0;
    try (InputStream in = Files.newInputStream(book);
        NoteLog log = run.open(LogStore.RESULTS)) {
      byte[] part = in.readNBytes(partBytes);
      do {
        log.append(whose, new Note.BookPart(parts++, ByteBuffer.wrap(part)));
        digest.update(part);
        bytes += part.length;
        part = in.readNBytes(partBytes);
      } while (part.length > 0);
      String sum = HexFormat.of().formatHex(digest.digest());
      log.append(whose, new Note.BookEnd(parts, bytes, sum));
    } catch (TargetException | UsageException e) {
      throw new TargetException(
          "%s: its book was not handed in, and is only here: %s (%s)"
              .formatted(whose, book, e.getMessage()));
    }
  }
}
