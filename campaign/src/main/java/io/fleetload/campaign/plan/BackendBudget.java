// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

/**
 * Number of backends that a load needs.
 *
 * @param count processes; 0 where no backend receives anything
 * @param shared whether several can share what the target delivers
 * @param arrivals messages a second of each
 * @param processors processors that each takes, at that rate
 * @param memoryMb its resident memory, MB
 * @param most memory that its heap may have, MB: 70 % of its pod's
 * @param topics topics with partitions that they read; 0 where the target has none
 * @param partitions the fewest partitions of such a topic
 * @param wantedPartitions the fewest that the rate needs in all, and that the backends divide
 */
public record BackendBudget(
    int count,
    boolean shared,
    double arrivals,
    double processors,
    double memoryMb,
    double most,
    int topics,
    int partitions,
    int wantedPartitions) {
  private static final double MEGA = 1e6;
  private static final double HEAP = 0.7;

  /**
   * The need of a load.
   *
   * @param shared whether several backends can share what the target delivers
   * @param topics number of topics that they read; 0 where the target has none
   * @param partitions the fewest partitions of a topic
   */
  static BackendBudget of(
      FleetLoad load, boolean received, boolean shared, int topics, int partitions) {
    double most = PlanFigure.BACKEND_MIB.value() * HEAP * (1 << 20) / MEGA;
    if (!received) {
      return new BackendBudget(0, shared, 0, 0, 0, most, topics, partitions, 0);
    }
    double each = PlanFigure.BACKEND_MESSAGES.value() * PlanFigure.BUSY_PERCENT.value() / 100.0;
    double books =
        load.arrivals() * PlanFigure.BACKEND_MESSAGE_BYTES.value()
            + (double) load.devices() * load.flows() * PlanFigure.BACKEND_DEVICE_BYTES.value();
    double room = (most - PlanFigure.BACKEND_MB.value()) * MEGA;
    int count = (int) Math.max(1, Math.ceil(Math.max(load.arrivalRate() / each, books / room)));
    double arrivals = load.arrivalRate() / count;
    int least = (int) Math.ceil(load.arrivalRate() / PlanFigure.PARTITION_MESSAGES.value());
    int wanted = topics == 0 ? 0 : (Math.max(1, least) + count - 1) / count * count;
    return new BackendBudget(
        count,
        shared,
        arrivals,
        arrivals / PlanFigure.BACKEND_MESSAGES.value(),
        PlanFigure.BACKEND_MB.value() + books / count / MEGA,
        most,
        topics,
        partitions,
        wanted);
  }

  /** The backends that the run can have. */
  int possible() {
    return shared ? count : Math.min(1, count);
  }
}
