// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import io.fleetload.schedule.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rule by which the messages of a flow are due: at an arrival rate, in stages, at the times of a
 * trace, or of a closed model; one of these.
 *
 * @param of the group of devices that send the messages; null for the whole fleet
 * @param rate null unless it is the same all the time
 * @param every the same rate, as one device has it; or null
 * @param day how the rate changes over a day; or null
 * @param stages how the rate changes in the measured phase; or null
 * @param times the times of a trace of real traffic; or null
 * @param arrivals how the messages of a rate are spread over time
 * @param closed the users of a closed model; or null
 */
public record Timing(
    @Doc(
            value = "the group of devices that send them, one of devices.groups",
            byDefault = "the whole fleet")
        String of,
    @Doc("messages a second over the whole fleet; or else every, stages, times, or closed")
        Rate rate,
    @Doc("time between two messages of a device, instead of rate") Span every,
    @Doc("how the rate changes over the hours of a day, beside rate or every: these are 100%")
        DayPattern day,
    @Doc("how the rate changes in the measured phase, stage by stage") List<Stage> stages,
    @Doc(
            "a trace of real traffic: its lines are sent at their times by their devices, from the"
                + " begin of the measured phase")
        Trace times,
    @Doc(
            value =
                "even: the devices send at even distances; random: each at a moment of its own, the"
                    + " same in every period; poisson: as many senders that know nothing of each"
                    + " other",
            byDefault = "even")
        Arrivals arrivals,
    @Doc("users that send, wait for the outcome, and send again, instead of a rate")
        ClosedUsers closed) {
  private static final double NANOS = 1e9;

  /** Fills in what the profile leaves open. */
  public Timing {
    stages = stages == null ? null : List.copyOf(stages);
    boolean open = rate != null || every != null || stages != null;
    arrivals = arrivals == null && open ? Arrivals.EVEN : arrivals;
  }

  /** A timing without a day and a trace. */
  public Timing(
      String of, Rate rate, Span every, List<Stage> stages, Arrivals arrivals, ClosedUsers closed) {
    this(of, rate, every, null, stages, null, arrivals, closed);
  }

  /** The same with the rate that {@code every} makes of so many devices. */
  public Timing of(int devices) {
    return rate != null || every == null || every.nanos() == 0
        ? this
        : new Timing(
            of,
            new Rate(devices * NANOS / every.nanos()),
            every,
            day,
            stages,
            times,
            arrivals,
            closed);
  }

  /** The same in a fleet, with the rate of the group that sends the messages. */
  public Timing in(Devices devices) {
    return of(devices.group(of).count());
  }

  /** The timing of each flow in a fleet. */
  static Map<String, Timing> of(Map<String, ? extends Flow> flows, Devices devices) {
    Map<String, Timing> timings = new LinkedHashMap<>();
    flows.forEach((name, flow) -> timings.put(name, flow.timing().in(devices)));
    return timings;
  }

  /** The key that says when its messages are due. */
  public String key() {
    return times != null
        ? "times"
        : closed != null ? "closed" : stages != null ? "stages" : every != null ? "every" : "rate";
  }

  /** The keys that say how many messages there are; a profile writes one of them. */
  public List<String> given() {
    List<String> given = new ArrayList<>();
    if (rate != null) {
      given.add("rate");
    }
    if (every != null) {
      given.add("every");
    }
    if (stages != null) {
      given.add("stages");
    }
    if (times != null) {
      given.add("times");
    }
    if (closed != null) {
      given.add("closed");
    }
    return given;
  }
}
