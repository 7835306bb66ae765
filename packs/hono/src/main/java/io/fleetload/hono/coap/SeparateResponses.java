// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

/** The message ids of a device's last separate responses, so that a repetition is known as one. */
final class SeparateResponses {
  /** More than a device has requests under way. */
  private static final int REMEMBERED = 8;

  private final int[] messageIds = new int[REMEMBERED];
  private int count;

  void add(int messageId) {
    messageIds[count++ % REMEMBERED] = messageId;
  }

  boolean contains(int messageId) {
    for (int i = 0; i < Math.min(count, REMEMBERED); i++) {
      if (messageIds[i] == messageId) {
        return true;
      }
    }
    return false;
  }
}
