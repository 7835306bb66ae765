// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.rig.ProfileDocs;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Run with {@code -Ddocs.write=true} it writes the files that it otherwise compares. */
class TheDocsMatchTheProfileTest {
  private static final String COMMAND = ProfileDocs.command("packs/mqtt");

  private static final String INTRODUCTION =
      """
      # Profile reference of the pack mqtt

      Generated from the profile's records; do not edit. In a checkout, this writes it again: `%s`

      What the campaign does is in [its page](README.md). What all profiles share, quantities, `${NAME}` and `--set`, is in
      [the profile reference of Hono](../../docs/reference/profile-reference.md).
      """
          .formatted(COMMAND);

  private final ProfileDocs docs = new ProfileDocs(MqttProfile.class, Path.of(""), INTRODUCTION);

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
