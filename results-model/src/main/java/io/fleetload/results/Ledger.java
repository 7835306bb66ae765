package io.fleetload.results;

import java.util.Collection;

/**
 * What became of the measured messages of a flow, both halves of the books together.
 *
 * @param delivered confirmed to the device and received by the backend
 * @param lost confirmed to the device, never received by the backend
 * @param deliveredUnconfirmed received by the backend though the device saw a failure or nothing
 * @param duplicate arrivals of a message that had arrived before
 * @param outOfOrder first arrivals after a later message of the same device and flow
 * @param unaccounted what no equation of the books explains: 0, or the run is invalid
 */
public record Ledger(
    long delivered,
    long lost,
    long deliveredUnconfirmed,
    long duplicate,
    long outOfOrder,
    long unaccounted) {

  /**
   * Joins the two halves of one flow. Every comparison is of sets of message numbers, so a loss
   * cannot hide behind a message that arrived though its confirmation did not.
   *
   * @param device the device side's half
   * @param backend the backend's half
   */
  static Ledger join(DeviceBook.Flow device, BackendBook.Flow backend) {
    long from = device.measuredFrom();
    long to = device.measuredTo();
    MessageSet sent = device.sent().between(from, to);
    MessageSet ok = device.ok().between(from, to);
    MessageSet received = backend.received().between(from, to);

    long neverSent = received.minus(sent).size();
    long okButNotSent = ok.minus(sent).size();
    long countsAgainstSets =
        Math.abs(sent.size() - device.measured().sent())
            + Math.abs(ok.size() - device.measured().ok())
            + Math.abs(
                received.size() + backend.measured().duplicate() - backend.measured().records());
    return new Ledger(
        ok.and(received).size(),
        ok.minus(received).size(),
        received.and(sent).minus(ok).size(),
        backend.measured().duplicate(),
        backend.measured().outOfOrder(),
        device.measured().remainder() + neverSent + okButNotSent + countsAgainstSets);
  }

  /** The sum over flows. */
  static Ledger total(Collection<Ledger> flows) {
    Ledger sum = new Ledger(0, 0, 0, 0, 0, 0);
    for (Ledger each : flows) {
      sum =
          new Ledger(
              sum.delivered + each.delivered,
              sum.lost + each.lost,
              sum.deliveredUnconfirmed + each.deliveredUnconfirmed,
              sum.duplicate + each.duplicate,
              sum.outOfOrder + each.outOfOrder,
              sum.unaccounted + each.unaccounted);
    }
    return sum;
  }
}
