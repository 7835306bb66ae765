// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

/**
 * Size of the books of a run.
 *
 * @param shardBytes a shard's book at its end
 * @param shardBytesPerSecond the same by the length of the run
 * @param allBytes those of all shards, which are fetched
 * @param fetchSeconds time of fetching them
 * @param mergeSeconds time of merging them
 */
public record BookBudget(
    double shardBytes,
    double shardBytesPerSecond,
    double allBytes,
    double fetchSeconds,
    double mergeSeconds) {
  private static final double MEGA = 1e6;

  /** The need of a load on so many shards. */
  static BookBudget of(FleetLoad load, int shards) {
    double messages = load.messages() / shards * PlanFigure.BOOK_TEN_MESSAGES_BYTES.value() / 10;
    double course =
        load.seconds() * PlanFigure.BOOK_SECOND_BYTES.value()
            + load.seconds() / load.interval() * PlanFigure.BOOK_INTERVAL_BYTES.value();
    double shard =
        PlanFigure.BOOK_BYTES.value()
            + load.flows() * (PlanFigure.BOOK_FLOW_BYTES.value() + course)
            + messages;
    double all = shard * shards;
    return new BookBudget(
        shard,
        shard / Math.max(1, load.seconds()),
        all,
        all / MEGA / PlanFigure.FETCH_MB.value(),
        all / MEGA / PlanFigure.MERGE_MB.value());
  }
}
