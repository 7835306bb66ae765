// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.published;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.time.LatencyHistogram;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The device side's book in the fields and the form of the published "Hono Load Tests with CoAP
 * devices", so that a run stands beside those. Counts are of the measured phase; round-trip times
 * count from the intended send time. {@code coapErrorsSendCommandResponse} and {@code unsettled}
 * among the errors, which that report lacks, are added.
 */
@JsonPropertyOrder({
  "type",
  "numClientSuccessfulConnects",
  "numClientDisconnects",
  "numClientConnectFailureClients",
  "numClientExceptionWhileOpening",
  "publishedTelemetryCount",
  "publishedEventsCount",
  "answeredCommandsCount",
  "receivedCommands",
  "publishedCommandQueries"
})
record PublishedSummary(
    String type,
    long numClientSuccessfulConnects,
    long numClientDisconnects,
    long numClientConnectFailureClients,
    long numClientExceptionWhileOpening,
    long publishedTelemetryCount,
    long publishedEventsCount,
    long answeredCommandsCount,
    long receivedCommands,
    long publishedCommandQueries,
    RoundTrip coapRttSendTelemetry,
    RoundTrip coapRttSendEvent,
    RoundTrip coapRttSendCommandRequest,
    RoundTrip coapRttSendCommandResponse,
    Map<String, Long> coapErrorsSendTelemetry,
    Map<String, Long> coapErrorsSendEvent,
    Map<String, Long> coapErrorsSendCommandRequest,
    Map<String, Long> coapErrorsSendCommandResponse,
    Number runtimeInMinutes) {

  /** The file's name in the run's directory. */
  static final String FILE = "device-simulator.json";

  /** A round-trip time with the unit in the text, as the report prints it. */
  @JsonPropertyOrder({"all", "avg", "95%", "99%", "99.9%", "max"})
  record RoundTrip(
      long all,
      String avg,
      @JsonProperty("95%") String p95,
      @JsonProperty("99%") String p99,
      @JsonProperty("99.9%") String p999,
      String max) {

    /** The round-trip times of a histogram. */
    static RoundTrip of(LatencyHistogram histogram) {
      return new RoundTrip(
          histogram.count(),
          millis(histogram.mean()),
          millis(histogram.percentile(95)),
          millis(histogram.percentile(99)),
          millis(histogram.percentile(99.9)),
          millis(histogram.max()));
    }

    private static String millis(double nanos) {
      return Math.round(nanos / 1e6) + " ms";
    }
  }

  /** The view of a book. */
  static PublishedSummary of(DeviceBook book) {
    FlowTotals telemetry = flow(book, "telemetry");
    FlowTotals event = flow(book, "event");
    FlowTotals query = flow(book, "commandQuery");
    FlowTotals answer = flow(book, "commandResponse");
    DeviceBook.Devices devices = book.devices();
    return new PublishedSummary(
        "device-simulator",
        devices.connected(),
        devices.disconnects(),
        devices.asked() - devices.connected(),
        devices.failed().values().stream().mapToLong(Long::longValue).sum(),
        telemetry.measured().sent(),
        event.measured().sent(),
        answer.measured().ok(),
        query.measured().ok(),
        query.measured().sent(),
        RoundTrip.of(telemetry.response()),
        RoundTrip.of(event.response()),
        RoundTrip.of(query.response()),
        RoundTrip.of(answer.response()),
        errors(telemetry),
        errors(event),
        errors(query),
        errors(answer),
        minutes(book.timeline().measuredSeconds()));
  }

  private static FlowTotals flow(DeviceBook book, String name) {
    DeviceBook.Flow flow = book.flows().get(name);
    return flow == null ? FlowTotals.none() : flow.totals();
  }

  private static Map<String, Long> errors(FlowTotals flow) {
    Map<String, Long> byCode = new TreeMap<>();
    flow.measured()
        .failed()
        .forEach((cause, count) -> byCode.merge(errorName(cause), count, Long::sum));
    if (flow.measured().unsettled() > 0) {
      byCode.put("unsettled", flow.measured().unsettled());
    }
    // The report lists what is special first: the missing command, the codes, the rest.
    Map<String, Long> inReportOrder = new LinkedHashMap<>();
    move("missingCommand", byCode, inReportOrder);
    Long unknown = byCode.remove("unknownCoapError");
    inReportOrder.putAll(byCode);
    if (unknown != null) {
      inReportOrder.put("unknownCoapError", unknown);
    }
    return inReportOrder;
  }

  private static void move(String key, Map<String, Long> from, Map<String, Long> to) {
    Long count = from.remove(key);
    if (count != null) {
      to.put(key, count);
    }
  }

  private static String errorName(String cause) {
    if (cause.equals("backend.missingCommand")) {
      return "missingCommand";
    }
    return cause.startsWith("protocol.")
        ? cause.substring("protocol.".length())
        : "unknownCoapError";
  }

  /** A run's length as the report has it: whole minutes whole, others with two decimals. */
  static Number minutes(double seconds) {
    double minutes = seconds / 60;
    if (minutes == Math.rint(minutes)) {
      return (long) minutes;
    }
    return Math.round(minutes * 100) / 100.0;
  }
}
