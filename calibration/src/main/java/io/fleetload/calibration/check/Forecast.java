// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.check;

import io.fleetload.calibration.script.Act;
import io.fleetload.calibration.script.Delivery;
import io.fleetload.calibration.script.FlowScript;
import io.fleetload.calibration.script.Reply;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * The effect of a script on the messages of a flow with numbers in a range: the content that the
 * books must have, known without a run.
 *
 * @param scheduled messages due
 * @param ok messages answered well
 * @param failed messages that fail, by cause
 * @param replies messages by how they are answered
 * @param delivered messages answered well that reach the backend
 * @param lost messages answered well that do not
 * @param deliveredUnconfirmed messages that fail at the device and reach the backend
 * @param duplicate second arrivals
 * @param outOfOrder arrivals after a later message of the device
 */
public record Forecast(
    long scheduled,
    long ok,
    Map<String, Long> failed,
    Map<Reply, Long> replies,
    long delivered,
    long lost,
    long deliveredUnconfirmed,
    long duplicate,
    long outOfOrder) {

  /**
   * Computes the effect of the script on a range.
   *
   * @param from number of the first message
   * @param to number after the last one
   * @param exists the numbers that have a message; an answer's only where its query got a command
   */
  public static Forecast of(FlowScript script, int from, int to, IntPredicate exists) {
    Map<Reply, Long> replies = new EnumMap<>(Reply.class);
    Map<String, Long> failed = new TreeMap<>();
    Map<Delivery, Long> deliveries = new EnumMap<>(Delivery.class);
    long scheduled = 0;
    long unconfirmed = 0;
    for (int n = from; n < to; n++) {
      if (!exists.test(n)) {
        continue;
      }
      Act act = script.act(n);
      scheduled++;
      replies.merge(act.reply(), 1L, Long::sum);
      if (act.reply().cause() != null) {
        failed.merge(act.reply().cause(), 1L, Long::sum);
      }
      if (act.reply() == Reply.OK) {
        deliveries.merge(act.delivery(), 1L, Long::sum);
      } else if (act.reply().passesOn()) {
        unconfirmed++;
      }
    }
    long ok = replies.getOrDefault(Reply.OK, 0L);
    long lost = deliveries.getOrDefault(Delivery.NEVER, 0L);
    return new Forecast(
        scheduled,
        ok,
        failed,
        replies,
        ok - lost,
        lost,
        unconfirmed,
        deliveries.getOrDefault(Delivery.TWICE, 0L),
        deliveries.getOrDefault(Delivery.LATE, 0L));
  }
}
