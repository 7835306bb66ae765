// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Profiles as tests write them. */
public final class Profiles {
  private Profiles() {}

  /** A profile of which everything but pack and run is given. */
  public static ArionProfile of(String yaml) {
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
  static ArionProfile read(String yaml) throws ProfileException {
    try {
      Path file = Files.createTempFile("arion", ".yaml");
      try {
        Files.writeString(file, "pack: arion\nrun: { name: test }\n" + yaml);
        return (ArionProfile) Scenario.read(file, List.of(), Map.of()).profile();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
