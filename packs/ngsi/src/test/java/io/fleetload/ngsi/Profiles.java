// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Profiles as tests write them. */
final class Profiles {
  private Profiles() {}

  /** A profile of which everything but pack and run is given. */
  static NgsiProfile of(String yaml) {
    try {
      return read(yaml);
    } catch (ProfileException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /**
   * The same where mistakes are what a test looks for.
   *
   * @throws ProfileException with all of them
   */
  static NgsiProfile read(String yaml) throws ProfileException {
    try {
      Path file = Files.createTempFile("ngsi", ".yaml");
      try {
        Files.writeString(file, "pack: ngsi\nrun: { name: test }\n" + yaml);
        return (NgsiProfile) Scenario.read(file, List.of(), Map.of()).profile();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
