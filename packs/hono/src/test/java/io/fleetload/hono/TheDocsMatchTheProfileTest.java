// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.rig.ProfileDocs;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Run with {@code -Ddocs.write=true} it writes the files that it otherwise compares. */
class TheDocsMatchTheProfileTest {

  private static final String COMMAND = ProfileDocs.command("packs/hono");

  private static final String INTRODUCTION =
      """
      # Profile reference

      Generated from the profile's records; do not edit. In a checkout, this writes it again: `%s`

      Of profiles for [Eclipse Hono](../../packs/hono/README.md); each other pack has a reference beside its page. A profile is
      one YAML file that drives all tools; each reads its part. Quantities carry their unit. An unknown key is a mistake, and
      all mistakes are reported at once with their lines.

      ```yaml
      # yaml-language-server: $schema=../docs/reference/profile.schema.json
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

      `${NAME}` is taken from the environment. `${NAME:default}` has a default for where it is not
      set, `${NAME:-default}` for where it is empty as well; `$${` is the text `${`. Secrets belong in
      the environment. On the command line, `--set key.path=value` wins over the file, as often as
      needed: `--set flows.telemetry.rate=900/s`. A list is set whole, and so is a mapping with dots in
      its keys: `--set 'devices.bind=[10.0.0.1, 10.0.0.2]'`,
      `--set 'target.kafkaProperties={security.protocol: SSL}'`.

      A path of a file or a directory is from the profile's directory, wherever the command was started. That
      holds for `--set` too, since it sets the same key; an option of the command, such as `--baseline`, is from
      the working directory. Files that properties of Kafka clients name, such as `ssl.truststore.location`,
      are from the working directory: Kafka's client reads them.
      """
          .formatted(COMMAND);

  private final ProfileDocs docs =
      new ProfileDocs(HonoProfile.class, Path.of("../../docs/reference"), INTRODUCTION);

  @Test
  void theSchemaIsThatOfTheRecords() throws IOException {
    matches(docs.schema());
  }

  @Test
  void theReferenceIsThatOfTheRecords() throws IOException {
    matches(docs.reference());
  }

  private static void matches(ProfileDocs.DocsFile file) {
    assertThat(file.found())
        .as("out of date; write it again: %s", COMMAND)
        .isEqualTo(file.expected());
  }
}
