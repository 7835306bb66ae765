// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
   * The environment, with what it lacks of a profile and of those beside it that it may extend.
   * What cannot be read, reading the profile says.
   */
  public static Map<String, String> of(Path profile, Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    Path folder = profile.toAbsolutePath().getParent();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.filter(PlanVariables::isProfile).toList()) {
        VARIABLE
            .matcher(Files.readString(each))
            .results()
            .forEach(found -> all.putIfAbsent(found.group(1), STAND_IN));
      }
    } catch (IOException e) {
      return all;
    }
    return all;
  }

  private static boolean isProfile(Path file) {
    String name = file.getFileName().toString();
    try {
      return (name.endsWith(".yaml") || name.endsWith(".yml"))
          && Files.isRegularFile(file)
          && Files.size(file) < MOST_BYTES;
    } catch (IOException e) {
      return false;
    }
  }
}
