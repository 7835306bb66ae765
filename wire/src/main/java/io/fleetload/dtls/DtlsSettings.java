// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.CipherSuite;
import java.util.List;

/**
 * Behaviour of the sessions of a fleet.
 *
 * @param ciphers the cipher suites to offer, the most wanted first
 * @param firstTimeoutNanos how long the first sending of a flight waits for its answer; each
 *     repetition waits twice as long as the one before, at most 60 s (RFC 6347, section 4.2.4.1)
 * @param repetitions how often an unanswered flight is repeated before the handshake has failed
 * @param resumption whether sessions are remembered and resumed by their id
 * @param connectionId whether to send the server's connection id, if it wants one (RFC 9146)
 */
public record DtlsSettings(
    List<CipherSuite> ciphers,
    long firstTimeoutNanos,
    int repetitions,
    boolean resumption,
    boolean connectionId) {
  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there is no cipher suite, no time to wait, or a negative
   *     number of repetitions
   */
  public DtlsSettings {
    ciphers = List.copyOf(ciphers);
    if (ciphers.isEmpty() || firstTimeoutNanos <= 0 || repetitions < 0) {
      throw new IllegalArgumentException(
          "DTLS needs a cipher suite, a first timeout over 0 and no negative repetitions");
    }
  }
}
