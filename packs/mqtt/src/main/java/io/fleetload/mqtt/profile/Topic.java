// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import io.fleetload.profile.key.ProfileChecks;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Topic of a flow's messages (5:4.7): levels between slashes, some of which differ from device to
 * device.
 *
 * @param template as the profile has it
 * @param run id of the run
 * @param flow name of the flow
 */
public record Topic(String template, String run, String flow) {
  static final String USUAL = "fleetload/{run}/{flow}/{device}";

  /** Of messages to devices, which subscribe before they know the run. */
  static final String OF_RECEIVED = "fleetload/{flow}/{device}";

  private static final int MOST_BYTES = 65_535;
  private static final String DEVICE = "{device}";
  private static final String INDEX = "{index}";

  /** The topic of the responses to a device. */
  public static String response(String device) {
    return "fleetload/response/" + device;
  }

  /** The topic of a device's messages. */
  public String of(String device, int index) {
    return common().replace(DEVICE, device).replace(INDEX, Integer.toString(index));
  }

  /** The filter that all devices' messages match, and as few others as a filter can tell apart. */
  public String filter() {
    return Arrays.stream(common().split("/", -1))
        .map(level -> isOfDevice(level) ? "+" : level)
        .collect(Collectors.joining("/"));
  }

  /** Returns whether a message may match the filters of both, which are not the same. */
  boolean overlaps(Topic other) {
    String[] own = filter().split("/", -1);
    String[] others = other.filter().split("/", -1);
    boolean same = own.length == others.length && !filter().equals(other.filter());
    for (int i = 0; i < own.length && same; i++) {
      same = own[i].equals(others[i]) || own[i].equals("+") || others[i].equals("+");
    }
    return same;
  }

  /** Returns whether each device has a topic of its own. */
  boolean differs() {
    return isOfDevice(template);
  }

  private String common() {
    return template.replace("{run}", run).replace("{flow}", flow);
  }

  private static boolean isOfDevice(String level) {
    return level.contains(DEVICE) || level.contains(INDEX);
  }

  static void check(String key, String template, ProfileChecks checks) {
    if (template.isEmpty() || template.contains("+") || template.contains("#")) {
      checks.problem(
          key,
          "write a topic without + and #, such as %s: found \"%s\", and a message has one topic, not a filter"
              .formatted(USUAL, template));
    } else if (template.startsWith("$")) {
      checks.problem(
          key,
          "write a topic that does not begin with $: found \"%s\", and those are the broker's own"
              .formatted(template));
    } else if (template.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES
        || template.indexOf('\0') >= 0) {
      checks.problem(key, "write a shorter topic: at most %,d bytes".formatted(MOST_BYTES));
    }
  }
}
