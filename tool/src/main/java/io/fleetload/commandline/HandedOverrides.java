// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Hands the overrides of a profile to a tool that this process starts: in the environment, which
 * only the same user can read. A command line is seen by every user of the host, and an override
 * may be a secret.
 */
public final class HandedOverrides {
  private static final String NAME = "FLEETLOAD_OVERRIDES";
  private static final String OPTION = "--set";
  private static final String BETWEEN = ",";

  private HandedOverrides() {}

  /**
   * Takes the overrides out of a command line.
   *
   * @param command with {@code --set=KEY=VALUE} or {@code --set KEY=VALUE} for each
   * @param environment of the tool; gets the overrides
   * @return the command line without them
   */
  public static List<String> hand(List<String> command, Map<String, String> environment) {
    List<String> rest = new ArrayList<>();
    List<String> handed = new ArrayList<>();
    Iterator<String> arguments = command.iterator();
    while (arguments.hasNext()) {
      String each = arguments.next();
      if (each.startsWith(OPTION + "=")) {
        handed.add(encoded(each.substring(OPTION.length() + 1)));
      } else if (each.equals(OPTION) && arguments.hasNext()) {
        handed.add(encoded(arguments.next()));
      } else {
        rest.add(each);
      }
    }
    // Those that this process was handed are not its children's.
    environment.remove(NAME);
    if (!handed.isEmpty()) {
      environment.put(NAME, String.join(BETWEEN, handed));
    }
    return rest;
  }

  private static String encoded(String override) {
    return Base64.getEncoder().encodeToString(override.getBytes(StandardCharsets.UTF_8));
  }

  /** The overrides that a tool was handed, in their order. */
  public static List<String> in(Map<String, String> environment) {
    List<String> overrides = new ArrayList<>();
    for (String each : environment.getOrDefault(NAME, "").split(BETWEEN)) {
      if (!each.isEmpty()) {
        overrides.add(new String(Base64.getDecoder().decode(each), StandardCharsets.UTF_8));
      }
    }
    return overrides;
  }
}
