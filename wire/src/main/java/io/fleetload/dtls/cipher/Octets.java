// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls.cipher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in byte arrays, in the network's order. */
public final class Octets {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Octets() {}

  public static int u8(byte[] bytes, int at) {
    return bytes[at] & 0xFF;
  }

  public static int u16(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at) & 0xFFFF;
  }

  public static int u24(byte[] bytes, int at) {
    return u8(bytes, at) << 16 | u16(bytes, at + 1);
  }

  public static int i32(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  public static long i64(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  public static void put16(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  public static void put24(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >> 16);
    SHORT.set(bytes, at + 1, (short) value);
  }

  public static void put32(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  public static void put64(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }
}
