// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.RedactedProfile;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Tells profiles apart without showing them: SHA-256 of what all shards of a run and its backend
 * must have in common. What differs from host to host is left out, and so are secrets.
 */
final class ProfileDigest {
  private ProfileDigest() {}

  /** The digest of a profile, hexadecimal. */
  static String of(LoadProfile profile) {
    JsonNode tree = RedactedProfile.of(profile).deepCopy();
    if (tree instanceof ObjectNode root) {
      root.remove("$schema");
      root.remove("target");
      root.remove("baseline");
      if (root.get("devices") instanceof ObjectNode devices) {
        devices.remove("bind");
      }
      if (root.get("coordination") instanceof ObjectNode coordination) {
        coordination.remove("directory");
        coordination.remove("kafka");
      }
    }
    return HexFormat.of()
        .formatHex(Sha256.digest().digest(tree.toString().getBytes(StandardCharsets.UTF_8)));
  }
}
