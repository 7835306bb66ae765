// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The counts of a {@link LatencyHistogram} as HdrHistogram's encoding V2 has them: one ZigZag
 * LEB128 number for each bucket from the lowest on, negative for so many empty ones. A sum of two
 * costs what their filled buckets cost, where a histogram that can be recorded into has 24,000
 * buckets, nearly all of them empty.
 *
 * @see <a
 *     href="https://github.com/HdrHistogram/HdrHistogram">AbstractHistogram.encodeIntoByteBuffer</a>
 */
final class EncodedCounts {
  private static final int COOKIE = 0x1c849303 | 0x10;
  private static final int COMPRESSED_COOKIE = 0x1c849304 | 0x10;
  private static final int HEADER_BYTES = 40;
  private static final int PAYLOAD_LENGTH_AT = 4;

  /** More than all buckets take, each with the longest number. */
  private static final int MOST_PAYLOAD_BYTES = 1 << 18;

  private final byte[] header;
  private final byte[] payload;

  private EncodedCounts(byte[] header, byte[] payload) {
    this.header = header;
    this.payload = payload;
  }

  /**
   * Reads what {@link LatencyHistogram#encoded()} wrote.
   *
   * @throws IllegalArgumentException if the text is no such histogram
   */
  static EncodedCounts of(String base64) {
    Inflater inflater = new Inflater();
    try {
      ByteBuffer compressed = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
      if (compressed.getInt() != COMPRESSED_COOKIE
          || compressed.getInt() != compressed.remaining()) {
        throw new IllegalArgumentException("is not in the encoding V2");
      }
      inflater.setInput(compressed);
      byte[] header = inflated(inflater, HEADER_BYTES);
      ByteBuffer fields = ByteBuffer.wrap(header);
      int length = fields.getInt(PAYLOAD_LENGTH_AT);
      if (fields.getInt(0) != COOKIE || length < 0 || length > MOST_PAYLOAD_BYTES) {
        throw new IllegalArgumentException("has a wrong header");
      }
      return new EncodedCounts(header, inflated(inflater, length));
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("no compressed histogram: " + e.getMessage(), e);
    } finally {
      inflater.end();
    }
  }

  private static byte[] inflated(Inflater inflater, int length) throws DataFormatException {
    byte[] bytes = new byte[length];
    int at = 0;
    while (at < length) {
      int more = inflater.inflate(bytes, at, length - at);
      if (more == 0) {
        throw new DataFormatException("is cut off");
      }
      at += more;
    }
    return bytes;
  }

  /**
   * The counts of both.
   *
   * @throws IllegalArgumentException if they are of different buckets
   */
  EncodedCounts plus(EncodedCounts other) {
    // All but the length of the counts: the range and the precision.
    if (!Arrays.equals(header, 8, HEADER_BYTES, other.header, 8, HEADER_BYTES)) {
      throw new IllegalArgumentException("histograms of different buckets");
    }
    // No bucket of the sum takes more bytes than it takes in both.
    FilledBuckets.Writer sum = new FilledBuckets.Writer(payload.length + other.payload.length);
    FilledBuckets one = new FilledBuckets(payload);
    FilledBuckets two = new FilledBuckets(other.payload);
    while (one.isAtOne() || two.isAtOne()) {
      int bucket = Math.min(one.bucket(), two.bucket());
      long count = 0;
      if (one.bucket() == bucket) {
        count += one.count();
        one.next();
      }
      if (two.bucket() == bucket) {
        count += two.count();
        two.next();
      }
      sum.write(bucket, count);
    }
    byte[] counts = sum.bytes();
    byte[] ofSum = header.clone();
    ByteBuffer.wrap(ofSum).putInt(PAYLOAD_LENGTH_AT, counts.length);
    return new EncodedCounts(ofSum, counts);
  }

  /** As {@link LatencyHistogram#encoded()} writes it, byte for byte. */
  String encoded() {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(
          ByteBuffer.allocate(HEADER_BYTES + payload.length).put(header).put(payload).array());
      deflater.finish();
      // Deflate stores what does not get smaller, with a few bytes around each 64 kB.
      byte[] compressed = new byte[2 * (HEADER_BYTES + payload.length) + HEADER_BYTES];
      int length = deflater.deflate(compressed);
      return Base64.getEncoder()
          .encodeToString(
              ByteBuffer.allocate(2 * Integer.BYTES + length)
                  .putInt(COMPRESSED_COOKIE)
                  .putInt(length)
                  .put(compressed, 0, length)
                  .array());
    } finally {
      deflater.end();
    }
  }
}
