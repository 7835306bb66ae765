// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;

/**
 * A PEM file (RFC 7468) of the user's.
 *
 * @param key the profile's key that names it
 * @param file where it lies
 */
public record PemFile(String key, Path file) {
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String PRIVATE_KEY = "PRIVATE KEY";
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z ]+)-----([^-]+)-----END \\1-----");
  private static final int LINE = 64;

  /** The file that a key of a profile names; null if the profile leaves the key out. */
  public static PemFile orNone(String key, Path file) {
    return file == null ? null : new PemFile(key, file);
  }

  /**
   * Its certificates, one at least.
   *
   * @throws UsageException if it cannot be read or has none
   */
  public List<X509Certificate> certificates() throws UsageException {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (byte[] each : blocks(CERTIFICATE)) {
        certificates.add(
            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(each)));
      }
    } catch (GeneralSecurityException e) {
      throw wrong("holds something that is no certificate");
    }
    if (certificates.isEmpty()) {
      throw wrong("holds no PEM certificate");
    }
    return certificates;
  }

  /**
   * Looks whether its certificates are in force, with which we say who we are.
   *
   * @throws UsageException if one is not, and if it cannot be read or has none
   */
  public void requireInForce(Instant now) throws UsageException {
    String why = notInForce(certificates(), now);
    if (why != null) {
      throw wrong(why);
    }
  }

  /**
   * Reason for which the other side will not take a chain of certificates at a time; null if its
   * dates are right. Those of an authority at its end that signed itself do not matter.
   */
  static String notInForce(List<? extends Certificate> chain, Instant now) {
    for (Certificate each : chain) {
      X509Certificate certificate = (X509Certificate) each;
      X500Principal subject = certificate.getSubjectX500Principal();
      if (!each.equals(chain.get(0)) && subject.equals(certificate.getIssuerX500Principal())) {
        continue;
      }
      Instant from = certificate.getNotBefore().toInstant();
      Instant until = certificate.getNotAfter().toInstant();
      if (now.isBefore(from) || now.isAfter(until)) {
        return "holds the certificate of %s, which is valid from %s to %s; expected one that is valid at %s"
            .formatted(subject, from, until, now.truncatedTo(ChronoUnit.SECONDS));
      }
    }
    return null;
  }

  /**
   * Its one private key.
   *
   * @throws UsageException if it cannot be read or has none that can be used
   */
  public PrivateKey privateKey() throws UsageException {
    List<byte[]> keys = blocks(PRIVATE_KEY);
    if (keys.size() == 1) {
      for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
        try {
          return KeyFactory.getInstance(algorithm)
              .generatePrivate(new PKCS8EncodedKeySpec(keys.get(0)));
        } catch (InvalidKeySpecException e) {
          // Only the algorithm itself knows whether the key is one of its own.
        } catch (NoSuchAlgorithmException e) {
          throw new IllegalStateException("every Java platform has " + algorithm, e);
        }
      }
    }
    throw wrong("holds no PEM private key that is not encrypted (-----BEGIN PRIVATE KEY-----)");
  }

  /** A certificate and its private key, as such a file holds them. */
  public static String text(byte[] certificate, byte[] privateKey) {
    return block(CERTIFICATE, certificate) + block(PRIVATE_KEY, privateKey);
  }

  private static String block(String label, byte[] content) {
    Base64.Encoder lines = Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII));
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(label, lines.encodeToString(content));
  }

  private List<byte[]> blocks(String label) throws UsageException {
    List<byte[]> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text());
    while (matcher.find()) {
      if (matcher.group(1).equals(label)) {
        try {
          blocks.add(Base64.getMimeDecoder().decode(matcher.group(2)));
        } catch (IllegalArgumentException e) {
          throw wrong("holds a block that is no base64: " + label);
        }
      }
    }
    return blocks;
  }

  /**
   * All that it holds.
   *
   * @throws UsageException if it cannot be read
   */
  public String text() throws UsageException {
    return asked().text(UserFile.SHORT);
  }

  private UserFile asked() {
    return new UserFile(key, file);
  }

  /** The line that says what is wrong with it. */
  public UsageException wrong(String why) {
    return asked().wrong(why);
  }
}
