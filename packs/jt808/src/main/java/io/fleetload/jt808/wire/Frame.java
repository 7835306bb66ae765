// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.Arrays;

/**
 * A received frame, read where it lies. One object reads all frames of a thread, one after the
 * other: what it says holds until the listener that was given it returns.
 */
public final class Frame {
  /** Bytes of the longest frame between its flags, without escapes. */
  static final int LONGEST = Version.V2019.headerBytes(true) + FrameWriter.LONGEST_BODY + 1;

  private static final int ENCRYPTION_SHIFT = 10;
  private static final int ENCRYPTION_MASK = 7;

  private final byte[] bytes = new byte[LONGEST];
  private final Body body = new Body();
  private int length;
  private Version version = Version.V2013;

  /** Kind of the message; see {@link MessageId}. */
  public int id() {
    return u16(0);
  }

  public Version version() {
    return version;
  }

  /** Encryption of the body, three bits: 0 not at all, 1 by RSA. */
  public int encryption() {
    return (properties() >> ENCRYPTION_SHIFT) & ENCRYPTION_MASK;
  }

  /** The phone number of the terminal that the message is of or for. */
  public Phone phone() {
    return Phone.in(version, bytes, version.phoneAt());
  }

  /** Returns whether it is of or for that terminal. */
  public boolean isOf(Phone phone) {
    return phone.version() == version && phone.liesIn(bytes, version.phoneAt());
  }

  public int serial() {
    return u16(version.headerBytes(false) - 2);
  }

  /**
   * Returns whether the body is one of several that are one together; {@link Fragments} joins them.
   */
  public boolean isFragment() {
    return (properties() & FrameWriter.FRAGMENT_BIT) != 0;
  }

  /** Number of fragments that the message has; 0 if it is in one piece. */
  public int total() {
    return isFragment() ? u16(version.headerBytes(false)) : 0;
  }

  /** Number of this fragment, from 1; 0 if it is not a fragment. */
  public int number() {
    return isFragment() ? u16(version.headerBytes(false) + 2) : 0;
  }

  /** The body, from its beginning. */
  public Body body() {
    int from = version.headerBytes(isFragment());
    return body.over(version, bytes, from, length - 1 - from);
  }

  void clear() {
    length = 0;
  }

  int length() {
    return length;
  }

  /** Takes a byte; false where there is no place for it. */
  boolean append(byte octet) {
    if (length == LONGEST) {
      return false;
    }
    bytes[length++] = octet;
    return true;
  }

  /** Begins again with bytes that were taken before. */
  void restore(byte[] taken) {
    System.arraycopy(taken, 0, bytes, 0, taken.length);
    length = taken.length;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  /** Checks whether the bytes are a message; null if they are. */
  FrameFault check() {
    int checksum = 0;
    for (int i = 0; i < length; i++) {
      checksum ^= bytes[i];
    }
    if (checksum != 0) {
      return FrameFault.CHECKSUM;
    }
    if (length < 4) {
      return FrameFault.LENGTH;
    }
    version = (properties() & FrameWriter.VERSION_BIT) == 0 ? Version.V2013 : Version.V2019;
    int bodyBytes = properties() & FrameWriter.LONGEST_BODY;
    if (length != version.headerBytes(isFragment()) + bodyBytes + 1) {
      return FrameFault.LENGTH;
    }
    if (isFragment() && (number() < 1 || number() > total())) {
      return FrameFault.FRAGMENT_NUMBER;
    }
    return null;
  }

  private int properties() {
    return u16(2);
  }

  private int u16(int at) {
    return ((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff);
  }
}
