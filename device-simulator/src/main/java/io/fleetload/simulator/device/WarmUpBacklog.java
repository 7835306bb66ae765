// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.simulator.device.plan.RunTimes;
import java.util.List;

/**
 * Messages that are due and have no outcome, of the flows that are asked for a rate: the users of a
 * closed model wait for one another's outcome, and answers follow the queries.
 *
 * @param unsent those that wait to be sent
 * @param underWay those that were sent
 * @param perSecond the rate that measuring begins with, msg/s
 */
record WarmUpBacklog(long unsent, long underWay, double perSecond) {
  static WarmUpBacklog of(List<DueFlow> flows, RunTimes times) {
    long begin = times.scheduledMeasureNanos();
    long unsent = 0;
    long underWay = 0;
    double perSecond = 0;
    for (DueFlow flow : flows) {
      Double asked = flow.asked(begin, begin);
      if (asked != null) {
        unsent += flow.book().unsent();
        underWay += flow.book().inFlight();
        perSecond += asked;
      }
    }
    return new WarmUpBacklog(unsent, underWay, perSecond);
  }
}
