// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule.trace;

import io.fleetload.results.run.DeviceNames;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The devices that the lines of a trace name, each found in the fleet. The first line decides how a
 * file names them: by their indexes, by the names that they have in the fleet, or by any other
 * names. Other names are those of the flow's devices in the order in which they come first, so all
 * who read the file find the same ones.
 */
public final class TraceDevices {
  private static final int MOST_DIGITS = 9;

  private final int from;
  private final int count;
  private final String naming;
  private final Map<String, Integer> byName = new HashMap<>();

  /** The kind that the first line has; null before it. */
  private Kind kind;

  private enum Kind {
    INDEX("the index of a device"),
    FLEET_NAME("a name of the fleet's form"),
    OTHER_NAME("a name");

    private final String described;

    Kind(String described) {
      this.described = described;
    }
  }

  /**
   * The devices of a flow.
   *
   * @param from index of the first one
   * @param count how many there are
   * @param naming a device's name, as {@link DeviceNames} has it
   */
  public TraceDevices(int from, int count, String naming) {
    this.from = from;
    this.count = count;
    this.naming = naming;
  }

  /**
   * The index of a device in the fleet.
   *
   * @param line the bytes of a line
   * @param begin where the device's name begins
   * @param end where it ends
   * @throws IllegalArgumentException with words for the user if the flow has no such device
   */
  int device(byte[] line, int begin, int end) {
    int index = index(line, begin, end);
    if (kind == null) {
      kind = index >= 0 ? Kind.INDEX : kindOf(text(line, begin, end));
    }
    return kind == Kind.INDEX
        ? ofIndex(index, line, begin, end)
        : byName.computeIfAbsent(text(line, begin, end), this::ofName);
  }

  private Kind kindOf(String name) {
    return ofFleet(name) >= 0 ? Kind.FLEET_NAME : Kind.OTHER_NAME;
  }

  private int ofIndex(int index, byte[] line, int begin, int end) {
    if (index < from || index - from >= count) {
      throw unknown(text(line, begin, end));
    }
    return index;
  }

  private int ofName(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("names no device, expected one");
    }
    if (kind == Kind.FLEET_NAME) {
      int index = ofFleet(name);
      if (index < from || index - from >= count) {
        throw unknown(name);
      }
      return index;
    }
    if (byName.size() == count) {
      throw new IllegalArgumentException(
          "names one more device, \"%s\", and the flow has %s; raise devices.count"
              .formatted(name, count));
    }
    return from + byName.size();
  }

  private IllegalArgumentException unknown(String found) {
    return new IllegalArgumentException(
        "found \"%s\", expected %s from %s to %s, as the first line has one"
            .formatted(found, kind.described, shown(from), shown(from + count - 1)));
  }

  private String shown(int index) {
    return kind == Kind.INDEX ? Integer.toString(index) : new DeviceNames(naming).of(index);
  }

  /** The index of a device that has this name in the fleet; -1 if none can have it. */
  private int ofFleet(String name) {
    int begin = naming.indexOf("{index");
    if (begin < 0) {
      return -1;
    }
    String after = naming.substring(naming.indexOf('}', begin) + 1);
    Matcher found =
        Pattern.compile(
                Pattern.quote(naming.substring(0, begin))
                    + "([0-9]{1,%s})".formatted(MOST_DIGITS)
                    + Pattern.quote(after).replace("{index}", "\\E\\1\\Q"))
            .matcher(name);
    if (!found.matches()) {
      return -1;
    }
    int index = Integer.parseInt(found.group(1));
    return new DeviceNames(naming).of(index).equals(name) ? index : -1;
  }

  private static String text(byte[] line, int begin, int end) {
    return new String(line, begin, end - begin, StandardCharsets.UTF_8);
  }

  /** The number that the bytes are; -1 if they are no number. */
  private static int index(byte[] line, int begin, int end) {
    if (begin == end || end - begin > MOST_DIGITS) {
      return -1;
    }
    int index = 0;
    for (int i = begin; i < end; i++) {
      if (line[i] < '0' || line[i] > '9') {
        return -1;
      }
      index = 10 * index + line[i] - '0';
    }
    return index;
  }
}
