// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.wildfly.security.x500.GeneralName;
import org.wildfly.security.x500.cert.SubjectAlternativeNamesExtension;
import org.wildfly.security.x500.cert.X509CertificateBuilder;

/**
 * The key and the certificate with which the adapter shakes hands with devices that have
 * certificates. Both are made again at every start.
 *
 * @param key where the private key lies, readable by its owner only
 * @param certificate where the certificate lies, which is self-signed
 */
public record AdapterIdentity(Path key, Path certificate) {
  private static final int YEARS = 10;

  /** In a directory that is there. */
  public static AdapterIdentity in(Path directory) {
    return new AdapterIdentity(
        directory.resolve("coap-adapter-key.pem"), directory.resolve("coap-adapter.pem"));
  }

  /**
   * Makes both.
   *
   * @param host what the adapter is bound to; the certificate is for it and for the loopback
   *     interface
   * @throws IOException if a file cannot be written
   */
  void make(String host) throws IOException, GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    X500Principal subject = new X500Principal("CN=hono-embedded");
    ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
    byte[] encoded =
        new X509CertificateBuilder()
            .setSubjectDn(subject)
            .setIssuerDn(subject)
            .setNotValidBefore(now.minusDays(1))
            .setNotValidAfter(now.plusYears(YEARS))
            .setPublicKey(pair.getPublic())
            .setSigningKey(pair.getPrivate())
            .setSignatureAlgorithmName("SHA256withECDSA")
            .addExtension(new SubjectAlternativeNamesExtension(false, names(host)))
            .build()
            .getEncoded();
    write(key, "PRIVATE KEY", pair.getPrivate().getEncoded());
    write(certificate, "CERTIFICATE", encoded);
  }

  private static List<GeneralName> names(String host) throws IOException {
    Set<GeneralName> names = new LinkedHashSet<>();
    names.add(new GeneralName.DNSName("localhost"));
    names.add(new GeneralName.IPAddress(InetAddress.getLoopbackAddress().getAddress()));
    names.add(new GeneralName.IPAddress(InetAddress.getByName(host).getAddress()));
    return List.copyOf(names);
  }

  private static void write(Path file, String label, byte[] content) throws IOException {
    Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    // Files that are made as temporary ones are open to their owner alone from the start.
    Path part = Files.createTempFile(file.getParent(), "coap-adapter", ".part");
    Files.writeString(
        part,
        "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
            .formatted(label, lines.encodeToString(content)));
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
