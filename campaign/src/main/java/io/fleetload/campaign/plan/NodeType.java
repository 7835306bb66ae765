// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.process.UsageException;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of machine that can be had.
 *
 * @param type its name
 * @param processors how many it has
 * @param memoryGib its memory, GiB
 * @param price of an hour, in the currency of the table; null if it is not known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeType(String type, double processors, double memoryGib, Double price) {
  private static final Pattern NODE =
      Pattern.compile("([0-9]{1,4}(?:\\.[0-9]{1,3})?)cpu/([0-9]{1,6}(?:\\.[0-9]{1,3})?)GiB?");
  private static final Pattern GIB = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?)(?:GiB?)?");
  private static final int MILLI = 1_000;
  private static final int MIB = 1_024;

  /**
   * Reads one of the command line.
   *
   * @throws UsageException if it has another form
   */
  public static NodeType parse(String text) throws UsageException {
    Matcher parts = NODE.matcher(text.strip());
    if (!parts.matches()
        || Double.parseDouble(parts.group(1)) <= 0
        || Double.parseDouble(parts.group(2)) <= 0) {
      throw new UsageException(
          "--node: found \"%s\", expected processors and memory such as 8cpu/16Gi".formatted(text));
    }
    return new NodeType(
        text.strip(), Double.parseDouble(parts.group(1)), Double.parseDouble(parts.group(2)), null);
  }

  /** A memory of a price table, {@code 16}, {@code 16Gi} or {@code 16GiB}; NaN for another form. */
  static double memory(String text) {
    Matcher number = GIB.matcher(text.strip());
    return number.matches() ? Double.parseDouble(number.group(1)) : Double.NaN;
  }

  /** Shards that a node carries beside so many backends; negative if not even these. */
  int shardsBeside(int backends) {
    double milli =
        processors * MILLI
            - PlanFigure.NODE_MILLI.value()
            - backends * (double) PlanFigure.BACKEND_MILLI.value();
    double mib =
        memoryGib * MIB
            - PlanFigure.NODE_MIB.value()
            - backends * (double) PlanFigure.BACKEND_MIB.value();
    return (int)
        Math.floor(
            Math.min(milli / PlanFigure.SHARD_MILLI.value(), mib / PlanFigure.SHARD_MIB.value()));
  }

  /**
   * The fewest nodes of this kind with room for the pods, the backends dealt evenly; 0 if there is
   * no such number.
   */
  int nodes(int shards, int backends) {
    for (int nodes = 1; nodes <= shards + backends; nodes++) {
      int more = backends % nodes;
      int few = shardsBeside(backends / nodes);
      int fewer = more == 0 ? few : shardsBeside(backends / nodes + 1);
      if (few >= 0 && fewer >= 0 && (long) more * fewer + (long) (nodes - more) * few >= shards) {
        return nodes;
      }
    }
    return 0;
  }

  @Override
  public String toString() {
    return price == null
        ? type
        : "%s at %s an hour".formatted(type, BigDecimal.valueOf(price).toPlainString());
  }
}
