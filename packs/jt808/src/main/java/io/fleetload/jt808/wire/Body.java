// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.Arrays;

/**
 * A message's body, read from its beginning to its end. Reading over the end gives zeros and leaves
 * the body {@link #isBroken() broken}; nothing is thrown, whatever it holds.
 */
public final class Body {
  private Version version;
  private byte[] bytes;
  private int at;
  private int end;
  private boolean broken;

  Body() {}

  /** A whole array as a body. */
  Body(Version version, byte[] bytes) {
    over(version, bytes, 0, bytes.length);
  }

  Body over(Version version, byte[] bytes, int from, int length) {
    this.version = version;
    this.bytes = bytes;
    at = from;
    end = from + length;
    broken = false;
    return this;
  }

  /** The edition that it is written in. */
  public Version version() {
    return version;
  }

  /** Bytes that are not read yet. */
  public int remaining() {
    return end - at;
  }

  /** Returns whether more was read than there is. */
  public boolean isBroken() {
    return broken;
  }

  /** Returns whether it was read to its end, and no further. */
  public boolean isDone() {
    return !broken && at == end;
  }

  public int u8() {
    int from = take(1);
    return from < 0 ? 0 : bytes[from] & 0xff;
  }

  public int u16() {
    return (u8() << 8) | u8();
  }

  public long u32() {
    return ((long) u16() << 16) | u16();
  }

  /** The next bytes, copied; none where there are not so many. */
  public byte[] bytes(int count) {
    int from = take(count);
    return from < 0 ? new byte[0] : Arrays.copyOfRange(bytes, from, from + count);
  }

  /** All that is left, copied. */
  public byte[] rest() {
    return bytes(remaining());
  }

  /** A text in GBK of that many bytes, up to the zeros at its end. */
  public String text(int count) {
    int from = take(count);
    return from < 0 ? "" : Gbk.text(bytes, from, count);
  }

  /** A time in seconds since 1970; {@link Location#NO_TIME} if the bytes are not a time. */
  public long time() {
    int from = take(BcdTime.BYTES);
    return from < 0 ? Location.NO_TIME : BcdTime.read(bytes, from);
  }

  /** The next bytes as a body of their own. */
  Body part(int count) {
    int from = take(count);
    return new Body().over(version, bytes, Math.max(0, from), from < 0 ? 0 : count);
  }

  private int take(int count) {
    if (count > end - at) {
      broken = true;
      at = end;
      return -1;
    }
    int from = at;
    at += count;
    return from;
  }
}
