// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

/** A handshake cannot go on, because of what the peer sent. */
final class HandshakeFault extends Exception {
  private static final long serialVersionUID = 1L;

  private final int alert;

  /**
   * Without a stack trace: a broken server makes many.
   *
   * @param alert what to tell the peer
   * @param text what to tell the owner
   */
  HandshakeFault(int alert, String text) {
    super(text, null, false, false);
    this.alert = alert;
  }

  /** Returns whether the fault is ours, and not in what the peer sent. */
  boolean isOurs() {
    return alert == Alerts.INTERNAL_ERROR;
  }

  int alert() {
    return alert;
  }
}
