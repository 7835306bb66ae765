// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

/** The reason that a handshake or a session is over. */
public sealed interface SessionEnd {
  /** The peer did not answer a flight, however often it was repeated. */
  record Timeout() implements SessionEnd {}

  /**
   * The peer sent a fatal alert.
   *
   * @param level 2, or what else the peer called it
   * @param description the alert's code, RFC 5246, section 7.2
   */
  record Alert(int level, int description) implements SessionEnd {}

  /** The peer sent close_notify. */
  record CloseNotify() implements SessionEnd {}

  /**
   * The peer did what no server may, or what this client does not speak.
   *
   * @param text what it was, for a person
   */
  record ProtocolBreach(String text) implements SessionEnd {}
}
