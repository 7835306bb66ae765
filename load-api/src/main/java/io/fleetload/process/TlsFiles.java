// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The PEM files of a TLS connection.
 *
 * @param authorities that may have signed the other side's certificate; null for those of the Java
 *     platform
 * @param own our certificate and its private key; null if we need none
 */
public record TlsFiles(PemFile authorities, PemFile own) {
  /**
   * The context.
   *
   * @throws UsageException if a file cannot be read or holds something else
   */
  public SSLContext context() throws UsageException {
    return context(trust -> trust);
  }

  /**
   * The context.
   *
   * @param checks may check more than where a certificate comes from
   * @throws UsageException if a file cannot be read or holds something else
   */
  public SSLContext context(UnaryOperator<X509ExtendedTrustManager> checks) throws UsageException {
    try {
      return context(identity(), checks.apply(trust()));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("every Java platform has TLS and its key stores", e);
    }
  }

  /**
   * The context of several connections, each with a certificate of its own.
   *
   * @param certificates chooses that of a connection
   * @throws UsageException if the file of the authorities cannot be read or holds something else
   */
  public SSLContext context(X509ExtendedKeyManager certificates) throws UsageException {
    try {
      return context(new KeyManager[] {certificates}, trust());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("every Java platform has TLS and its key stores", e);
    }
  }

  private static SSLContext context(KeyManager[] own, TrustManager trust)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own, new TrustManager[] {trust}, null);
    return context;
  }

  /**
   * Looks at the files without a connection. The dates of {@link #authorities()} do not matter:
   * neither Java nor Scandium looks at those of a trust anchor (RFC 5280, section 6.1).
   *
   * @param now when our own certificate has to be in force
   * @throws UsageException if a file cannot be read or holds something else
   */
  public void check(Instant now) throws UsageException {
    var unused = context();
    if (own != null) {
      own.requireInForce(now);
    }
  }

  private X509ExtendedTrustManager trust()
      throws UsageException, GeneralSecurityException, IOException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    // Null is the platform's own.
    KeyStore store = authorities == null ? null : empty();
    if (authorities != null) {
      for (Certificate each : authorities.certificates()) {
        store.setCertificateEntry("ca-" + store.size(), each);
      }
    }
    factory.init(store);
    return Arrays.stream(factory.getTrustManagers())
        .filter(X509ExtendedTrustManager.class::isInstance)
        .map(X509ExtendedTrustManager.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private KeyManager[] identity() throws UsageException, GeneralSecurityException, IOException {
    if (own == null) {
      return null;
    }
    Certificate[] chain = own.certificates().toArray(Certificate[]::new);
    KeyStore store = empty();
    store.setKeyEntry("own", own.privateKey(), new char[0], chain);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, new char[0]);
    return factory.getKeyManagers();
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }
}
