// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.CipherSuite;
import java.util.Arrays;

/**
 * The part of a session that the next one needs to resume it: RFC 5246, section 7.3.
 *
 * @param id the server's name for it
 * @param masterSecret the secret it had
 * @param cipher the cipher suite it had, which the next one keeps
 * @param extendedMasterSecret whether the secret was bound to its handshake (RFC 7627, section 5.3)
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Resumable(byte[] id, byte[] masterSecret, CipherSuite cipher, boolean extendedMasterSecret) {
  static Resumable of(ServerHello hello, byte[] masterSecret) {
    return new Resumable(
        hello.sessionId(), masterSecret, hello.cipher(), hello.extendedMasterSecret());
  }

  /** Returns whether the server agreed to resume it. */
  boolean isResumedBy(ServerHello hello) {
    return Arrays.equals(id, hello.sessionId());
  }

  void check(ServerHello hello) throws HandshakeFault {
    if (hello.cipher() != cipher) {
      throw new HandshakeFault(
          Alerts.ILLEGAL_PARAMETER, "the server resumed a session with another cipher suite");
    }
    if (hello.extendedMasterSecret() != extendedMasterSecret) {
      throw new HandshakeFault(
          Alerts.HANDSHAKE_FAILURE,
          "the server resumed a session with another kind of master secret");
    }
  }
}
