// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Writes messages as frames, one behind the other until they are taken, so that several go out in
 * one write. One object serves all terminals of a thread and allocates only what is taken.
 *
 * <pre>{@code
 * writer.begin(MessageId.LOCATION, phone, serial);
 * Location.write(writer, …);
 * serial += writer.end();
 * connection.write(writer.take());
 * }</pre>
 */
public final class FrameWriter {
  /** The longest body of a frame in bytes: its length has 10 bits. */
  public static final int LONGEST_BODY = 0x3ff;

  static final int FLAG = 0x7e;
  static final int ESCAPE = 0x7d;
  static final int PLAIN = 0x7c;
  static final int FRAGMENT_BIT = 1 << 13;
  static final int VERSION_BIT = 1 << 14;

  private static final int MOST_FRAGMENTS = 0xffff;
  private static final int PROTOCOL_VERSION = 1;

  private final int longestBody;
  private final BcdTime time = new BcdTime();
  private byte[] body = new byte[LONGEST_BODY];
  private int bodyLength;
  private byte[] frames = new byte[LONGEST_BODY];
  private int framesLength;
  private int checksum;
  private int id;
  private Phone phone;
  private int serial;
  private int total;
  private int number;
  private int fragments;

  /** A writer of bodies that are as long as a frame can hold. */
  public FrameWriter() {
    this(LONGEST_BODY);
  }

  /**
   * A writer that sends a longer body than this in fragments.
   *
   * @param longestBody in bytes, 1 to {@link #LONGEST_BODY}
   * @throws IllegalArgumentException if it is less or more
   */
  public FrameWriter(int longestBody) {
    if (longestBody < 1 || longestBody > LONGEST_BODY) {
      throw new IllegalArgumentException(
          "a body of " + longestBody + " bytes in a frame; write 1 to " + LONGEST_BODY);
    }
    this.longestBody = longestBody;
  }

  /**
   * Begins a message; one that was not ended is forgotten.
   *
   * @param serial the low 16 bits count
   */
  public FrameWriter begin(int id, Phone phone, int serial) {
    this.id = id;
    this.phone = phone;
    this.serial = serial;
    total = 0;
    fragments = 0;
    bodyLength = 0;
    return this;
  }

  /** Says that what is begun is one fragment, and its body that fragment's alone. */
  public FrameWriter fragment(int total, int number) {
    this.total = total;
    this.number = number;
    return this;
  }

  /** The edition that the begun message is written for. */
  public Version version() {
    return phone.version();
  }

  /** Puts the low 8 bits. */
  public FrameWriter u8(int value) {
    int at = extend(1);
    body[at] = (byte) value;
    return this;
  }

  /** Puts the low 16 bits. */
  public FrameWriter u16(int value) {
    int at = extend(2);
    put16(at, value);
    return this;
  }

  /** Puts the low 32 bits. */
  public FrameWriter u32(long value) {
    int at = extend(4);
    put16(at, (int) (value >> 16));
    put16(at + 2, (int) value);
    return this;
  }

  public FrameWriter bytes(byte[] bytes) {
    return bytes(bytes, 0, bytes.length);
  }

  public FrameWriter bytes(byte[] bytes, int offset, int length) {
    int at = extend(length);
    System.arraycopy(bytes, offset, body, at, length);
    return this;
  }

  /**
   * Puts a text in GBK.
   *
   * @throws IllegalArgumentException if GBK does not have one of its characters
   */
  public FrameWriter text(String text) {
    return bytes(Gbk.bytes(text));
  }

  /**
   * Puts a text in GBK at a place of a fixed length, and zeros behind it.
   *
   * @throws IllegalArgumentException if it is longer than its place, or GBK does not have one of
   *     its characters
   */
  public FrameWriter text(String text, int place) {
    byte[] bytes = Gbk.bytes(text, place);
    bytes(bytes);
    int at = extend(place - bytes.length);
    Arrays.fill(body, at, bodyLength, (byte) 0);
    return this;
  }

  /**
   * Puts a time as six bytes of two digits each, year to second in GMT+8.
   *
   * @param epochSecond seconds since 1970, in 2000 to 2099; {@link Location#NO_TIME} for zeros
   */
  public FrameWriter time(long epochSecond) {
    int at = extend(BcdTime.BYTES);
    time.put(epochSecond, body, at);
    return this;
  }

