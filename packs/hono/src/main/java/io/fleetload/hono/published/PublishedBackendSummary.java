// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.published;

import io.fleetload.hono.published.PublishedSummary.RoundTrip;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.run.MessageSet;
import java.util.LinkedHashMap;
import java.util.Map;
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
    BackendBook.BackendFlow telemetry = book.flow("telemetry");
    BackendBook.BackendFlow event = book.flow("event");
    BackendBook.BackendFlow query = book.flow("commandQuery");
    BackendBook.BackendFlow response = book.flow("commandResponse");
    WrittenCommands commands = book.commands("commandQuery");
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("type", "backend-simulator");
    view.put("receivedTelemetryCount", messages(telemetry));
    view.put("receivedEventsCount", messages(event));
    view.put("receivedCommandQueries", messages(query));
    view.put("sentCommands", measured(commands.written(), query));
    view.put("receivedCommandResponses", messages(response));
    view.put("refusedCommands", measured(commands.refused(), query));
    view.put("duplicates", sum(book, BackendBook.ReceiptCounts::duplicate));
    view.put("outOfOrder", sum(book, BackendBook.ReceiptCounts::outOfOrder));
    view.put("endToEndTelemetry", RoundTrip.of(telemetry.endToEnd()));
    view.put("endToEndEvent", RoundTrip.of(event.endToEnd()));
    view.put("endToEndCommandQuery", RoundTrip.of(query.endToEnd()));
    view.put("endToEndCommandResponse", RoundTrip.of(response.endToEnd()));
    view.put("runtimeInMinutes", PublishedSummary.minutes(book.reading().runSeconds()));
    return view;
  }

  private static long measured(MessageSet commands, BackendBook.BackendFlow queries) {
    return queries.firstMeasured() == null
        ? 0
        : commands.between(queries.firstMeasured(), Integer.MAX_VALUE).size();
  }

  private static long messages(BackendBook.BackendFlow flow) {
    return flow.measured().records() - flow.measured().duplicate();
  }

  private static long sum(BackendBook book, ToLongFunction<BackendBook.ReceiptCounts> figure) {
    return book.flows().values().stream()
        .map(BackendBook.BackendFlow::measured)
        .mapToLong(figure)
        .sum();
  }
}
