// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import java.util.Locale;
import java.util.Map;

/** Numbers and names of a plan as people read them. */
final class PlanWords {
  private static final Map<String, String> BOUNDS =
      Map.of(
          ShardBudget.PORTS, "source ports",
          ShardBudget.MEMORY, "the sessions' memory",
          ShardBudget.PROCESSOR, "the rates of the flows",
          ShardBudget.CONNECTS, "the connects a second");
  private static final int MINUTE = 60;
  private static final int HOUR = 3_600;
  private static final double KILO = 1e3;
  private static final double MEGA = 1e6;
  private static final double GIGA = 1e9;

  private PlanWords() {}

  /** Returns the cause of a bound of {@link ShardBudget}, in the plural. */
  static String bound(String name) {
    return BOUNDS.get(name);
  }

  /** A number with three digits at least. */
  static String number(double value) {
    if (value >= 100) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    String text = String.format(Locale.ROOT, value < 1 ? "%.3f" : "%.2f", value);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "");
  }

  /** A number of one unit and its plural. */
  static String count(int value, String unit) {
    return "%s %s%s".formatted(number(value), unit, value == 1 ? "" : "s");
  }

  /** A length of time in its two largest units, such as {@code 8 min 20 s}. */
  static String time(double seconds) {
    long whole = Math.round(seconds);
    if (seconds > 0 && whole == 0) {
      return "under 1 s";
    }
    if (whole < MINUTE) {
      return whole + " s";
    }
    return whole < HOUR
        ? "%s min %s s".formatted(whole / MINUTE, whole % MINUTE)
        : "%s h %s min".formatted(whole / HOUR, whole % HOUR / MINUTE);
  }

  /** A number of bytes in the largest decimal unit that it fills; kB at least. */
  static String bytes(double bytes) {
    return bytes >= GIGA
        ? number(bytes / GIGA) + " GB"
        : bytes >= MEGA ? number(bytes / MEGA) + " MB" : number(bytes / KILO) + " kB";
  }
}
