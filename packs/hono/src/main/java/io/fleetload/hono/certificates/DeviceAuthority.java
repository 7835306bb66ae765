// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.certificates;

import io.fleetload.hono.name.AuthIds;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.UUID;
import javax.security.auth.x500.X500Principal;
import org.wildfly.security.x500.cert.BasicConstraintsExtension;
import org.wildfly.security.x500.cert.KeyUsage;
import org.wildfly.security.x500.cert.KeyUsageExtension;
import org.wildfly.security.x500.cert.X509CertificateBuilder;

/**
 * Issues the certificates of one tenant's devices. Hono finds the tenant by the issuer's name, so
 * each tenant has an authority of its own.
 *
 * @param tenant the tenant that has the devices
 * @param certificate its own, which Hono trusts
 * @param key an EC key
 */
public record DeviceAuthority(String tenant, X509Certificate certificate, PrivateKey key) {
  private static final Duration VALIDITY = Duration.ofDays(3_650);

  /** A clock that is slow, such as the adapter's, must not find it too young. */
  private static final Duration CLOCK_DIFFERENCE = Duration.ofDays(1);

  /** A new one, which is not trusted anywhere yet. */
  public static DeviceAuthority make(String tenant, Instant now) {
    KeyPair pair = keyPair();
    X500Principal subject = new X500Principal("CN=fleetload,O=" + tenant);
    X509CertificateBuilder builder =
        builder(subject, Date.from(now.minus(CLOCK_DIFFERENCE)), Date.from(now.plus(VALIDITY)))
            .setIssuerDn(subject)
            .setPublicKey(pair.getPublic())
            .setSigningKey(pair.getPrivate())
            .addExtension(new BasicConstraintsExtension(true, true, 0))
            .addExtension(new KeyUsageExtension(true, KeyUsage.keyCertSign));
    return new DeviceAuthority(tenant, built(builder), pair.getPrivate());
  }

  /** A key pair on the curve that CoAP makes mandatory (RFC 7252, section 9.1.3.3). */
  static KeyPair keyPair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has the curve secp256r1", e);
    }
  }

  /** The certificate of a session, valid as long as the authority's own. */
  public X509Certificate issue(String name, PublicKey publicKey) {
    X500Principal subject = new X500Principal(AuthIds.ofCertificates(tenant).of(name));
    return built(
        builder(subject, certificate.getNotBefore(), certificate.getNotAfter())
            .setIssuerDn(certificate.getSubjectX500Principal())
            .setPublicKey(publicKey)
            .setSigningKey(key)
            .addExtension(new KeyUsageExtension(true, KeyUsage.digitalSignature)));
  }

  private static X509CertificateBuilder builder(X500Principal subject, Date from, Date until) {
    return new X509CertificateBuilder()
        .setSubjectDn(subject)
        .setSerialNumber(serialNumber(subject))
        .setNotValidBefore(utc(from))
        .setNotValidAfter(utc(until))
        .setSignatureAlgorithmName("SHA256withECDSA");
  }

  /** The same for the same subject, as its certificate is issued again for every session. */
  private static BigInteger serialNumber(X500Principal subject) {
    UUID uuid = UUID.nameUUIDFromBytes(subject.getName().getBytes(StandardCharsets.UTF_8));
    return new BigInteger(uuid.toString().replace("-", ""), 16);
  }

  private static ZonedDateTime utc(Date date) {
    return date.toInstant().atZone(ZoneOffset.UTC);
  }

  private static X509Certificate built(X509CertificateBuilder builder) {
    try {
      return builder.build();
    } catch (CertificateException e) {
      throw new IllegalStateException("all parts of the certificate are given", e);
    }
  }
}
