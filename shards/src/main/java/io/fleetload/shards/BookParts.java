package io.fleetload.shards;

import io.fleetload.process.TargetException;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/** A stream that puts what is written to it into a log, part by part; it holds one part. */
final class BookParts extends OutputStream {
  private final TopicLog log;
  private final BookKey key;
  private final byte[] part;
  private final MessageDigest digest = Sha256.digest();
  private int filled;
  private long parts;
  private long bytes;

  BookParts(TopicLog log, BookKey key, int partBytes) {
    this.log = log;
    this.key = key;
    this.part = new byte[partBytes];
  }

  /** The log does not take it. */
  static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;

    Refused(TargetException cause) {
      super(cause.getMessage(), cause);
    }
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    int done = 0;
    while (done < length) {
      int now = Math.min(length - done, part.length - filled);
      System.arraycopy(from, offset + done, part, filled, now);
      filled += now;
      done += now;
      if (filled == part.length) {
        send();
      }
    }
  }

  private void send() throws Refused {
    byte[] value = Arrays.copyOf(part, filled);
    append(key.part(parts), value);
    digest.update(value);
    bytes += filled;
    parts++;
    filled = 0;
  }

  /** Everything was written; a stream that was left in the middle has no end. */
  void end() throws Refused {
    if (filled > 0) {
      send();
    }
    String sum = HexFormat.of().formatHex(digest.digest());
    append(key.end(parts, new BookKey.End(bytes, sum)), new byte[0]);
  }

  private void append(BookKey what, byte[] value) throws Refused {
    try {
      log.append(what.text(), value);
    } catch (TargetException e) {
      throw new Refused(e);
    }
  }
}
