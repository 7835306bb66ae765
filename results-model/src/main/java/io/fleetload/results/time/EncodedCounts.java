// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import io.fleetload.results.format.DamagedBook;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Adds the counts of {@link LatencyHistogram}s in HdrHistogram's encoding V2, for one sum after the
 * other. Adding costs what the filled buckets cost, where a histogram that can be recorded into has
 * 24,000 buckets, nearly all of them empty. Between additions a sum is kept as its encoding before
 * compression. Not thread-safe.
 */
final class EncodedCounts implements AutoCloseable {
  private static final int COOKIE = 0x1c849303 | 0x10;
  private static final int COMPRESSED_COOKIE = 0x1c849304 | 0x10;
  private static final int COMPRESSED_AT = 8;
  private static final int HEADER_BYTES = 40;
  private static final int PAYLOAD_LENGTH_AT = 4;

  /** The range and the precision are in the header from here on. */
  private static final int BUCKETS_AT = 8;

  /** More than all buckets take, each with the longest number. */
  private static final int MOST_PAYLOAD_BYTES = 1 << 18;

  private final Inflater inflater = new Inflater();
  private final Deflater deflater = new Deflater();
  private final BucketCounts counts = new BucketCounts();
  // More than is read: zlib takes its short way while there is room for its longest copy.
  private byte[] bytes = new byte[1 << 13];
  private byte[] header;

  /**
   * Adds what {@link LatencyHistogram#encoded()} wrote.
   *
   * @throws IllegalArgumentException if the text is no such histogram, or of other buckets than
   *     what was added before
   */
  void add(String base64) {
    int length;
    try {
      ByteBuffer compressed = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
      if (compressed.getInt() != COMPRESSED_COOKIE
          || compressed.getInt() != compressed.remaining()) {
        throw new IllegalArgumentException("is not in the encoding V2");
      }
      length = inflated(compressed);
    } catch (DataFormatException | RuntimeException e) {
      throw new DamagedBook("no compressed histogram: " + e.getMessage(), e);
    }
    add(bytes, length);
  }

  /** The length of the header and the payload. */
  private int inflated(ByteBuffer compressed) throws DataFormatException {
    inflater.reset();
    inflater.setInput(compressed);
    int at = inflate(0);
    while (at < HEADER_BYTES) {
      at += inflate(at);
    }
    ByteBuffer fields = ByteBuffer.wrap(bytes);
    int payload = fields.getInt(PAYLOAD_LENGTH_AT);
    if (fields.getInt(0) != COOKIE || payload < 0 || payload > MOST_PAYLOAD_BYTES) {
      throw new IllegalArgumentException("has a wrong header");
    }
    while (at < HEADER_BYTES + payload) {
      at += inflate(at);
    }
    return HEADER_BYTES + payload;
  }

  private int inflate(int at) throws DataFormatException {
    if (at == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * at);
    }
    int more = inflater.inflate(bytes, at, bytes.length - at);
    if (more == 0) {
      throw new DataFormatException("is cut off");
    }
    return more;
  }

  /** Adds a sum that was taken before. */
  void add(byte[] sum) {
    add(sum, sum.length);
  }

  private void add(byte[] encoding, int length) {
    if (header == null) {
      header = Arrays.copyOf(encoding, HEADER_BYTES);
    } else if (!Arrays.equals(
        header, BUCKETS_AT, HEADER_BYTES, encoding, BUCKETS_AT, HEADER_BYTES)) {
      throw new DamagedBook("histograms of different buckets", null);
    }
    counts.add(encoding, HEADER_BYTES, length);
  }

  /** The sum of all that was added since the last time, not compressed. */
  byte[] take() {
    byte[] sum = counts.take(HEADER_BYTES);
    ByteBuffer.wrap(sum).put(header).putInt(PAYLOAD_LENGTH_AT, sum.length - HEADER_BYTES);
    return sum;
  }

  /** A sum as {@link LatencyHistogram#encoded()} writes it, byte for byte. */
  String encoded(byte[] sum) {
    deflater.reset();
    deflater.setInput(sum);
    deflater.finish();
    // Deflate stores what does not get smaller, with a few bytes around each 64 kB.
    byte[] text = new byte[COMPRESSED_AT + 2 * sum.length];
    int length = deflater.deflate(text, COMPRESSED_AT, 2 * sum.length);
    ByteBuffer.wrap(text).putInt(COMPRESSED_COOKIE).putInt(length);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(text, COMPRESSED_AT + length));
  }

  /** Frees the memory of both compressions, which is not of the heap. */
  @Override
  public void close() {
    inflater.end();
    deflater.end();
  }
}
