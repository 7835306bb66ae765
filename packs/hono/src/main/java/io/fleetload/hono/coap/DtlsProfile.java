// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.dtls.DtlsSettings;
import io.fleetload.dtls.cipher.CipherSuite;
import io.fleetload.hono.profile.Dtls;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;

/** The settings of a profile for its devices' sessions. */
public final class DtlsProfile {
  /** Number of times that a flight of a handshake is repeated. */
  public static final int REPETITIONS = 3;

  private static final long LEAST_NANOS = 1_000_000;

  private DtlsProfile() {}

  /** The settings of the own stack for a group of devices. */
  static DtlsSettings settings(HonoProfile profile, HonoDevices group) {
    Dtls wanted = group.dtls();
    return new DtlsSettings(
        wanted.ciphers().stream().map(each -> CipherSuite.valueOf(each.name())).toList(),
        firstTimeoutNanos(profile),
        REPETITIONS,
        wanted.resumption(),
        wanted.connectionId());
  }

  /**
   * The wait before a flight is repeated first, in ns. The waits double (RFC 6347, section
   * 4.2.4.1): with three repetitions they sum to 15 times the first, and that sum is the attempt's
   * time.
   */
  public static long firstTimeoutNanos(HonoProfile profile) {
    long attempt = profile.phases().connect().timeout().nanos();
    return Math.max(LEAST_NANOS, attempt / ((1 << (REPETITIONS + 1)) - 1));
  }
}
