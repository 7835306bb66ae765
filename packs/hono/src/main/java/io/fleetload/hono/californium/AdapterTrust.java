// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.profile.X509;
import io.fleetload.process.PemFile;
import io.fleetload.process.UsageException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import javax.security.auth.x500.X500Principal;
import org.eclipse.californium.scandium.dtls.CertificateMessage;
import org.eclipse.californium.scandium.dtls.CertificateType;
import org.eclipse.californium.scandium.dtls.CertificateVerificationResult;
import org.eclipse.californium.scandium.dtls.ConnectionId;
import org.eclipse.californium.scandium.dtls.HandshakeResultHandler;
import org.eclipse.californium.scandium.dtls.x509.NewAdvancedCertificateVerifier;
import org.eclipse.californium.scandium.dtls.x509.StaticNewAdvancedCertificateVerifier;
import org.eclipse.californium.scandium.util.ServerNames;

/**
 * Whom the devices take for the CoAP adapter. Scandium knows it by addresses that are not its own
 * ({@link PeerAddress}), so its certificate is held against the host of the profile here.
 */
final class AdapterTrust implements NewAdvancedCertificateVerifier {
  private final NewAdvancedCertificateVerifier authorities;

  /** Null for any adapter. */
  private final InetSocketAddress adapter;

  private AdapterTrust(X509Certificate[] authorities, InetSocketAddress adapter) {
    this.authorities =
        new StaticNewAdvancedCertificateVerifier(authorities, null, List.of(CertificateType.X_509));
    this.adapter = adapter;
  }

  /**
   * The trust of a profile.
   *
   * @throws UsageException if the file with the authorities cannot be read
   */
  static AdapterTrust of(HonoProfile profile) throws UsageException {
    X509 x509 = profile.devices().x509();
    if (x509.trustAny()) {
      // Scandium takes an empty list for "trust all".
      return new AdapterTrust(new X509Certificate[0], null);
    }
    X509Certificate[] authorities =
        x509.trust() == null
            ? ofThePlatform()
            : new PemFile("devices.x509.trust", x509.trust().path())
                .certificates()
                .toArray(X509Certificate[]::new);
    return new AdapterTrust(
        authorities,
        new InetSocketAddress(profile.target().coapHost(), profile.target().coapPort()));
  }

  private static X509Certificate[] ofThePlatform() throws UsageException {
    List<X509Certificate> authorities = new ArrayList<>();
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init((KeyStore) null);
      for (TrustManager each : factory.getTrustManagers()) {
        authorities.addAll(List.of(((X509TrustManager) each).getAcceptedIssuers()));
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has its authorities", e);
    }
    if (authorities.isEmpty()) {
      throw new UsageException(
          "devices.x509.trust: is missing, and this Java platform trusts no authority; expected a"
              + " PEM file");
    }
    return authorities.toArray(X509Certificate[]::new);
  }

  @Override
  public CertificateVerificationResult verifyCertificate(
      ConnectionId cid,
      ServerNames serverName,
      InetSocketAddress remotePeer,
      boolean clientUsage,
      boolean verifySubject,
      boolean truncateCertificatePath,
      CertificateMessage message) {
    return authorities.verifyCertificate(
        cid, null, adapter, clientUsage, adapter != null, truncateCertificatePath, message);
  }

  @Override
  public List<CertificateType> getSupportedCertificateTypes() {
    return authorities.getSupportedCertificateTypes();
  }

  @Override
  public List<X500Principal> getAcceptedIssuers() {
    return authorities.getAcceptedIssuers();
  }

  @Override
  public void setResultHandler(HandshakeResultHandler resultHandler) {
    // Every result is there at once.
  }
}
