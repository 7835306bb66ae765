// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.dtls.cipher.Octets;
import io.fleetload.dtls.cipher.Prf;
import io.fleetload.dtls.cipher.Scratch;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;

/**
 * Makes the sessions of a fleet; owns what they share: settings, randomness and the arrays they
 * work in. All of it, and all of the sessions, belong to the loop's thread.
 */
public final class DtlsClient {
  private final DtlsSettings settings;
  private final PskSource psk;
  private final WireLoop loop;
  private final RunClock clock;
  private final SecureRandom random;
  private final Scratch scratch = new Scratch();
  private final Prf prf = new Prf();

  /**
   * A fleet without sessions yet.
   *
   * @param psk asked for identity and key at each full handshake
   * @param loop where the flights' timers run
   * @param clock the time in the hellos
   * @param random the rest of the hellos' random; shared, as each of them holds an open file
   */
  public DtlsClient(
      DtlsSettings settings, PskSource psk, WireLoop loop, RunClock clock, SecureRandom random) {
    this.settings = settings;
    this.psk = psk;
    this.loop = loop;
    this.clock = clock;
    this.random = random;
  }

  /** A session of a device, without a connection before its first handshake. */
  public DtlsSession session(int device, SessionEvents events) {
    return new DtlsSession(this, device, events);
  }

  DtlsSettings settings() {
    return settings;
  }

  PskSource psk() {
    return psk;
  }

  WireLoop loop() {
    return loop;
  }

  Scratch scratch() {
    return scratch;
  }

  Prf prf() {
    return prf;
  }

  /** The time and 28 random bytes: RFC 5246, section 7.4.1.2. */
  byte[] helloRandom() {
    byte[] bytes = new byte[Messages.RANDOM];
    random.nextBytes(bytes);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(clock.epochNanos(clock.nanos()));
    Octets.put32(bytes, 0, (int) seconds);
    return bytes;
  }
}
