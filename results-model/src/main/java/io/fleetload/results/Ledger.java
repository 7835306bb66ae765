package io.fleetload.results;

/**
 * What became of the measured messages of a flow, both halves of the books together.
 *
 * @param delivered confirmed to the device and received by the backend
 * @param lost confirmed to the device, never received by the backend
 * @param deliveredUnconfirmed received by the backend though the device saw a failure or nothing
 * @param duplicate arrivals of a message that had arrived before
 * @param outOfOrder first arrivals after a later message of the same device and flow
 * @param unaccounted what no equation of the books explains: 0, or the run is invalid; absent where
 *     the run did not go to its end
 */
public record Ledger(
    long delivered,
    long lost,
    long deliveredUnconfirmed,
    long duplicate,
    long outOfOrder,
    Long unaccounted) {

  /**
   * Joins the two halves of one flow, for its measured messages. Every comparison is of sets of
   * message numbers, so a loss cannot hide behind a message that arrived though its confirmation
   * did not.
   *
   * @param device the device side's half
   * @param backend the backend's half
   */
  static Ledger join(DeviceBook.Flow device, BackendBook.Flow backend) {
    long from = device.measuredFrom();
    long to = device.measuredTo();
    return join(
        new Device(
            device.measured(), device.sent().between(from, to), device.ok().between(from, to)),
        backend.measured(),
        backend.received().between(from, to));
  }

  /** The same of the messages that were due before the measured phase. */
  static Ledger ofWarmUp(DeviceBook.Flow device, BackendBook.Flow backend) {
    long from = device.measuredFrom();
    long to = device.measuredTo();
    return join(
        new Device(device.warmUp(), device.sent().outside(from, to), device.ok().outside(from, to)),
        backend.warmUp(),
        backend.received().outside(from, to));
  }

  /** The device side's half of one period. */
  private record Device(FlowCounts counts, MessageSet sent, MessageSet ok) {}

  private static Ledger join(Device device, BackendBook.Receipts receipts, MessageSet received) {
    long neverSent = received.minus(device.sent).size();
    long okButNotSent = device.ok.minus(device.sent).size();
    long countsAgainstSets =
        Math.abs(device.sent.size() - device.counts.sent())
            + Math.abs(device.ok.size() - device.counts.ok())
            + Math.abs(received.size() + receipts.duplicate() - receipts.records());
    return new Ledger(
        device.ok.and(received).size(),
        device.ok.minus(received).size(),
        received.and(device.sent).minus(device.ok).size(),
        receipts.duplicate(),
        receipts.outOfOrder(),
        device.counts.remainder() + neverSent + okButNotSent + countsAgainstSets);
  }

  /** The same of a run that did not go to its end: a remainder may be younger than a book. */
  Ledger withoutRemainder() {
    return new Ledger(delivered, lost, deliveredUnconfirmed, duplicate, outOfOrder, null);
  }
}
