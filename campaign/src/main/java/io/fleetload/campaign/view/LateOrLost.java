// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import io.fleetload.progress.ToolEvent;

/**
 * How many messages their devices have had confirmed for a second or longer without the backend
 * having them. Both sides tell their counts every second, not at the same moment: the devices'
 * count told just now would be ahead of the backend's by all that was sent between the two. So the
 * backend's count is compared with what the devices told two times before, which is at least a
 * second older. On a target that keeps up it is 0; what is lost stays in it. It is a difference of
 * counts: a message that arrived unconfirmed hides one that was lost. The ledger, at the end,
 * compares message by message.
 */
final class LateOrLost {
  private long now;
  private long before;
  private long twoBefore;
  private Long received;

  /** The devices told that. */
  void confirmed(ToolEvent.Devices devices) {
    if (devices != null) {
      twoBefore = before;
      before = now;
      now = devices.confirmed();
    }
  }

  /** The backend told that. */
  void received(ToolEvent.Receipts receipts) {
    if (receipts != null) {
      received = receipts.first();
    }
  }

  /** The count; null while the backend told nothing. */
  Long count() {
    return received == null ? null : Long.valueOf(Math.max(0, twoBefore - received));
  }
}
