// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.dtls.CipherSuite;
import io.fleetload.dtls.DtlsSettings;
import io.fleetload.hono.Dtls;
import io.fleetload.hono.HonoProfile;

/** What a profile says of its devices' sessions. */
public final class DtlsProfile {
  private static final int REPETITIONS = 3;

  private DtlsProfile() {}

  /** The settings of its sessions, whatever stack opens them. */
  public static DtlsSettings settings(HonoProfile profile) {
    // The waits of a handshake double (RFC 6347, section 4.2.4.1): with three repetitions they sum
    // to 15 times the first, and that sum is the attempt's time.
    long first = profile.phases().connect().timeout().nanos() / ((1 << (REPETITIONS + 1)) - 1);
    Dtls wanted = profile.devices().dtls();
    return new DtlsSettings(
        wanted.ciphers().stream().map(each -> CipherSuite.valueOf(each.name())).toList(),
        Math.max(1_000_000, first),
        REPETITIONS,
        wanted.resumption(),
        wanted.connectionId());
  }
}
