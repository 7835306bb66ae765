// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts a certificate only where it is also for the host that was asked (RFC 2818), which the
 * client of NATS does not look at.
 */
final class CheckedHost extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager authorities;

  CheckedHost(X509ExtendedTrustManager authorities) {
    this.authorities = authorities;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    if (socket instanceof SSLSocket secure) {
      secure.setSSLParameters(named(secure.getSSLParameters()));
    }
    authorities.checkServerTrusted(chain, authType, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    engine.setSSLParameters(named(engine.getSSLParameters()));
    authorities.checkServerTrusted(chain, authType, engine);
  }

  private static SSLParameters named(SSLParameters parameters) {
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    return parameters;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("it is not known which host this certificate has to be for");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    authorities.checkClientTrusted(chain, authType, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    authorities.checkClientTrusted(chain, authType, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    authorities.checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authorities.getAcceptedIssuers();
  }
}
