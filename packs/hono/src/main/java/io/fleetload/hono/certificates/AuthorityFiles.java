// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.certificates;

import io.fleetload.hono.profile.X509;
import io.fleetload.process.PemFile;
import io.fleetload.process.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;

/**
 * The authorities of a profile's tenants, a PEM file each.
 *
 * @param directory where they lie
 */
public record AuthorityFiles(Path directory) {
  /** The key that names the directory. */
  public static final String KEY = "devices.x509.directory";

  /** The authorities of a profile. */
  public static AuthorityFiles of(X509 x509) {
    return new AuthorityFiles(x509.directory().path());
  }

  /** File with a tenant's authority. */
  public Path file(String tenant) {
    return directory.resolve(tenant + ".pem");
  }

  /**
   * A tenant's authority, if it is there.
   *
   * @throws UsageException if its file cannot be read or holds something else
   */
  public Optional<DeviceAuthority> find(String tenant) throws UsageException {
    if (!Files.exists(file(tenant))) {
      return Optional.empty();
    }
    PemFile file = new PemFile(KEY, file(tenant));
    X509Certificate certificate = file.certificates().get(0);
    PrivateKey key = file.privateKey();
    if (!key.getAlgorithm().equals("EC")) {
      throw file.wrong("holds a private key of another kind, expected EC");
    }
    if (!signs(key)) {
      throw file.wrong(
          "holds a private key of a curve with which this Java does not sign; expected secp256r1,"
              + " secp384r1 or secp521r1");
    }
    DeviceAuthority authority = new DeviceAuthority(tenant, certificate, key);
    if (!belongTogether(authority)) {
      throw file.wrong("holds a private key that is not its certificate's");
    }
    return Optional.of(authority);
  }

  /**
   * Looks at a tenant's authority before a run.
   *
   * @param now when the devices' certificates have to be in force, which are so as long as its own
   * @param made whether provisioning makes it where it is not there
   * @throws UsageException if devices with its certificates cannot connect
   */
  public void check(String tenant, Instant now, boolean made) throws UsageException {
    Optional<DeviceAuthority> found = made ? find(tenant) : Optional.of(get(tenant));
    if (found.isEmpty()) {
      return;
    }
    try {
      new PemFile(KEY, file(tenant)).requireInForce(now);
    } catch (UsageException e) {
      throw new UsageException(
          e.getMessage() + "; move the file away, and provisioning makes a new authority");
    }
  }

  /**
   * A tenant's authority.
   *
   * @throws UsageException if it is not there or wrong
   */
  public DeviceAuthority get(String tenant) throws UsageException {
    return find(tenant)
        .orElseThrow(
            () ->
                new UsageException(
                    ("%s: %s is not there; run provisioning, or copy the directory from the host"
                            + " where it ran")
                        .formatted(KEY, file(tenant))));
  }

  /**
   * Keeps an authority; its owner alone can read the file, which gets its name when it is whole.
   *
   * @throws UsageException if it cannot be written
   */
  public void keep(DeviceAuthority authority) throws UsageException {
    Path file = file(authority.tenant());
    try {
      Files.createDirectories(directory);
      // Files that are made as temporary ones are open to their owner alone from the start.
      Path part = Files.createTempFile(directory, authority.tenant(), ".part");
      try {
        Files.writeString(
            part, PemFile.text(authority.certificate().getEncoded(), authority.key().getEncoded()));
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new UsageException(
          "%s: %s cannot be written (%s)".formatted(KEY, file, e.getClass().getSimpleName()));
    }
  }

  /** Java reads keys of more curves than it can use. */
  private static boolean signs(PrivateKey key) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(key);
      return signature.sign().length > 0;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static boolean belongTogether(DeviceAuthority authority) {
    KeyPair any = DeviceAuthority.keyPair();
    try {
      authority.issue("any", any.getPublic()).verify(authority.certificate().getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