  /** Leaves place for a length in 16 bits; {@link #closeLength} says it. */
  public int openLength() {
    return extend(2);
  }

  /** Writes how many bytes were put since a length was left open. */
  public FrameWriter closeLength(int open) {
    put16(open, bodyLength - open - 2);
    return this;
  }

  /**
   * Ends the message: adds it to the frames that are to be taken. A body that is too long for one
   * frame becomes fragments with serial numbers one after the other (2013, section 7.12).
   *
   * @return how many frames it is, that is how many serial numbers it uses
   * @throws IllegalArgumentException if it needs more fragments than can be numbered
   */
  public int end() {
    fragments = total > 0 ? 1 : Math.max(1, (bodyLength + longestBody - 1) / longestBody);
    if (fragments > MOST_FRAGMENTS) {
      throw new IllegalArgumentException(
          "a body of %d bytes needs %d fragments; the most is %d"
              .formatted(bodyLength, fragments, MOST_FRAGMENTS));
    }
    if (fragments == 1) {
      frame(0, bodyLength, total, number, serial);
      return 1;
    }
    for (int i = 0; i < fragments; i++) {
      int from = i * longestBody;
      int length = Math.min(longestBody, bodyLength - from);
      frame(from, length, fragments, i + 1, serial + i);
    }
    return fragments;
  }

  /** The body as far as it was put, for a platform that makes the frame itself. */
  public byte[] body() {
    return Arrays.copyOf(body, bodyLength);
  }

  /** Takes all frames that were ended, ready to be written. */
  public ByteBuffer take() {
    ByteBuffer taken = ByteBuffer.wrap(Arrays.copyOf(frames, framesLength));
    framesLength = 0;
    return taken;
  }

  /** The message that was ended last if it was split into fragments, else null. */
  SentFragments.Message lastSplit() {
    return fragments < 2
        ? null
        : new SentFragments.Message(
            id, phone, serial & 0xffff, fragments, longestBody, Arrays.copyOf(body, bodyLength));
  }

  private int extend(int bytes) {
    int at = bodyLength;
    bodyLength += bytes;
    if (bodyLength > body.length) {
      body = Arrays.copyOf(body, Math.max(bodyLength, 2 * body.length));
    }
    return at;
  }

  private void put16(int at, int value) {
    body[at] = (byte) (value >> 8);
    body[at + 1] = (byte) value;
  }

  private void frame(int from, int length, int total, int number, int serial) {
    if (length > LONGEST_BODY) {
      throw new IllegalArgumentException(
          "a fragment of " + length + " bytes; the longest has " + LONGEST_BODY);
    }
    Version version = phone.version();
    // All bytes may need an escape, only the two flags never do.
    int most = 2 + 2 * (version.headerBytes(true) + length + 1);
    if (framesLength + most > frames.length) {
      frames = Arrays.copyOf(frames, Math.max(framesLength + most, 2 * frames.length));
    }
    frames[framesLength++] = FLAG;
    checksum = 0;
    header16(id);
    header16(
        length | (total > 0 ? FRAGMENT_BIT : 0) | (version == Version.V2019 ? VERSION_BIT : 0));
    if (version == Version.V2019) {
      escaped(PROTOCOL_VERSION);
    }
    escaped(phone.digits(), 0, version.phoneBytes());
    header16(serial);
    if (total > 0) {
      header16(total);
      header16(number);
    }
    escaped(body, from, length);
    escaped(checksum);
    frames[framesLength++] = FLAG;
  }

  private void header16(int value) {
    escaped((value >> 8) & 0xff);
    escaped(value & 0xff);
  }

  private void escaped(byte[] bytes, int from, int length) {
    for (int i = from; i < from + length; i++) {
      escaped(bytes[i] & 0xff);
    }
  }

  private void escaped(int octet) {
    checksum ^= octet;
    if (octet == FLAG || octet == ESCAPE) {
      frames[framesLength++] = ESCAPE;
      frames[framesLength++] = (byte) (octet - PLAIN);
    } else {
      frames[framesLength++] = (byte) octet;
    }
  }
}
