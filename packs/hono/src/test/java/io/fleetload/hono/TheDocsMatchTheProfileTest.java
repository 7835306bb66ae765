// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fleetload.profile.yaml.ProfileReference;
import io.fleetload.profile.yaml.ProfileSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Run with {@code -Ddocs.write=true} it writes the files that it otherwise compares. */
class TheDocsMatchTheProfileTest {

  private static final String COMMAND =
      "./mvnw -pl packs/hono -am test -Dtest=TheDocsMatchTheProfileTest -Ddocs.write=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  private static final String INTRODUCTION =
      """
      # Profile reference

      Generated from the profile's records; do not edit. To write it anew: `%s`

      A profile is one YAML file that drives all tools; each reads its part. Quantities carry their
      unit. An unknown key is a mistake, and all mistakes are reported at once with their lines.

      ```yaml
      # yaml-language-server: $schema=../docs/profile.schema.json
      run: { name: my-first-run }
      tenant: { id: tload_tests }
      devices: { count: 50, psk: { derivedFrom: "${PSK_SECRET:demo}" } }
      phases: { warmUp: 5s, measure: 1m }
      flows:
        telemetry: { rate: 20/s }
        commandQuery: { rate: 10/s, ttd: 5s }
      thresholds:
        - ledger.lost == 0
        - flows.*.response.p99 < 500ms
      ```

      `${NAME}` is taken from the environment, `${NAME:default}` also where it is not set; secrets
      belong there. On the command line, `--set key.path=value` wins over the file, as often as
      needed: `--set flows.telemetry.rate=900/s`. A list is set whole, and so is a mapping whose keys
      hold dots: `--set 'devices.bind=[10.0.0.1, 10.0.0.2]'`,
      `--set 'target.kafkaProperties={security.protocol: SSL}'`.
      """
          .formatted(COMMAND);

  @Test
  void theSchemaIsThatOfTheRecords() throws IOException {
    ObjectMapper json = JsonMapper.builder().build();
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter pretty =
        new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines);
    matches(
        "profile.schema.json",
        json.writer(pretty).writeValueAsString(ProfileSchema.of(HonoProfile.class)) + "\n");
  }

  @Test
  void theReferenceIsThatOfTheRecords() throws IOException {
    matches("profile-reference.md", INTRODUCTION + ProfileReference.of(HonoProfile.class));
  }

  private static void matches(String name, String expected) throws IOException {
    Path file = Path.of("../../docs").resolve(name);
    if (Boolean.getBoolean("docs.write")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, expected);
    }
    assertThat(Files.exists(file) ? Files.readString(file) : "")
        .as("docs/%s is out of date; write it anew: %s", name, COMMAND)
        .isEqualTo(expected);
  }
}
