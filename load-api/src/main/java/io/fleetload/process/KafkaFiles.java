// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The files that a profile's properties of Kafka clients name. The clients say of a missing one
 * only that a key store could not be loaded, and log a stack trace.
 */
public final class KafkaFiles {
  private static final List<String> NAMES =
      List.of("ssl.truststore.location", "ssl.keystore.location");

  private KafkaFiles() {}

  /**
   * Looks whether they can be read.
   *
   * @param key the profile's key under which the properties stand
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
