package io.fleetload.results;

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
   */
  public record Flow(long sent, long failed, StoredHistogram response) {

    /** With a histogram that nobody records into any more. */
    public Flow(long sent, long failed, LatencyHistogram response) {
      this(sent, failed, new StoredHistogram(response));
    }
  }
}
