// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A certificate for 127.0.0.1 that signs itself, from the JDK's own tool. */
record Certificates(Path store, KeyStore content) {
  static final String PASSWORD = "changeit";

  static Certificates in(Path directory)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = directory.resolve("broker.p12");
    String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command =
        List.of(
            tool,
            "-genkeypair",
            "-alias",
            "own",
            "-keyalg",
            "EC",
            "-dname",
            "CN=broker",
            "-ext",
            "san=ip:127.0.0.1",
            "-keystore",
            file.toString(),
            "-storepass",
            PASSWORD);
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new AssertionError("keytool failed");
    }
    return new Certificates(file, KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray()));
  }

  /** Writes it and its key in PEM. */
  Path pem() throws IOException, GeneralSecurityException {
    byte[] key = content.getKey("own", PASSWORD.toCharArray()).getEncoded();
    return Files.writeString(
        store.resolveSibling("broker.pem"),
        block("CERTIFICATE", content.getCertificate("own").getEncoded())
            + block("PRIVATE KEY", key));
  }

  private static String block(String type, byte[] bytes) {
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
        .formatted(type, Base64.getMimeEncoder().encodeToString(bytes));
  }
}
