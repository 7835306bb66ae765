// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.jt808.profile.Jt808Profile;
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
  public static Jt808Profile of(String yaml) {
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
  public static Jt808Profile read(String yaml) throws ProfileException {
    try {
      Path file = Files.createTempFile("jt808", ".yaml");
      try {
        Files.writeString(file, "pack: jt808\nrun: { name: test }\n" + yaml);
        return (Jt808Profile) Scenario.read(file, List.of(), Map.of()).profile();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
