// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import io.fleetload.profile.LoadProfile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Reads profiles of one record: YAML, variables, overrides; then schema and the profile's own
 * checks, whose mistakes are reported at once, each with its line.
 */
public final class ProfileReader<P extends LoadProfile> {
  private final Class<P> type;
  private final Map<String, String> environment;

  /**
   * A reader.
   *
   * @param type the scenario's profile
   * @param environment what {@code ${NAME}} is taken from
   */
  public ProfileReader(Class<P> type, Map<String, String> environment) {
    this.type = type;
    this.environment = environment;
  }

  /**
   * Reads a profile.
   *
   * @param file the YAML file
   * @param overrides {@code key.path=value} each; they win over the file
   * @throws ProfileException with every mistake that was found
   */
  public P read(Path file, List<String> overrides) throws ProfileException {
    return ProfileFile.read(file, overrides, environment).as(type, (profile, checks) -> {});
  }
}
