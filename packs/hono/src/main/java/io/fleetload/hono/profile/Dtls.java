// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import java.util.List;

/** Settings for the devices' sessions. */
public record Dtls(
    @Doc(
            value =
                "cipher suites that the devices offer, the wanted one first; those with ECDSA for"
                    + " devices with certificates, the others for those with pre-shared keys",
            byDefault =
                "[TLS_PSK_WITH_AES_128_CCM_8], with devices.x509"
                    + " [TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8]")
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

  /** Cipher suites by their names at IANA. */
  public enum CipherSuite {
    TLS_PSK_WITH_AES_128_CCM_8,
    TLS_PSK_WITH_AES_128_CCM,
    TLS_PSK_WITH_AES_256_CCM_8,
    TLS_PSK_WITH_AES_256_CCM,
    TLS_PSK_WITH_AES_128_GCM_SHA256,
    TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8,
    TLS_ECDHE_ECDSA_WITH_AES_128_CCM,
    TLS_ECDHE_ECDSA_WITH_AES_256_CCM_8,
    TLS_ECDHE_ECDSA_WITH_AES_256_CCM,
    TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
    TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384;

    boolean needsCertificates() {
      return name().contains("_ECDSA_");
    }

    /** The cipher suite that CoAP makes mandatory (RFC 7252, sections 9.1.3.1 and 9.1.3.3). */
    private static CipherSuite standard(boolean certificates) {
      return certificates ? TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8 : TLS_PSK_WITH_AES_128_CCM_8;
    }
  }

  /** Fills in what the profile leaves open; which ciphers those are, the credentials say. */
  public Dtls {
    ciphers = ciphers == null ? null : List.copyOf(ciphers);
    resumption = resumption != null && resumption;
    connectionId = connectionId != null && connectionId;
  }

  Dtls orStandard(boolean certificates) {
    return ciphers == null
        ? new Dtls(List.of(CipherSuite.standard(certificates)), resumption, connectionId)
        : this;
  }

  void check(boolean certificates, ProfileChecks checks) {
    CipherSuite standard = CipherSuite.standard(certificates);
    if (ciphers.isEmpty()) {
      checks.problem("devices.dtls.ciphers", "is empty, expected at least " + standard);
    }
    for (int i = 0; i < ciphers.size(); i++) {
      if (ciphers.get(i).needsCertificates() != certificates) {
        checks.problem(
            "devices.dtls.ciphers[" + i + "]",
            "found \"%s\", which %s; expected one such as %s"
                .formatted(
                    ciphers.get(i),
                    certificates
                        ? "is for pre-shared keys, not for devices.x509"
                        : "needs certificates (devices.x509)",
                    standard));
      }
    }
  }
}
