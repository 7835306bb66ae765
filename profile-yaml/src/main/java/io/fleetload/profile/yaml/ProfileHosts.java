// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.profile.LoadProfile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The hosts that a profile names. */
public final class ProfileHosts {
  /** An address or a URL, with or without a user. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(?:([A-Za-z][A-Za-z0-9+.-]*)://)?(?:[^@/\\s]*@)?"
              + "(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?(?:[/?].*)?");

  private ProfileHosts() {}

  /** The hosts of all addresses and URLs below a key of the profile, each once. */
  public static Set<String> below(LoadProfile profile, String key) {
    List<String> values = new ArrayList<>();
    collect(ProfileJson.MAPPER.valueToTree(profile).path(key), values);
    Set<String> hosts = new LinkedHashSet<>();
    for (String value : values) {
      for (String each : value.split(",")) {
        Matcher place = PLACE.matcher(each.strip());
        if (place.matches() && (place.group(1) != null || place.group(3) != null)) {
          hosts.add(place.group(2));
        }
      }
    }
    return hosts;
  }

  private static void collect(JsonNode node, List<String> values) {
    if (node.isTextual()) {
      values.add(node.asText());
    }
    node.forEach(each -> collect(each, values));
  }
}
