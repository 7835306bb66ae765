// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;

/**
 * End of the warm-up, and what was left of it when measuring began. Messages are those of the flows
 * that are asked for a rate.
 *
 * @param seconds from the end of the ramp to the begin of the measured phase, in s
 * @param steady whether the target was steady; null if the profile says how long the warm-up is
 * @param unsteady what was not steady, in words; null if everything was, or it was not checked
 * @param unsent messages of the warm-up that waited to be sent
 * @param underWay messages of the warm-up that were sent and had no outcome
 * @param perSecond the rate asked for when measuring began, msg/s
 * @param backlog messages without an outcome with which measuring began, where they are more than
 *     what is normally under way at that rate; else 0
 * @param flaw what a reader of the figures has to know of it, in words; null if there is nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WarmUpEnd(
    double seconds,
    Boolean steady,
    String unsteady,
    long unsent,
    long underWay,
    double perSecond,
    long backlog,
    String flaw) {

  /** The end of a warm-up, with its backlog and its flaw worked out. */
  public static WarmUpEnd of(
      double seconds,
      Boolean steady,
      String unsteady,
      long unsent,
      long underWay,
      double perSecond) {
    long all = unsent + underWay;
    long backlog = Backlog.isOne(all, perSecond) ? all : 0;
    return new WarmUpEnd(
        seconds,
        steady,
        unsteady,
        unsent,
        underWay,
        perSecond,
        backlog,
        flaw(backlog, steady, unsteady));
  }

  private static String flaw(long backlog, Boolean steady, String unsteady) {
    String with =
        String.format(Locale.ROOT, "measuring began with a backlog of %,d messages", backlog);
    if (!Boolean.FALSE.equals(steady)) {
      return backlog == 0 ? null : with;
    }
    return (backlog == 0 ? "measuring began" : with + ",")
        + " before the target was steady (%s)".formatted(unsteady);
  }

  /** The end of the warm-up of a run with shards that ended theirs together; null of no parts. */
  public static WarmUpEnd ofShards(List<WarmUpEnd> parts) {
    return parts.isEmpty()
        ? null
        : of(
            parts.get(0).seconds,
            parts.get(0).steady,
            parts.get(0).unsteady,
            parts.stream().mapToLong(WarmUpEnd::unsent).sum(),
            parts.stream().mapToLong(WarmUpEnd::underWay).sum(),
            parts.stream().mapToDouble(WarmUpEnd::perSecond).sum());
  }
}
