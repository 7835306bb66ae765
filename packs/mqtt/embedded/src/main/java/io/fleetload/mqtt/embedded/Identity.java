// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The broker's certificate and its key.
 *
 * @param chain the certificate first, then its issuers
 */
record Identity(PrivateKey key, List<Certificate> chain) {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

  /**
   * Reads it from a text in PEM: certificates, and a key in PKCS #8 that is not encrypted.
   *
   * @throws GeneralSecurityException if one of them is missing, or is something else
   */
  static Identity of(String text) throws GeneralSecurityException {
    List<Certificate> chain = new ArrayList<>();
    byte[] key = new byte[0];
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      byte[] content = Base64.getMimeDecoder().decode(block.group(2));
      if (block.group(1).equals("PRIVATE KEY")) {
        key = content;
      } else if (block.group(1).equals("CERTIFICATE")) {
        chain.add(
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(content)));
      }
    }
    if (chain.isEmpty()) {
      throw new CertificateException("no certificate in it");
    }
    KeyFactory keys = KeyFactory.getInstance(chain.get(0).getPublicKey().getAlgorithm());
    return new Identity(keys.generatePrivate(new PKCS8EncodedKeySpec(key)), chain);
  }

  /** Writes it into a new key store, from which HiveMQ takes it. */
  void write(Path file, String password) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("broker", key, password.toCharArray(), chain.toArray(Certificate[]::new));
      store.store(out, password.toCharArray());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "Identity[certificates=" + chain.size() + "]";
  }
}
