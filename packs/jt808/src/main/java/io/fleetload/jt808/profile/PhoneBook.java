// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import io.fleetload.jt808.wire.Version;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.results.run.DeviceNames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The terminals by their phone numbers, and the other way round. */
public final class PhoneBook {
  private final Terminals fleet;
  private final List<Range> ranges;

  /** The numbers of a group. */
  private record Range(DeviceGroup group, Terminals keys, String prefix, DeviceNames names) {
    static Range of(DeviceGroup group) {
      Terminals keys = (Terminals) group.devices();
      String phone = keys.phone();
      String prefix = phone.substring(0, phone.indexOf('{'));
      return new Range(group, keys, prefix, new DeviceNames(phone));
    }

    /** The index of its terminal with that number; -1 where none has it. */
    int index(String phone) {
      if (!phone.startsWith(prefix) || phone.length() == prefix.length()) {
        return -1;
      }
      int index;
      try {
        index = Integer.parseInt(phone.substring(prefix.length()));
      } catch (NumberFormatException e) {
        return -1;
      }
      return group.has(index) && names.of(index).equals(phone) ? index : -1;
    }

    /** Returns whether it may have a number that the other one has too. */
    boolean mayMeet(Range other) {
      return !names.equals(other.names)
          && (prefix.startsWith(other.prefix) || other.prefix.startsWith(prefix));
    }
  }

  public PhoneBook(Terminals fleet) {
    this.fleet = fleet;
    this.ranges = fleet.groups().stream().map(Range::of).toList();
  }

  /** The number of a terminal. */
  public String number(int terminal) {
    return range(terminal).names.of(terminal);
  }

  /** The version of the standard that a terminal speaks. */
  public Version version(int terminal) {
    return range(terminal).keys.version(terminal);
  }

  private Range range(int terminal) {
    for (Range each : ranges) {
      if (each.group.has(terminal)) {
        return each;
      }
    }
    throw new IllegalArgumentException("no terminal has the index " + terminal);
  }

  /** The index of the terminal with that number; -1 where none has it. */
  public int index(String phone) {
    for (Range each : ranges) {
      int index = each.index(phone);
      if (index >= 0) {
        return index;
      }
    }
    return -1;
  }

  /** Notes numbers that are too long for their version, and a number of two terminals. */
  void check(ProfileChecks checks) {
    Set<String> tooLong = new HashSet<>();
    for (Range each : ranges) {
      if (isTooLong(each) && tooLong.add(path(each))) {
        boolean all2019 = each.keys.all2019();
        checks.problem(
            path(each),
            "found \"%s\", which makes %s of the last terminal; expected at most %d digits: so many has a phone number in JT/T 808-%s"
                .formatted(each.keys.phone(), last(each), digits(each), all2019 ? "2019" : "2013"));
      }
    }
    for (int i = 0; i < ranges.size(); i++) {
      for (Range before : ranges.subList(0, i)) {
        checkMeeting(before, ranges.get(i), checks);
      }
    }
  }

  private static boolean isTooLong(Range range) {
    return last(range).length() > digits(range);
  }

  private static String last(Range range) {
    return range.names.of(range.group.first() + range.group.count() - 1);
  }

  private static int digits(Range range) {
    return 2 * (range.keys.all2019() ? Version.V2019 : Version.V2013).phoneBytes();
  }

  private void checkMeeting(Range before, Range range, ProfileChecks checks) {
    if (!before.mayMeet(range)) {
      return;
    }
    DeviceGroup group = range.group;
    for (int i = group.first(); i < group.first() + group.count(); i++) {
      String phone = range.names.of(i);
      if (before.index(phone) >= 0) {
        checks.problem(
            path(range),
            "makes %s, which a terminal of %s has as well; write numbers that begin with other digits"
                .formatted(phone, before.group.path()));
        return;
      }
    }
  }

  /** Key path of what says the numbers of a group. */
  private String path(Range range) {
    boolean own = !range.keys.phone().equals(fleet.phone());
    return (own ? range.group.path() : "devices") + ".phone";
  }
}
