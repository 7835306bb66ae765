// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.Flaws;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The ledgers of all flows together, with what the backend received and no flow can have.
 *
 * @param delivered confirmed to the device and received by the backend, by each of the message's
 *     receivers where there are several; absent, as the four after it, where no flow has a backend
 * @param lost confirmed to the device, never received by the backend
 * @param late those of the delivered that arrived after the devices had ended, while the backend
 *     waited for them; absent in an earlier version's result
 * @param losses the lost ones by whether a newer one of their device arrived; absent where it is
 *     not known of a flow
 * @param deliveredUnconfirmed received by the backend though the device saw a failure or nothing
 * @param duplicate arrivals of a message that had arrived before
 * @param outOfOrder first arrivals after a later message of the same device and flow
 * @param flaws messages that are not as they were sent; those of flows that the run does not have
 *     are invented
 * @param unaccounted what no equation of the books explains, commands included; absent where the
 *     run did not go to its end
 * @param unstamped messages of the whole run without a stamp; absent in an earlier version's result
 * @param foreign messages of the whole run with another run's stamp, or delivered to another
 *     tenant; absent in an earlier version's result
 * @param store what became of messages in the store behind the target, of the flows of which it is
 *     read; absent where it is of none
 * @param deliveries what became of the deliveries of the flows whose messages have several
 *     receivers each; absent where those of none have
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerTotal(
    Long delivered,
    Long lost,
    Long late,
    Losses losses,
    Long deliveredUnconfirmed,
    Long duplicate,
    Long outOfOrder,
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
   * @param unaccounted what is unaccounted for beside the flows; null where it is not known
   * @param strangers messages received of flows that the run does not have
   * @param backend the backend's half; null in a run without one
   */
  public static LedgerTotal of(
      Collection<Ledger> flows, Long unaccounted, long strangers, BackendBook backend) {
    Flaws flaws = Flaws.sum(flows.stream().map(Ledger::flaws).toList());
    return new LedgerTotal(
        sum(flows, Ledger::delivered),
        sum(flows, Ledger::lost),
        sum(flows, Ledger::late),
        losses(flows),
        sum(flows, Ledger::deliveredUnconfirmed),
        sum(flows, Ledger::duplicate),
        sum(flows, Ledger::outOfOrder),
        flaws == null ? null : flaws.withInvented(strangers),
        unaccounted == null
            ? null
            : Long.valueOf(unaccounted + orZero(sum(flows, Ledger::unaccounted))),
        backend == null ? null : Long.valueOf(backend.strangers().unstamped()),
        backend == null ? null : Long.valueOf(backend.strangers().foreign()),
        StoreLedger.sum(flows.stream().map(Ledger::store).filter(Objects::nonNull).toList()),
        DeliveryLedger.sum(
            flows.stream().map(Ledger::deliveries).filter(Objects::nonNull).toList()));
  }

  private static Losses losses(Collection<Ledger> flows) {
    List<Losses> parts = new ArrayList<>();
    flows.stream().filter(each -> each.lost() != null).forEach(each -> parts.add(each.losses()));
    return Losses.sum(parts);
  }

  private static long orZero(Long count) {
    return count == null ? 0 : count;
  }

  private static Long sum(Collection<Ledger> flows, Function<Ledger, Long> count) {
    return flows.stream().map(count).filter(Objects::nonNull).reduce(Long::sum).orElse(null);
  }
}
