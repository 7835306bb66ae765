// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.websocket;

import io.fleetload.wire.LayerException;

/** A server refused a WebSocket, closed it for a reason, or broke its protocol. */
public final class WebSocketException extends LayerException {
  private static final long serialVersionUID = 1L;

  private final int code;

  WebSocketException(int code, String message) {
    super(message, null);
    this.code = code;
  }

  /**
   * Number that says why: the HTTP status of an answer to the upgrade that is not 101; of a
   * WebSocket that was open, the status code of its end (RFC 6455, section 7.4), sent or received.
   * 0 if the server's answer to the upgrade was wrong or did not come.
   */
  public int code() {
    return code;
  }
}
