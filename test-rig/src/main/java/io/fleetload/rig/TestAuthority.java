// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** An authority that signs certificates, by the JDK's own tool. */
public final class TestAuthority {
  private static final String AUTHORITY = "authority";
  private static final String OWN = "own";

  private final Path directory;
  private final Path file;

  /**
   * One that signed its own certificate.
   *
   * @param directory where its files go
   */
  public TestAuthority(Path directory, String name) throws IOException, InterruptedException {
    this.directory = directory;
    this.file = directory.resolve(name + ".p12");
    keytool(AUTHORITY, name, "-ext", "bc:c");
  }

  /** Signs the certificate of another authority, which may sign by its name. */
  public TestAuthority sign(String name) throws IOException, InterruptedException {
    keytool(name, name, "-signer", AUTHORITY, "-ext", "bc:c");
    return this;
  }

  /**
   * Signs a certificate of a key of its own.
   *
   * @param options of keytool: {@code -ext san=ip:127.0.0.1}
   */
  public TestCertificate certificate(String name, String... options)
      throws IOException, InterruptedException, GeneralSecurityException {
    return certificateBy(AUTHORITY, name, options);
  }

  /** Signs it as {@link #certificate} does, by an authority below this one. */
  public TestCertificate certificateBy(String signer, String name, String... options)
      throws IOException, InterruptedException, GeneralSecurityException {
    List<String> all = new ArrayList<>(List.of("-signer", signer));
    all.addAll(List.of(options));
    keytool(name, name, all.toArray(String[]::new));
    KeyStore store = store();
    PrivateKey key = (PrivateKey) store.getKey(name, TestCertificate.password());
    Certificate[] chain = store.getCertificateChain(name);
    KeyStore own = KeyStore.getInstance("PKCS12");
    own.load(null, null);
    own.setKeyEntry(OWN, key, TestCertificate.password(), chain);
    Path pem = directory.resolve(name + ".pem");
    // Without the authority at the end, which the other side has.
    Files.writeString(
        pem,
        pem(Arrays.asList(chain).subList(0, chain.length - 1))
            + block("PRIVATE KEY", key.getEncoded()));
    return new TestCertificate(own, (X509Certificate) chain[0], key, pem);
  }

  /** File with its own certificate. */
  public Path pem() throws IOException, GeneralSecurityException {
    Path pem = Path.of(file + ".pem");
    return Files.writeString(pem, pem(List.of(store().getCertificate(AUTHORITY))));
  }

  private static String pem(List<Certificate> certificates) throws GeneralSecurityException {
    StringBuilder text = new StringBuilder();
    for (Certificate each : certificates) {
      text.append(block("CERTIFICATE", each.getEncoded()));
    }
    return text.toString();
  }

  private static String block(String label, byte[] content) {
    Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(label, lines.encodeToString(content));
  }

  private KeyStore store() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, TestCertificate.password());
    }
    return store;
  }

  private void keytool(String alias, String name, String... options)
      throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(
            List.of("-genkeypair", "-alias", alias, "-keyalg", "EC", "-dname", "CN=" + name));
    all.addAll(List.of(options));
    TestCertificate.keytool(file, all);
  }
}
