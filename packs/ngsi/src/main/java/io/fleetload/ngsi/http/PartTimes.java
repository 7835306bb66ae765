// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.driver.DeviceLink.Exchange;
import java.util.List;

/** Times of a request's progress, ns on one monotonic clock. */
final class PartTimes {
  /** The parts of a request's time, in their order. */
  static final List<String> NAMES =
      List.of("waitingForConnection", "connecting", "sending", "waiting", "receiving");

  private final long asked;
  private long connecting;
  private long begun;
  private long written;
  private long answered;

  /** Of a request that was asked for just now. */
  PartTimes(long now) {
    asked = now;
  }

  /**
   * A connection was opened while the request waited for one.
   *
   * @param since when opening it began
   */
  void connected(long since, long now) {
    connecting += now - Math.max(since, asked);
  }

  /** It goes out. */
  void begun(long now) {
    begun = now;
  }

  /** Its last byte is with the operating system. */
  void written(long now) {
    written = now;
  }

  /** The head of its answer is there. */
  void answered(long now) {
    answered = now;
  }

  /** Its answer is whole. */
  void tell(Exchange exchange, long now) {
    // An answer may come before the whole request is written, and before that is known.
    long sent = written == 0 ? answered : Math.min(written, answered);
    exchange.parts(
        begun - asked - connecting, connecting, sent - begun, answered - sent, now - answered);
  }
}
