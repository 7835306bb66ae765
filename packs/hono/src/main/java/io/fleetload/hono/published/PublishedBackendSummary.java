// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.published;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.fleetload.hono.published.PublishedSummary.RoundTrip;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.run.MessageSet;
import java.util.function.ToLongFunction;

/**
 * The backend's book in the flat form of the published "Hono Load Tests with CoAP devices", beside
 * that of the device side. Counts are of the measured phase, without duplicates where they count
 * messages; times run from the device's actual send time to the receipt.
 *
 * @param type what wrote it
 * @param receivedTelemetryCount telemetry messages, each once
 * @param receivedEventsCount events, each once
 * @param receivedCommandQueries command queries, each once
 * @param sentCommands commands that the messaging system acknowledged
 * @param receivedCommandResponses answers to commands, each once
 * @param refusedCommands commands that the target reported as undeliverable
 * @param duplicates further copies, of all flows
 * @param outOfOrder messages that a later one of their device and flow overtook, of all flows
 * @param runtimeInMinutes how long the backend ran
 */
@JsonPropertyOrder({
  "type",
  "receivedTelemetryCount",
  "receivedEventsCount",
  "receivedCommandQueries",
  "sentCommands",
  "receivedCommandResponses",
  "refusedCommands",
  "duplicates",
  "outOfOrder"
})
record PublishedBackendSummary(
    String type,
    long receivedTelemetryCount,
    long receivedEventsCount,
    long receivedCommandQueries,
    long sentCommands,
    long receivedCommandResponses,
    long refusedCommands,
    long duplicates,
    long outOfOrder,
    RoundTrip endToEndTelemetry,
    RoundTrip endToEndEvent,
    RoundTrip endToEndCommandQuery,
    RoundTrip endToEndCommandResponse,
    Number runtimeInMinutes) {

  /** The file's name in the run's directory. */
  static final String FILE = "backend-simulator.json";

  /** The view of a book. */
  static PublishedBackendSummary of(BackendBook book) {
    BackendBook.Flow telemetry = book.flow("telemetry");
    BackendBook.Flow event = book.flow("event");
    BackendBook.Flow query = book.flow("commandQuery");
    BackendBook.Flow response = book.flow("commandResponse");
    BackendBook.Commands commands = book.commands("commandQuery");
    return new PublishedBackendSummary(
        "backend-simulator",
        messages(telemetry),
        messages(event),
        messages(query),
        measured(commands.written(), query),
        messages(response),
        measured(commands.refused(), query),
        sum(book, BackendBook.Receipts::duplicate),
        sum(book, BackendBook.Receipts::outOfOrder),
        RoundTrip.of(telemetry.endToEnd()),
        RoundTrip.of(event.endToEnd()),
        RoundTrip.of(query.endToEnd()),
        RoundTrip.of(response.endToEnd()),
        PublishedSummary.minutes(book.reading().runSeconds()));
  }

  private static long measured(MessageSet commands, BackendBook.Flow queries) {
    return queries.firstMeasured() == null
        ? 0
        : commands.between(queries.firstMeasured(), Integer.MAX_VALUE).size();
  }

  private static long messages(BackendBook.Flow flow) {
    return flow.measured().records() - flow.measured().duplicate();
  }

  private static long sum(BackendBook book, ToLongFunction<BackendBook.Receipts> figure) {
    return book.flows().values().stream().map(BackendBook.Flow::measured).mapToLong(figure).sum();
  }
}
