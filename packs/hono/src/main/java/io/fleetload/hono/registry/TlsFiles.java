// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import io.fleetload.hono.MongodbTls;
import io.fleetload.hono.certificates.PemFile;
import io.fleetload.process.UsageException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The PEM files of a TLS connection; the driver takes them as a context only. */
record TlsFiles(MongodbTls files) {
  /**
   * The context.
   *
   * @throws UsageException if a file cannot be read or holds something else
   */
  SSLContext context() throws UsageException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity(), trust(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("every Java platform has TLS and its key stores", e);
    }
  }

  /** Null is the platform's own. */
  private TrustManager[] trust() throws UsageException, GeneralSecurityException, IOException {
    if (files.ca() == null) {
      return null;
    }
    KeyStore store = empty();
    for (Certificate each : new PemFile("target.mongodbTls.ca", files.ca()).certificates()) {
      store.setCertificateEntry("ca-" + store.size(), each);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private KeyManager[] identity() throws UsageException, GeneralSecurityException, IOException {
    if (files.certificate() == null) {
      return null;
    }
    PemFile file = new PemFile("target.mongodbTls.certificate", files.certificate());
    Certificate[] chain = file.certificates().toArray(Certificate[]::new);
    KeyStore store = empty();
    store.setKeyEntry("own", file.privateKey(), new char[0], chain);
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
