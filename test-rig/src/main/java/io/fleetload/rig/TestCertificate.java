// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import io.fleetload.process.PemFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A certificate that signs itself, with its key, from the JDK's own tool.
 *
 * @param store holds both under {@code own}, with {@link #password()}
 * @param pem file with both
 */
public record TestCertificate(
    KeyStore store, X509Certificate certificate, PrivateKey key, Path pem) {
  private static final String PASSWORD = "changeit";
  private static final String ALIAS = "own";

  /** By name and extension: the tool takes longer than most tests. */
  private static final Map<String, byte[]> MADE = new ConcurrentHashMap<>();

  /**
   * One of that name and extension; the same whenever a JVM asks for it.
   *
   * @param directory where its files go
   * @param extension as keytool takes it: {@code san=ip:127.0.0.1}
   */
  public static TestCertificate in(Path directory, String name, String extension)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = directory.resolve(name + ".p12");
    String made = name + " " + extension;
    byte[] bytes = MADE.get(made);
    if (bytes == null) {
      make(file, name, extension);
      bytes = Files.readAllBytes(file);
      MADE.put(made, bytes);
    } else {
      Files.write(file, bytes);
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(new ByteArrayInputStream(bytes), PASSWORD.toCharArray());
    X509Certificate certificate = (X509Certificate) store.getCertificate(ALIAS);
    PrivateKey key = (PrivateKey) store.getKey(ALIAS, PASSWORD.toCharArray());
    Path pem =
        Files.writeString(
            directory.resolve(name + ".pem"),
            PemFile.text(certificate.getEncoded(), key.getEncoded()));
    return new TestCertificate(store, certificate, key, pem);
  }

  private static void make(Path file, String name, String extension)
      throws IOException, InterruptedException {
    keytool(
        file,
        List.of(
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            "EC",
            "-dname",
            "CN=" + name,
            "-ext",
            extension));
  }

  /** Runs the JDK's tool on a store. */
  static void keytool(Path file, List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(options);
    command.addAll(
        List.of("-storetype", "PKCS12", "-keystore", file.toString(), "-storepass", PASSWORD));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
  }

  /** Password of the store and of the key in it. */
  public static char[] password() {
    return PASSWORD.toCharArray();
  }
}
