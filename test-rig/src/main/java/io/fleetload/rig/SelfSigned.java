// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import io.fleetload.process.PemFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A certificate that signs itself, with its key, from the JDK's own tool.
 *
 * @param store holds both under {@code own}, with {@link #password()}
 * @param pem file with both
 */
public record SelfSigned(KeyStore store, X509Certificate certificate, PrivateKey key, Path pem) {
  private static final String PASSWORD = "changeit";
  private static final String ALIAS = "own";

  /**
   * Makes one.
   *
   * @param directory where its files go
   * @param extension as keytool takes it: {@code san=ip:127.0.0.1}
   */
  public static SelfSigned in(Path directory, String name, String extension)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = directory.resolve(name + ".p12");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            "EC",
            "-dname",
            "CN=" + name,
            "-ext",
            extension,
            "-storetype",
            "PKCS12",
            "-keystore",
            file.toString(),
            "-storepass",
            PASSWORD);
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    X509Certificate certificate = (X509Certificate) store.getCertificate(ALIAS);
    PrivateKey key = (PrivateKey) store.getKey(ALIAS, PASSWORD.toCharArray());
    Path pem =
        Files.writeString(
            directory.resolve(name + ".pem"),
            PemFile.text(certificate.getEncoded(), key.getEncoded()));
    return new SelfSigned(store, certificate, key, pem);
  }

  /** That of the store and of the key in it. */
  public static char[] password() {
    return PASSWORD.toCharArray();
  }
}
