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
 * devices", so that a run can be compared with those. Counts are of the measured phase; round-trip
 * times count from the intended send time. {@code coapErrorsSendCommandResponse} and {@code
 * unsettled} among the errors, which that report lacks, are added.
 */
final class PublishedSummary {

  /** The file's name in the run's directory. */
  static final String FILE = "device-simulator.json";

  private PublishedSummary() {}

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

  /** The view of a book: the report's keys with their values, in its order. */
  static Map<String, Object> of(DeviceBook book) {
    FlowTotals telemetry = book.ofKind("telemetry");
    FlowTotals event = book.ofKind("event");
    FlowTotals query = book.ofKind("commandQuery");
    FlowTotals answer = book.ofKind("commandResponse");
    DeviceBook.FleetCounts devices = book.devices();
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("type", "device-simulator");
    view.put("numClientSuccessfulConnects", devices.connected());
    view.put("numClientDisconnects", devices.disconnects());
    view.put("numClientConnectFailureClients", devices.asked() - devices.connected());
    view.put(
        "numClientExceptionWhileOpening",
        devices.failed().values().stream().mapToLong(Long::longValue).sum());
    view.put("publishedTelemetryCount", telemetry.measured().sent());
    view.put("publishedEventsCount", event.measured().sent());
    view.put("answeredCommandsCount", answer.measured().ok());
    view.put("receivedCommands", query.measured().ok());
    view.put("publishedCommandQueries", query.measured().sent());
    view.put("coapRttSendTelemetry", RoundTrip.of(telemetry.response()));
    view.put("coapRttSendEvent", RoundTrip.of(event.response()));
    view.put("coapRttSendCommandRequest", RoundTrip.of(query.response()));
    view.put("coapRttSendCommandResponse", RoundTrip.of(answer.response()));
    view.put("coapErrorsSendTelemetry", errors(telemetry));
    view.put("coapErrorsSendEvent", errors(event));
    view.put("coapErrorsSendCommandRequest", errors(query));
    view.put("coapErrorsSendCommandResponse", errors(answer));
    view.put("runtimeInMinutes", minutes(book.timeline().measuredSeconds()));
    return view;
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
