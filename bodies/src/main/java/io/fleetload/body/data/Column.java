// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body.data;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The values of one column of a file of data, as bytes one after the other: a value takes five
 * bytes more than its text. A million objects of Java would take a hundred.
 */
public final class Column {
  private static final int BLOCK_BITS = 20;
  private static final int BLOCK = 1 << BLOCK_BITS;

  /** Of the number before a value: seven bits a byte, the lowest bit says whether it is JSON. */
  private static final int MOST_PREFIX = 5;

  private final List<byte[]> blocks = new ArrayList<>();
  private int[] places = new int[16];
  private int rows;
  private int used = BLOCK;

  /** True for values of JSON, each of which has a type. */
  private final boolean typed;

  Column(boolean typed) {
    this.typed = typed;
  }

  /**
   * Adds a value.
   *
   * @param json whether it is a value of JSON as it is, without quotes
   */
  void add(String text, boolean json) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int needed = MOST_PREFIX + bytes.length;
    if (used + needed > BLOCK) {
      blocks.add(new byte[Math.max(needed, BLOCK)]);
      used = 0;
    }
    if (rows == places.length) {
      places = Arrays.copyOf(places, 2 * rows);
    }
    places[rows++] = ((blocks.size() - 1) << BLOCK_BITS) + used;
    byte[] block = blocks.get(blocks.size() - 1);
    long prefix = 2L * bytes.length + (json ? 1 : 0);
    while (prefix > 0x7f) {
      block[used++] = (byte) (prefix | 0x80);
      prefix >>>= 7;
    }
    block[used++] = (byte) prefix;
    System.arraycopy(bytes, 0, block, used, bytes.length);
    used += bytes.length;
  }

  /** The number of its values. */
  public int rows() {
    return rows;
  }

  /** The bytes that it takes. */
  public long bytes() {
    return blocks.stream().mapToLong(each -> each.length).sum() + 4L * places.length;
  }

  /** The value of a row. */
  public Cell cell(int row) {
    byte[] block = blocks.get(places[row] >>> BLOCK_BITS);
    int at = places[row] & (BLOCK - 1);
    long prefix = 0;
    int shift = 0;
    byte next;
    do {
      next = block[at++];
      prefix |= (next & 0x7fL) << shift;
      shift += 7;
    } while (next < 0);
    int length = (int) (prefix >>> 1);
    Cell.Form text = typed ? Cell.Form.STRING : Cell.Form.PLAIN;
    return new Cell(
        new String(block, at, length, StandardCharsets.UTF_8),
        (prefix & 1) != 0 ? Cell.Form.JSON : text);
  }
}
