// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.book.Flaws;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.confidence.ShareConfidence;
import io.fleetload.results.run.MessageSet;
import java.util.Collection;
import java.util.function.ToLongFunction;

/**
 * Messages in the store behind the target: the third place of the ledger, after the device and the
 * backend. Every figure is a comparison of sets of message numbers.
 *
 * @param stored confirmed to the device and in the store
 * @param lost confirmed to the device and not in the store
 * @param receivedNotStored received by the backend and not in the store
 * @param storedNotReceived in the store, never received by the backend
 * @param storedUnconfirmed in the store though the device saw a failure or nothing
 * @param storedTwice messages that the store holds more than once
 * @param flaws rows that are not as they were sent
 * @param share stored over confirmed, 0 to 1; absent where nothing was confirmed
 * @param shareInterval its interval of 95 %, of messages that are taken as independent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StoreLedger(
    long stored,
    long lost,
    long receivedNotStored,
    long storedNotReceived,
    long storedUnconfirmed,
    long storedTwice,
    @JsonUnwrapped Flaws flaws,
    Double share,
    ConfidenceInterval shareInterval) {
  private static final long SHARES = 100_000_000;

  /**
   * Messages of one period, all sent.
   *
   * @param received those that arrived at the backend, at any of their receivers
   */
  record PeriodMessages(MessageSet sent, MessageSet ok, MessageSet received) {}

  /**
   * Compares the store with what is known of the messages of a period.
   *
   * @param numbers numbers of that period that the store holds
   * @param twice those that it holds more than once
   * @param flaws those that are not as they were sent
   */
  static StoreLedger join(PeriodMessages known, MessageSet numbers, MessageSet twice, Flaws flaws) {
    MessageSet held = numbers.and(known.sent);
    MessageSet received = known.received.and(known.sent);
    long stored = held.and(known.ok).size();
    long lost = known.ok.minus(held).size();
    return new StoreLedger(
        stored,
        lost,
        received.minus(held).size(),
        held.minus(received).size(),
        held.minus(known.ok).size(),
        twice.size(),
        flaws,
        share(stored, lost),
        ShareConfidence.of(stored, stored + lost));
  }

  /** The store of several flows together; null if no flow has one. */
  static StoreLedger sum(Collection<StoreLedger> flows) {
    if (flows.isEmpty()) {
      return null;
    }
    long stored = sum(flows, StoreLedger::stored);
    long lost = sum(flows, StoreLedger::lost);
    return new StoreLedger(
        stored,
        lost,
        sum(flows, StoreLedger::receivedNotStored),
        sum(flows, StoreLedger::storedNotReceived),
        sum(flows, StoreLedger::storedUnconfirmed),
        sum(flows, StoreLedger::storedTwice),
        Flaws.sum(flows.stream().map(StoreLedger::flaws).toList()),
        share(stored, lost),
        ShareConfidence.of(stored, stored + lost));
  }

  /** The same of a run that did not go to its end. */
  StoreLedger withoutInvented() {
    return new StoreLedger(
        stored,
        lost,
        receivedNotStored,
        storedNotReceived,
        storedUnconfirmed,
        storedTwice,
        flaws == null ? null : flaws.withoutInvented(),
        share,
        shareInterval);
  }

  private static long sum(Collection<StoreLedger> flows, ToLongFunction<StoreLedger> count) {
    return flows.stream().mapToLong(count).sum();
  }

  /** Cut, not rounded: one message lost of 99 million is not all. */
  static Double share(long stored, long lost) {
    long confirmed = stored + lost;
    return confirmed == 0
        ? null
        : (Double) (Math.floorDiv(stored * SHARES, confirmed) / (double) SHARES);
  }
}
