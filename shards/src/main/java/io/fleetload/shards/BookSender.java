// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.log.LogStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.zip.GZIPOutputStream;

/**
 * Hands in a shard's or a backend's book: its file, in parts, so that what the backend adds is what
 * the shard wrote to the last digit. It holds one part. A book that becomes smaller goes as GZIP
 * has it (RFC 1952). A part that the log does not take is sent again, for as long as the backend
 * waits for books.
 *
 * @param partBytes the length of a part
 */
record BookSender(Membership self, int partBytes) {
  /**
   * Length of a part in bytes. As text (base64), a part makes an entry of 256 KiB. A broker takes 1
   * MB by default (message.max.bytes); some are set to less.
   */
  static final int PART_BYTES = 190 << 10;

  /** A book is compressed if its beginning of this length becomes a tenth smaller. */
  private static final int SAMPLE_BYTES = 256 << 10;

  private static final double WORTH = 0.9;

  /** The pause before a part is sent again. */
  private static final Duration AGAIN = Duration.ofSeconds(2);

  /** Largest number of times that a part is sent. */
  private static final int MOST_ATTEMPTS = 60;

  /**
   * Sends a book.
   *
   * @throws TargetException if the log does not take it
   * @throws IOException if the file cannot be read
   */
  void send(Path book) throws TargetException, IOException {
    String sum = Sha256.of(book);
    boolean compressed = isWorthIt(book);
    try (InputStream in = Files.newInputStream(book);
        Parts parts = new Parts()) {
      if (compressed) {
        OutputStream packed = new GZIPOutputStream(parts, SAMPLE_BYTES);
        in.transferTo(packed);
        packed.close();
      } else {
        in.transferTo(parts);
      }
      parts.end(sum, compressed);
    } catch (NotTaken e) {
      throw new TargetException(
          "%s: its book was not handed in, and is only here: %s (%s)"
              .formatted(self.me(), book, e.getMessage()));
    }
  }

  private static boolean isWorthIt(Path book) throws IOException {
    byte[] sample;
    try (InputStream in = Files.newInputStream(book)) {
      sample = in.readNBytes(SAMPLE_BYTES);
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(sample);
    }
    return packed.size() < sample.length * WORTH;
  }

  /** The reason why the log did not take a part in the end. */
  private static final class NotTaken extends IOException {
    private static final long serialVersionUID = 1L;

    NotTaken(String why) {
      super(why);
    }
  }

  /** The book on its way: cut into parts, each in the log before the next one. */
  private final class Parts extends OutputStream {
    private final byte[] part = new byte[partBytes];
    private int length;
    private long sent;
    private long bytes;
    private NoteLog log;

    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int count) throws IOException {
      for (int done = 0; done < count; ) {
        if (length == part.length) {
          sendPart();
        }
        int more = Math.min(count - done, part.length - length);
        System.arraycopy(from, offset + done, part, length, more);
        length += more;
        done += more;
      }
    }

    private void sendPart() throws IOException {
      append(new Note.BookPart(sent, ByteBuffer.wrap(part, 0, length)));
      sent++;
      bytes += length;
      length = 0;
    }

    void end(String sum, boolean compressed) throws IOException {
      if (length > 0 || sent == 0) {
        sendPart();
      }
      append(new Note.BookEnd(sent, bytes, sum, compressed));
    }

    /** A part that comes twice does no harm: its number tells. */
    private void append(Note note) throws IOException {
      Instant until = self.now().plus(self.timeout());
      for (int attempt = 1; ; attempt++) {
        try {
          log = log == null ? self.run().open(LogStore.RESULTS) : log;
          log.append(self.me(), note);
          return;
        } catch (TargetException e) {
          // A client that failed once may not recover; the next one is new.
          close();
          if (attempt == MOST_ATTEMPTS || !self.now().plus(AGAIN).isBefore(until)) {
            throw new NotTaken(e.getMessage());
          }
          self.say()
              .accept(
                  "%s: part %s of its book was not taken (%s); attempt %s follows"
                      .formatted(self.me(), sent + 1, e.getMessage(), attempt + 1));
        } catch (UsageException e) {
          throw new NotTaken(e.getMessage());
        }
        again();
      }
    }

    private void again() throws IOException {
      try {
        self.pass(AGAIN);
      } catch (TargetException e) {
        throw new NotTaken(e.getMessage());
      }
    }

    @Override
    public void close() {
      if (log != null) {
        log.close();
        log = null;
      }
    }
  }
}
