// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import io.fleetload.hono.MongodbTls;
import io.fleetload.process.UsageException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The PEM files (RFC 7468) of a TLS connection; the driver takes them as a context only. */
record TlsFiles(MongodbTls files) {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z ]+)-----([^-]+)-----END \\1-----");

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
    for (Certificate each : certificates("target.mongodbTls.ca", files.ca())) {
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
    String key = "target.mongodbTls.certificate";
    List<Certificate> chain = certificates(key, files.certificate());
    KeyStore store = empty();
    store.setKeyEntry(
        "own",
        privateKey(key, files.certificate()),
        new char[0],
        chain.toArray(Certificate[]::new));
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

  private static List<Certificate> certificates(String key, String file) throws UsageException {
    List<Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (byte[] each : blocks(key, file, "CERTIFICATE")) {
        certificates.add(factory.generateCertificate(new ByteArrayInputStream(each)));
      }
    } catch (GeneralSecurityException e) {
      throw wrong(key, file, "holds something that is no certificate");
    }
    if (certificates.isEmpty()) {
      throw wrong(key, file, "holds no PEM certificate");
    }
    return certificates;
  }

  private static PrivateKey privateKey(String key, String file)
      throws UsageException, GeneralSecurityException {
    List<byte[]> keys = blocks(key, file, "PRIVATE KEY");
    if (keys.size() == 1) {
      for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
        try {
          return KeyFactory.getInstance(algorithm)
              .generatePrivate(new PKCS8EncodedKeySpec(keys.get(0)));
        } catch (InvalidKeySpecException e) {
          // Only the algorithm itself knows whether the key is one of its own.
        }
      }
    }
    throw wrong(
        key, file, "holds no PEM private key that is not encrypted (-----BEGIN PRIVATE KEY-----)");
  }

  private static List<byte[]> blocks(String key, String file, String label) throws UsageException {
    try {
      List<byte[]> blocks = new ArrayList<>();
      Matcher matcher = BLOCK.matcher(Files.readString(Path.of(file), StandardCharsets.US_ASCII));
      while (matcher.find()) {
        if (matcher.group(1).equals(label)) {
          blocks.add(Base64.getMimeDecoder().decode(matcher.group(2)));
        }
      }
      return blocks;
    } catch (IOException e) {
      throw wrong(key, file, "cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  private static UsageException wrong(String key, String file, String why) {
    return new UsageException(key + ": " + file + " " + why);
  }
}
