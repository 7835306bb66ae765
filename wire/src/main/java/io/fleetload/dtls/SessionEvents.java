// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

/**
 * Events of a session, on the thread that feeds it. Except from {@code transmit}, the session may
 * be called back at once.
 */
public interface SessionEvents {
  /** A datagram for the wire. The buffer is the session's again after the return. */
  void transmit(byte[] buffer, int offset, int length);

  /**
   * The handshake is done, and application data can be sent.
   *
   * @param resumed whether it was the abbreviated one
   */
  void established(boolean resumed);

  /** Application data, decrypted. The buffer is the session's again after the return. */
  void received(byte[] buffer, int offset, int length);

  /**
   * The handshake failed or the session is over, once for each. An end that the owner makes by
   * {@link DtlsSession#close()}, {@link DtlsSession#drop()} or a new handshake is not reported.
   */
  void ended(SessionEnd end);
}
