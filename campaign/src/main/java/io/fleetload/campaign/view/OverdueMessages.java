// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import io.fleetload.progress.ToolEvent;

/**
 * Number of messages that were confirmed to their devices for a second or longer, and that the
 * backend does not have. Both sides report their counts every second, not at the same moment. The
 * devices' latest count would be ahead of the backend's by all that was sent between the two
 * reports. So the backend's count is compared with the devices' count of two reports before, which
 * is at least a second older. On a target that keeps up the difference is 0; lost messages stay in
 * it. It is a difference of counts: a message that arrived unconfirmed hides one that was lost. The
 * ledger, at the end, compares message by message.
 */
final class OverdueMessages {
  private long now;
  private long before;
  private long twoBefore;
  private Long received;

  /** Takes a report of the devices. */
  void confirmed(ToolEvent.DeviceProgress devices) {
    if (devices != null) {
      twoBefore = before;
      before = now;
      now = devices.confirmed();
    }
  }

  /** Takes a report of the backend. */
  void received(ToolEvent.Receipts receipts) {
    if (receipts != null) {
      received = receipts.first();
    }
  }

  /** Returns the count, or null before the first report of the backend. */
  Long count() {
    return received == null ? null : Long.valueOf(Math.max(0, twoBefore - received));
  }
}
