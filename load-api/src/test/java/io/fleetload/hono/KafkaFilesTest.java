package io.fleetload.hono;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import io.fleetload.profile.ProfileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaFilesTest {
  @TempDir private Path directory;

  private KafkaFiles with(String property, Path file) throws ProfileException {
    return new KafkaFiles(
        new Profiles(directory, Map.of())
            .read(
                Profiles.GOOD
                    + "target: { kafkaProperties: { \"%s\": \"%s\" } }\n".formatted(property, file))
            .target());
  }

  @Test
  void aKeyStoreThatIsNotThereIsNamedWithItsProperty() {
    for (String property : new String[] {"ssl.truststore.location", "ssl.keystore.location"}) {
      Path missing = directory.resolve("nope.p12");
      assertThatThrownBy(() -> with(property, missing).requireReadable())
          .isInstanceOf(UsageException.class)
          .hasMessage(
              "target.kafkaProperties: %s: %s is not there; name a key store that this user can read",
              property, missing);
    }
  }

  @Test
  void aDirectoryIsNoKeyStore() {
    assertThatThrownBy(() -> with("ssl.truststore.location", directory).requireReadable())
        .hasMessageContaining(directory + " is a directory");
  }

  @Test
  void aFileThatIsThereAndAPropertyThatIsNoFileAreFine() throws Exception {
    Path there = Files.writeString(directory.resolve("trust.p12"), "");
    assertThatCode(() -> with("ssl.truststore.location", there).requireReadable())
        .doesNotThrowAnyException();
    assertThatCode(() -> with("ssl.truststore.type", Path.of("/nope")).requireReadable())
        .doesNotThrowAnyException();
  }
}
