// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import io.fleetload.profile.Doc;
import io.fleetload.profile.ProfileChecks;
import java.util.List;

/** How the devices open their sessions. */
public record Dtls(
    @Doc(
            value = "cipher suites that the devices offer, the wanted one first",
            byDefault = "[TLS_PSK_WITH_AES_128_CCM_8]")
        List<CipherSuite> ciphers,
    @Doc(
            value =
                "whether a device that comes back resumes its session by an abbreviated handshake"
                    + " (RFC 5246, section 7.3), where the server offers it",
            byDefault = "false")
        Boolean resumption,
    @Doc(
            value =
                "whether the devices offer a connection id (RFC 9146), by which a server knows them"
                    + " at another address",
            byDefault = "false")
        Boolean connectionId) {

  /** Cipher suites with pre-shared keys, by their names at IANA. */
  public enum CipherSuite {
    TLS_PSK_WITH_AES_128_CCM_8,
    TLS_PSK_WITH_AES_128_CCM,
    TLS_PSK_WITH_AES_256_CCM_8,
    TLS_PSK_WITH_AES_256_CCM,
    TLS_PSK_WITH_AES_128_GCM_SHA256
  }

  /** Fills in what the profile leaves open. */
  public Dtls {
    ciphers =
        ciphers == null ? List.of(CipherSuite.TLS_PSK_WITH_AES_128_CCM_8) : List.copyOf(ciphers);
    resumption = resumption != null && resumption;
    connectionId = connectionId != null && connectionId;
  }

  void check(ProfileChecks checks) {
    if (ciphers.isEmpty()) {
      checks.problem(
          "devices.dtls.ciphers", "is empty, expected at least TLS_PSK_WITH_AES_128_CCM_8");
    }
  }
}
