// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The sum of the counts of {@link LatencyHistogram}s in HdrHistogram's encoding V2. Adding costs
 * what the filled buckets cost, where a histogram that can be recorded into has 24,000 buckets,
 * nearly all of them empty.
 */
final class EncodedCounts {
  private static final int COOKIE = 0x1c849303 | 0x10;
  private static final int COMPRESSED_COOKIE = 0x1c849304 | 0x10;
  private static final int HEADER_BYTES = 40;
  private static final int PAYLOAD_LENGTH_AT = 4;

  /** More than all buckets take, each with the longest number. */
  private static final int MOST_PAYLOAD_BYTES = 1 << 18;

  private final byte[] header;
  private byte[] payload;
  private final List<byte[]> waiting = new ArrayList<>(0);
  private int waitingBytes;

  private EncodedCounts(byte[] header, byte[] payload) {
    this.header = header;
    this.payload = payload;
  }

  /**
   * Reads what {@link LatencyHistogram#encoded()} wrote.
   *
   * @throws IllegalArgumentException if the text is no such histogram
   */
  static EncodedCounts of(String base64, Inflater inflater) {
    inflater.reset();
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
   * Adds the counts of another. What was added waits until it is half as long as the sum, so that
   * adding many costs what they hold, and not the sum each time.
   *
   * @param scratch to add in
   * @throws IllegalArgumentException if they are of different buckets, or no counts
   */
  void add(EncodedCounts other, BucketCounts scratch) {
    // All but the length of the counts: the range and the precision.
    if (!Arrays.equals(header, 8, HEADER_BYTES, other.header, 8, HEADER_BYTES)) {
      throw new IllegalArgumentException("histograms of different buckets");
    }
    waiting.add(other.payload);
    waitingBytes += other.payload.length;
    if (2 * waitingBytes >= payload.length) {
      addWaiting(scratch);
    }
  }

  private void addWaiting(BucketCounts scratch) {
    scratch.add(payload);
    waiting.forEach(scratch::add);
    payload = scratch.take();
    waiting.clear();
    waitingBytes = 0;
  }

  /**
   * As {@link LatencyHistogram#encoded()} writes it, byte for byte.
   *
   * @param scratch to add in
   */
  String encoded(BucketCounts scratch) {
    addWaiting(scratch);
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(
          ByteBuffer.allocate(HEADER_BYTES + payload.length)
              .put(header)
              .put(payload)
              .putInt(PAYLOAD_LENGTH_AT, payload.length)
              .array());
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
