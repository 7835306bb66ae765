// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.published;

import io.fleetload.hono.published.PublishedSummary.RoundTrip;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The backend's book in the flat form of the published "Hono Load Tests with CoAP devices", beside
 * that of the device side. Counts are of the measured phase, without duplicates where they count
 * messages; times run from the device's actual send time to the receipt.
 */
final class PublishedBackendSummary {

  /** The file's name in the run's directory. */
  static final String FILE = "backend-simulator.json";

  private PublishedBackendSummary() {}

  /** The view of a book: the report's keys with their values, in its order. */
  static Map<String, Object> of(BackendBook book) {
    Collection<BackendBook.BackendFlow> telemetry = book.ofKind("telemetry").values();
    Collection<BackendBook.BackendFlow> event = book.ofKind("event").values();
    Collection<BackendBook.BackendFlow> query = book.ofKind("commandQuery").values();
    Collection<BackendBook.BackendFlow> response = book.ofKind("commandResponse").values();
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("type", "backend-simulator");
    view.put("receivedTelemetryCount", messages(telemetry));
    view.put("receivedEventsCount", messages(event));
    view.put("receivedCommandQueries", messages(query));
    view.put("sentCommands", measured(query, WrittenCommands::written));
    view.put("receivedCommandResponses", messages(response));
    view.put("refusedCommands", measured(query, WrittenCommands::refused));
    view.put("duplicates", sum(book, BackendBook.ReceiptCounts::duplicate));
    view.put("outOfOrder", sum(book, BackendBook.ReceiptCounts::outOfOrder));
    view.put("endToEndTelemetry", endToEnd(telemetry));
    view.put("endToEndEvent", endToEnd(event));
    view.put("endToEndCommandQuery", endToEnd(query));
    view.put("endToEndCommandResponse", endToEnd(response));
    view.put("runtimeInMinutes", PublishedSummary.minutes(book.reading().runSeconds()));
    return view;
  }

  private static long measured(
      Collection<BackendBook.BackendFlow> queries, Function<WrittenCommands, MessageSet> which) {
    return queries.stream()
        .filter(each -> each.firstMeasured() != null && each.commands() != null)
        .mapToLong(
            each ->
                which
                    .apply(each.commands())
                    .between(each.firstMeasured(), Integer.MAX_VALUE)
                    .size())
        .sum();
  }

  private static long messages(Collection<BackendBook.BackendFlow> flows) {
    return flows.stream()
        .mapToLong(each -> each.measured().records() - each.measured().duplicate())
        .sum();
  }

  private static RoundTrip endToEnd(Collection<BackendBook.BackendFlow> flows) {
    return RoundTrip.of(
        flows.stream()
            .map(BackendBook.BackendFlow::endToEnd)
            .reduce(LatencyHistogram::plus)
            .orElseGet(LatencyHistogram::new));
  }

  private static long sum(BackendBook book, ToLongFunction<BackendBook.ReceiptCounts> figure) {
    return book.flows().values().stream()
        .map(BackendBook.BackendFlow::measured)
        .mapToLong(figure)
        .sum();
  }
}
