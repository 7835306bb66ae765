// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaFilesTest {
  @TempDir private Path directory;

  private static void require(String property, Path file) throws UsageException {
    KafkaFiles.requireReadable("target.kafkaProperties", Map.of(property, file.toString()));
  }

  @Test
  void aKeyStoreThatIsNotThereIsNamedWithItsProperty() {
    for (String property : new String[] {"ssl.truststore.location", "ssl.keystore.location"}) {
      Path missing = directory.resolve("nope.p12");
      assertThatThrownBy(() -> require(property, missing))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("target.kafkaProperties: %s: %s ", property, missing);
    }
  }

  @Test
  void aDirectoryIsNoKeyStore() {
    assertThatThrownBy(() -> require("ssl.truststore.location", directory))
        .hasMessageContaining(directory + " is a directory");
  }

  @Test
  void aFileThatIsThereAndAPropertyThatIsNoFileAreFine() throws Exception {
    Path there = Files.writeString(directory.resolve("trust.p12"), "");
    assertThatCode(() -> require("ssl.truststore.location", there)).doesNotThrowAnyException();
    assertThatCode(() -> require("ssl.truststore.type", Path.of("/nope")))
        .doesNotThrowAnyException();
  }
}
