// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.Flaws;
import java.util.Collection;
import java.util.Objects;

/**
 * The ledgers of all flows together, with what the backend received and no flow can have.
 *
 * @param messages the messages by where they arrived and when; absent where no flow has a backend
 * @param flaws messages that are not as they were sent; those of flows that the run does not have
 *     are invented
 * @param unaccounted what no equation of the books explains, commands included; absent where the
 *     run did not go to its end
 * @param unstamped messages of the whole run without a stamp; absent in an earlier version's result
 * @param foreign messages of the whole run with another run's stamp, or delivered to another
 *     tenant; absent in an earlier version's result
 * @param store what became of messages in the store behind the target, of the flows that it is read
 *     for; absent where no flow has one
 * @param deliveries what became of the deliveries of the flows with several receivers for each
 *     message; absent where no flow has such messages
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerTotal(
    @JsonUnwrapped Ledger.MessageCounts messages,
    @JsonUnwrapped Flaws flaws,
    Long unaccounted,
    Long unstamped,
    Long foreign,
    StoreLedger store,
    DeliveryLedger deliveries) {

  /**
   * Adds the ledgers of the flows.
   *
   * @param flows the ledger of each flow
   * @param unaccounted what is unaccounted for beside the flows; null if it is not known
   * @param strangers messages received of flows that the run does not have
   * @param backend the backend's half; null in a run without one
   */
  public static LedgerTotal of(
      Collection<Ledger> flows, Long unaccounted, long strangers, BackendBook backend) {
    Flaws flaws = Flaws.sum(flows.stream().map(Ledger::flaws).toList());
    return new LedgerTotal(
        Ledger.MessageCounts.sum(flows.stream().map(Ledger::messages).toList()),
        flaws == null ? null : flaws.withInvented(strangers),
        unaccounted == null
            ? null
            : Long.valueOf(
                unaccounted
                    + flows.stream()
                        .map(Ledger::unaccounted)
                        .filter(Objects::nonNull)
                        .mapToLong(Long::longValue)
                        .sum()),
        backend == null ? null : Long.valueOf(backend.strangers().unstamped()),
        backend == null ? null : Long.valueOf(backend.strangers().foreign()),
        StoreLedger.sum(flows.stream().map(Ledger::store).filter(Objects::nonNull).toList()),
        DeliveryLedger.sum(
            flows.stream().map(Ledger::deliveries).filter(Objects::nonNull).toList()));
  }
}
