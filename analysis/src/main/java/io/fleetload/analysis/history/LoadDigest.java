// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Digest of what was asked of which target: runs with the same one are of one history.
 *
 * <p>The load, the fleet and the phases are in it, as in the check of {@code loadtest compare}, and
 * so are the message's size and all else that a profile says of the traffic. Not in it are the name
 * and the seed of a run, what judges it, the generator's own limits, secrets, ports and places of
 * files, as they change nothing about the load. A value that is off, empty or 0 counts as not
 * there: a newer version of the tool writes more of them.
 */
final class LoadDigest {
  private static final Set<String> NOT_THE_LOAD =
      Set.of("run", "thresholds", "baseline", "findLimit", "generator", "coordination");

  /** Keys that {@code ResultRun} puts beside those of the profile. */
  private static final Set<String> SURROUNDINGS = Set.of("versions", "host", "labels");

  private static final Set<String> OFF = Set.of("", "null", "false", "0", "[]", "{}", "***");
  private static final Pattern PLACE =
      Pattern.compile(
          "(?i)(.*port|ports|.*files?|.*folder|.*directory|.*jar|.*keystore|.*certificate|metrics)");
  private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}(?![0-9.])");

  /** A number of a version, with what belongs to it. */
  private static final Pattern VERSION =
      Pattern.compile("[( ]*\\bv?[0-9]+(\\.[0-9]+)+[\\w.+-]*\\)?");

  private static final int SHOWN = 12;

  private LoadDigest() {}

  /**
   * Of a run.
   *
   * @param profile the profile by key path
   * @param basics settings that every result has, for a result without a profile
   * @param family the target without its version
   * @return twelve hexadecimal digits
   */
  static String of(Map<String, String> profile, Map<String, String> basics, String family) {
    Map<String, String> asked = new TreeMap<>();
    (profile.isEmpty() ? basics : profile)
        .forEach(
            (key, value) -> {
              if (isOfTheLoad(key) && !OFF.contains(value)) {
                asked.put(
                    key, key.startsWith("target.") ? PORT.matcher(value).replaceAll("") : value);
              }
            });
    asked.put("target", family);
    return digest(asked.toString());
  }

  private static boolean isOfTheLoad(String key) {
    String section = key.split("\\.", 2)[0];
    String last = key.substring(key.lastIndexOf('.') + 1);
    return !NOT_THE_LOAD.contains(section)
        && !SURROUNDINGS.contains(section)
        && !PLACE.matcher(last).matches();
  }

  /** Returns the name of a target without its version. */
  static String family(String target) {
    return VERSION.matcher(target).replaceAll("").strip();
  }

  private static String digest(String text) {
    try {
      byte[] all =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(all).substring(0, SHOWN).toLowerCase(Locale.ROOT);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
