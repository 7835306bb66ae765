// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.hono.certificates.SessionCertificates;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.ToIntFunction;
import javax.security.auth.x500.X500Principal;
import org.eclipse.californium.scandium.dtls.CertificateIdentityResult;
import org.eclipse.californium.scandium.dtls.CertificateType;
import org.eclipse.californium.scandium.dtls.ConnectionId;
import org.eclipse.californium.scandium.dtls.HandshakeResultHandler;
import org.eclipse.californium.scandium.dtls.ResumptionSupportingConnectionStore;
import org.eclipse.californium.scandium.dtls.SignatureAndHashAlgorithm;
import org.eclipse.californium.scandium.dtls.cipher.CipherSuite.CertificateKeyAlgorithm;
import org.eclipse.californium.scandium.dtls.cipher.XECDHECryptography.SupportedGroup;
import org.eclipse.californium.scandium.dtls.x509.CertificateProvider;
import org.eclipse.californium.scandium.util.ServerNames;

/** Certificates as Scandium asks for them: by the connection; its peer says which session. */
final class CertificateOfPeers implements CertificateProvider {
  private final SessionCertificates certificates;
  private final ToIntFunction<InetSocketAddress> sessions;
  private final ResumptionSupportingConnectionStore connections;

  CertificateOfPeers(
      SessionCertificates certificates,
      ToIntFunction<InetSocketAddress> sessions,
      ResumptionSupportingConnectionStore connections) {
    this.certificates = certificates;
    this.sessions = sessions;
    this.connections = connections;
  }

  @Override
  public List<CertificateKeyAlgorithm> getSupportedCertificateKeyAlgorithms() {
    return List.of(CertificateKeyAlgorithm.EC);
  }

  @Override
  public List<CertificateType> getSupportedCertificateTypes() {
    return List.of(CertificateType.X_509);
  }

  @Override
  public CertificateIdentityResult requestCertificateIdentity(
      ConnectionId cid,
      boolean client,
      List<X500Principal> issuers,
      ServerNames serverNames,
      List<CertificateKeyAlgorithm> certificateKeyAlgorithms,
      List<SignatureAndHashAlgorithm> signatureAndHashAlgorithms,
      List<SupportedGroup> curves) {
    int session = sessions.applyAsInt(connections.get(cid).getPeerAddress());
    return new CertificateIdentityResult(
        cid, certificates.key(), List.of(certificates.of(session)));
  }

  @Override
  public void setResultHandler(HandshakeResultHandler resultHandler) {
    // Every result is there at once.
  }
}
