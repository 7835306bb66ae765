package io.fleetload.hono;

import io.fleetload.process.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The files that {@code target.kafkaProperties} name. The Kafka clients say of a missing one only
 * that a key store could not be loaded, and log a stack trace.
 */
public final class KafkaFiles {
  private static final List<String> NAMES =
      List.of("ssl.truststore.location", "ssl.keystore.location");

  private final HonoTarget target;

  /** Of a target. */
  public KafkaFiles(HonoTarget target) {
    this.target = target;
  }

  /**
   * Looks whether they can be read.
   *
   * @throws UsageException with one line that names the file and its property
   */
  public void requireReadable() throws UsageException {
    for (String name : NAMES) {
      String file = target.kafkaProperties().get(name);
      if (file != null && (!Files.isReadable(Path.of(file)) || Files.isDirectory(Path.of(file)))) {
        throw new UsageException(
            "target.kafkaProperties: %s: %s %s; name a key store that this user can read"
                .formatted(name, file, why(Path.of(file))));
      }
    }
  }

  private static String why(Path file) {
    if (Files.isDirectory(file)) {
      return "is a directory";
    }
    return Files.exists(file) ? "cannot be read" : "is not there";
  }
}
