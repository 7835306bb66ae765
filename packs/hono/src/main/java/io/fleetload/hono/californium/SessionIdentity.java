// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.hono.certificates.SessionCertificates;
import io.fleetload.hono.coap.Identities;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.UsageException;
import java.net.InetSocketAddress;
import java.util.function.ToIntFunction;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;
import org.eclipse.californium.scandium.dtls.ResumptionSupportingConnectionStore;
import org.eclipse.californium.scandium.dtls.SignatureAndHashAlgorithm;

/**
 * Way in which the sessions of a profile authenticate themselves: by a pre-shared key, or by a
 * certificate.
 */
@FunctionalInterface
interface SessionIdentity {
  /** Tells Scandium, which knows a session by the address of its peer. */
  void put(
      DtlsConnectorConfig.Builder dtls,
      ToIntFunction<InetSocketAddress> sessions,
      ResumptionSupportingConnectionStore connections);

  /**
   * The identity of a profile's sessions.
   *
   * @throws UsageException if keys or certificates are not to be had
   */
  static SessionIdentity of(HonoProfile profile) throws UsageException {
    if (profile.devices().x509() == null) {
      Identities identities = Identities.of(profile);
      return (dtls, sessions, connections) ->
          dtls.setAdvancedPskStore(new PskOfPeers(identities, sessions, connections));
    }
    SessionCertificates certificates = SessionCertificates.of(profile);
    AdapterTrust trust = AdapterTrust.of(profile);
    return (dtls, sessions, connections) ->
        dtls.setCertificateIdentityProvider(
                new CertificateOfPeers(certificates, sessions, connections))
            .setAdvancedCertificateVerifier(trust)
            // Scandium's own list lacks SHA-384, with which public authorities sign for EC keys.
            .setAsList(
                DtlsConfig.DTLS_SIGNATURE_AND_HASH_ALGORITHMS,
                SignatureAndHashAlgorithm.SHA256_WITH_ECDSA,
                SignatureAndHashAlgorithm.SHA384_WITH_ECDSA,
                SignatureAndHashAlgorithm.SHA256_WITH_RSA);
  }
}
