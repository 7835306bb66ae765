// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;
import io.fleetload.results.ledger.DeliveryLedger;
import io.fleetload.results.ledger.Ledger;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.time.LatencySummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Figures of a run that neither Gatling nor k6 gives.
 *
 * @param requests each by its name
 */
record OutsideFigures(Map<String, Request> requests) {
  /**
   * One of the requests.
   *
   * @param model {@code open} or {@code closed}
   * @param after of a step, the request that its user sends before; absent of others
   * @param users of a closed model, how many
   * @param asked requests a second, of an open model; of a closed one how many in all, where it
   *     says how many
   * @param reached the same of requests that were sent
   * @param notSent requests that were due and never sent
   * @param unsettled requests without an outcome at the end
   * @param notifications absent if no one was to be notified, or it is not known
   * @param fromDue response time from when a request was due, in ms
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Request(
      String model,
      String after,
      Long users,
      Double asked,
      double reached,
      long notSent,
      long unsettled,
      Notifications notifications,
      LatencySummary fromDue) {}

  /**
   * Notifications of one of the requests.
   *
   * @param expected of requests that the broker confirmed
   * @param lost of these, those that never came
   * @param duplicate those that came again; absent where it is not known
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Notifications(long expected, long lost, Long duplicate) {}

  static OutsideFigures of(Result result) {
    Map<String, Request> requests = new LinkedHashMap<>();
    result
        .figures()
        .flows()
        .forEach(
            (name, flow) -> {
              ClosedModel.ClosedModelFigures closed = flow.load().closed();
              requests.put(
                  name,
                  new Request(
                      flow.load().model(),
                      Steps.before(result, name),
                      closed == null ? null : (Long) closed.users(),
                      closed == null ? flow.load().asked() : messages(closed),
                      reached(flow),
                      flow.counts().notSent(),
                      flow.counts().unsettled(),
                      notifications(flow),
                      flow.times().response()));
            });
    return new OutsideFigures(requests);
  }

  private static Double messages(ClosedModel.ClosedModelFigures closed) {
    return closed.messages() == null ? null : (Double) closed.messages().doubleValue();
  }

  private static double reached(FlowResult flow) {
    return flow.load().closed() == null ? flow.load().reached() : flow.counts().sent();
  }

  private static Notifications notifications(FlowResult flow) {
    Ledger ledger = flow.ledger();
    if (flow.received() == null || ledger == null || ledger.messages().delivered() == null) {
      return null;
    }
    DeliveryLedger deliveries = ledger.deliveries();
    return deliveries == null
        ? new Notifications(
            ledger.messages().delivered() + ledger.messages().lost(),
            ledger.messages().lost(),
            ledger.messages().duplicate())
        : new Notifications(
            deliveries.expected(), deliveries.lost(), ledger.messages().duplicate());
  }

  /** The same to read, below what a tool would have printed. */
  List<String> lines(String tool) {
    List<String> lines = new ArrayList<>();
    lines.add("What " + tool + " does not say:");
    requests.forEach((name, request) -> lines(name, request, lines));
    lines.add(
        "  Times above are service times, as " + tool + " takes them: from when a request was");
    lines.add(
        "  sent. The time that a request waited before, because its user was busy, is in the");
    lines.add("  times from when it was due.");
    lines.add("  Times are of requests that went well; of one without an outcome, as long as it");
    lines.add("  waited. A percentile is precise to 3 digits.");
    return lines;
  }

  private static void lines(String name, Request request, List<String> lines) {
    lines.add("  " + name);
    if (request.users() != null) {
      line(
          lines,
          "closed model: %d users; each waits for an outcome before its next request, so a stall of"
              + " the broker hides most of itself",
          request.users());
    }
    if (request.after() != null) {
      line(lines, "a step: its user sends it after the outcome of %s", request.after());
    }
    if (request.users() == null && request.asked() != null) {
      line(lines, "%.1f/s asked, %.1f/s reached", request.asked(), request.reached());
    } else if (request.asked() != null) {
      line(lines, "%.0f requests asked, %.0f sent", request.asked(), request.reached());
    }
    line(
        lines,
        "%d not sent, %d without an outcome at the end",
        request.notSent(),
        request.unsettled());
    Notifications told = request.notifications();
    if (told != null) {
      line(
          lines,
          "notifications: %d expected, %d lost%s",
          told.expected(),
          told.lost(),
          told.duplicate() == null ? "" : ", " + told.duplicate() + " came again");
    }
    LatencySummary due = request.fromDue();
    if (due.count() > 0) {
      line(
          lines,
          "from when it was due: 50 %% in %.2f ms, 99 %% in %.2f ms, slowest %.2f ms",
          due.times().p50(),
          due.times().p99(),
          due.times().max());
    }
  }

  private static void line(List<String> lines, String format, Object... values) {
    lines.add("    " + String.format(Locale.ROOT, format, values));
  }
}
