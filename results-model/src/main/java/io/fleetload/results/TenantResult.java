// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.MeasuredSeconds;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.ledger.BooksEnd;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One of several tenants of a run: how the target served it, beside the others.
 *
 * @param weight its share of the devices that are not of a group with a tenant of its own, beside
 *     the weights of the others
 * @param devices how many devices are its own
 * @param sessions sessions that the profile asks for: one a device, or one a gateway
 * @param connected sessions open when the flows began
 * @param flows its part of each flow, by flow name
 */
public record TenantResult(
    int weight, long devices, long sessions, long connected, Map<String, TenantFlow> flows) {

  /**
   * A tenant's part of a flow. Counts are of the messages due in the measured phase, and over all
   * tenants they add up to those of the flow.
   *
   * @param scheduled messages due of the tenant's devices; absent, as the three after it, in the
   *     books of an earlier version
   * @param achieved messages that left within the phase over those that were due within it while
   *     their device was awake, 0 to 1; absent of a closed model, and where nothing was due
   * @param notSent messages never sent
   * @param notSentBy the same by cause
   * @param sent messages handed to the wire
   * @param ok messages confirmed
   * @param failed messages failed
   * @param unsettled messages without an outcome at the end of the drain
   * @param delivered confirmed and received by the backend; absent without a backend that read
   *     everything
   * @param lost confirmed, never received by the backend; absent likewise
   * @param duplicate arrivals of a message that had arrived before; absent without a backend
   * @param response from the intended send time to the outcome
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TenantFlow(
      Long scheduled,
      Double achieved,
      Long notSent,
      Map<String, Long> notSentBy,
      long sent,
      long ok,
      long failed,
      long unsettled,
      Long delivered,
      Long lost,
      Long duplicate,
      LatencySummary response) {}

  /**
   * Joins the books, tenant by tenant.
   *
   * @param backend the backend's half, or null if there is no backend
   * @param end how far they can be compared
   * @return by tenant; null if there is only one
   */
  static Map<String, TenantResult> of(DeviceBook device, BackendBook backend, BooksEnd end) {
    if (device.tenants() == null) {
      return null;
    }
    Tenants tenants = device.sharedBy();
    Map<String, List<TenantFlow>> flows = new LinkedHashMap<>();
    device
        .flows()
        .forEach(
            (name, flow) -> {
              if (flow.tenants() != null) {
                flows.put(
                    name,
                    new Split(
                            tenants,
                            MeasuredSeconds.of(device).first(),
                            flow,
                            backend == null || flow.terms().deviceOnly()
                                ? null
                                : backend.flow(name),
                            end)
                        .flows());
              }
            });
    Map<String, TenantResult> byTenant = new LinkedHashMap<>();
    for (int i = 0; i < tenants.count(); i++) {
      TenantBook book = device.tenants().get(i);
      Map<String, TenantFlow> own = new LinkedHashMap<>();
      int tenant = i;
      flows.forEach((name, parts) -> own.put(name, parts.get(tenant)));
      byTenant.put(
          book.id(),
          new TenantResult(book.weight(), book.devices(), book.sessions(), book.connected(), own));
    }
    return byTenant;
  }

  /** A flow in the parts of its tenants. */
  private record Split(
      Tenants tenants,
      int measuredFrom,
      DeviceBook.DeviceFlow device,
      BackendBook.BackendFlow backend,
      BooksEnd end) {
    List<TenantFlow> flows() {
      long[] lost = lost();
      long[] duplicate = duplicate();
      List<TenantFlow> parts = new ArrayList<>();
      for (int i = 0; i < tenants.count(); i++) {
        TenantBook.TenantFlowBook own = device.tenants().get(i);
        LatencyHistogram response = own.response().unpacked();
        long ok = response.count() - own.unsettled();
        TenantBook.TenantDue due = own.due();
        parts.add(
            new TenantFlow(
                due == null ? null : Long.valueOf(due.scheduled()),
                due == null || device.terms().asked() == null
                    ? null
                    : FlowResult.achieved(
                        due.sentInPeriod(), due.scheduled() - due.later(), due.notSent()),
                due == null ? null : Long.valueOf(due.notSentTotal()),
                due == null ? null : due.notSent(),
                own.sent(),
                ok,
                own.failed(),
                own.unsettled(),
                lost == null ? null : Long.valueOf(ok - lost[i]),
                lost == null ? null : Long.valueOf(lost[i]),
                duplicate == null ? null : Long.valueOf(duplicate[i]),
                own.course() == null
                    ? response.estimates()
                    : own.course().response().estimates(response, measuredFrom)));
      }
      return parts;
    }

    /**
     * Lost messages by tenant. They are few, so going through them is cheap however long the run
     * was.
     */
    private long[] lost() {
      if (end == BooksEnd.UNKNOWN || device.terms().deviceOnly()) {
        return null;
      }
      long[] lost = new long[tenants.count()];
      device
          .numbering()
          .measured(device.ok())
          .minus(backend.receivedByAll())
          .forEach(n -> lost[tenants.of(device.numbering().turns().device(n))]++);
      return lost;
    }

    private long[] duplicate() {
      if (backend == null) {
        return null;
      }
      long[] duplicate = new long[tenants.count()];
      backend
          .troubles()
          .forEach((index, trouble) -> duplicate[tenants.of(index)] += trouble.duplicate());
      return duplicate;
    }
  }
}
