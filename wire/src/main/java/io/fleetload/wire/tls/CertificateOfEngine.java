// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Chooses the certificate of the device that an engine is for, which is a port to the engine. */
final class CertificateOfEngine extends X509ExtendedKeyManager {
  private final DeviceCertificates certificates;

  CertificateOfEngine(DeviceCertificates certificates) {
    this.certificates = certificates;
  }

  /** The device; null if the server takes no key of that type. */
  @Override
  public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
    return Arrays.asList(keyTypes).contains(certificates.key().getAlgorithm())
        ? Integer.toString(engine.getPeerPort())
        : null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return new X509Certificate[] {certificates.of(Integer.parseInt(alias))};
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return certificates.key();
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    return null;
  }

  @Override
  public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
    return null;
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return null;
  }

  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    return null;
  }
}
