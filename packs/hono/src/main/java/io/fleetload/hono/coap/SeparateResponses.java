// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import java.util.Arrays;

/**
 * The message ids of the last responses that came in messages of their own, so that a repetition is
 * known as one (RFC 7252, section 4.5), and is treated as the message was that it repeats.
 */
final class SeparateResponses {
  private static final int FEW = 8;

  /** More than a device has requests that a response could be a second one to. */
  private static final int REMEMBERED = 64;

  private static final int REJECTED = 1 << 16;

  private int[] messageIds = new int[FEW];
  private int count;

  void add(int messageId, boolean taken) {
    if (count == messageIds.length && count < REMEMBERED) {
      messageIds = Arrays.copyOf(messageIds, 2 * count);
    }
    messageIds[count++ % messageIds.length] = taken ? messageId : messageId | REJECTED;
  }

  /** Returns whether it is one of these. */
  boolean contains(int messageId) {
    return has(messageId) || has(messageId | REJECTED);
  }

  /** Returns whether it is one of these, and no request waited for it. */
  boolean rejected(int messageId) {
    return has(messageId | REJECTED);
  }

  private boolean has(int entry) {
    for (int i = 0; i < Math.min(count, messageIds.length); i++) {
      if (messageIds[i] == entry) {
        return true;
      }
    }
    return false;
  }
}
