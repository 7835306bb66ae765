// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Variables of a profile for a plan: who plans need not know the secrets of the cluster, so what
 * the environment lacks has a value that is a host and a port, and a word as well.
 */
public final class PlanVariables {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
  private static final String STAND_IN = "not-known:1";
  private static final long MOST_BYTES = 1 << 20;

  private PlanVariables() {}

  /**
   * The environment, with what it lacks of a profile and of the one that this extends. What cannot
   * be read, reading the profile says.
   */
  public static Map<String, String> of(Path profile, Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    try {
      add(profile, all);
      // With its own variables the profile says which one it extends.
      for (Path each : ProfileFile.files(profile, all)) {
        add(each, all);
      }
    } catch (IOException | ProfileException e) {
      return all;
    }
    return all;
  }

  private static void add(Path file, Map<String, String> all) throws IOException {
    if (Files.isRegularFile(file) && Files.size(file) < MOST_BYTES) {
      VARIABLE
          .matcher(Files.readString(file))
          .results()
          .forEach(found -> all.putIfAbsent(found.group(1), STAND_IN));
    }
  }
}
