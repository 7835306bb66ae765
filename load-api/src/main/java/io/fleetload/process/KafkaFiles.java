// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The files that a profile's properties of Kafka clients name. The clients say of a missing one
 * only that a key store could not be loaded, and log a stack trace.
 */
public final class KafkaFiles {
  private static final String OWN = "ssl.keystore.location";
  private static final List<String> NAMES = List.of("ssl.truststore.location", OWN);

  /** Others need a library of the user's. */
  private static final List<String> OF_JAVA = List.of("JKS", "PKCS12");

  private KafkaFiles() {}

  /**
   * Looks whether they can be read.
   *
   * @param key the profile's key that holds the properties
   * @throws UsageException with one line that names the file and its property
   */
  public static void requireReadable(String key, Map<String, String> properties)
      throws UsageException {
    for (String name : NAMES) {
      String file = properties.get(name);
      if (file != null
          && (!Files.isReadable(Path.of(file)) || !Files.isRegularFile(Path.of(file)))) {
        throw new UsageException(
            "%s: %s: %s %s; name a key store that this user can read"
                .formatted(key, name, file, why(Path.of(file))));
      }
    }
  }

  /**
   * Looks whether they can be read, and at the dates of the clients' own certificate.
   *
   * @param key the profile's key that holds the properties
   * @param now when the certificate has to be in force
   * @throws UsageException with one line that names the file
   */
  public static void check(String key, Map<String, String> properties, Instant now)
      throws UsageException {
    requireReadable(key, properties);
    String file = properties.get(OWN);
    if (file == null) {
      return;
    }
    String type = properties.getOrDefault("ssl.keystore.type", "JKS");
    if (type.equals("PEM")) {
      new PemFile(key, Path.of(file)).requireInForce(now);
    } else if (OF_JAVA.contains(type)) {
      String password = properties.get("ssl.keystore.password");
      check(new UserFile(key, Path.of(file)), password, now);
    }
  }

  private static void check(UserFile file, String password, Instant now) throws UsageException {
    String why = null;
    try {
      KeyStore store =
          KeyStore.getInstance(
              file.path().toFile(), password == null ? null : password.toCharArray());
      for (String each : Collections.list(store.aliases())) {
        Certificate[] chain = store.getCertificateChain(each);
        if (chain == null) {
          continue;
        }
        why = PemFile.notInForce(List.of(chain), now);
        if (why == null) {
          return;
        }
      }
    } catch (GeneralSecurityException | IOException e) {
      throw file.wrong("cannot be opened; expected a key store of ssl.keystore.password");
    }
    if (why != null) {
      throw file.wrong(why);
    }
  }

  private static String why(Path file) {
    if (Files.isDirectory(file)) {
      return "is a directory";
    }
    if (!Files.exists(file)) {
      return "is not there";
    }
    return Files.isRegularFile(file) ? "cannot be read" : "is no regular file";
  }
}
