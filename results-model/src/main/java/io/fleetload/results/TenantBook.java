package io.fleetload.results;

import java.util.List;
import java.util.Objects;

/**
 * What the device side did in one tenant; its counts of messages stand with the flows.
 *
 * @param id the tenant
 * @param weight its share of the fleet, beside the weights of the others
 * @param devices how many of the process's devices are the tenant's
 * @param sessions how many sessions the profile asks for in it: one a device, or one a gateway
 * @param connected sessions open when the flows began
 */
public record TenantBook(String id, int weight, long devices, long sessions, long connected) {

  /**
   * One tenant's part of a flow in the measured phase. Messages that went well are those with a
   * response time.
   *
   * @param sent messages handed to the wire
   * @param failed messages failed
   * @param response from the intended send time to the outcome, messages that went well
   * @param course what happened in the course of time; null where nobody asked for windows of it
   */
  public record Flow(long sent, long failed, StoredHistogram response, TenantCourse course) {

    /** With a histogram that nobody records into any more, and without a course. */
    public Flow(long sent, long failed, LatencyHistogram response) {
      this(sent, failed, new StoredHistogram(response), null);
    }
  }

  /** The courses of a flow's parts; none where they were not kept. */
  static List<TenantCourse> courses(List<Flow> parts) {
    return parts == null
        ? List.of()
        : parts.stream().map(Flow::course).filter(Objects::nonNull).toList();
  }
}
