// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedSummaryTest {

  @TempDir Path directory;

  private static LatencyHistogram millis(long... each) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long ms : each) {
      histogram.record(ms * 1_000_000);
    }
    return histogram;
  }

  private static DeviceBook.DeviceFlow flow(
      long sent, long ok, Map<String, Long> failed, LatencyHistogram response) {
    return new DeviceBook.DeviceFlow(
        FlowTerms.rate(300.0),
        new FlowNumbers(0, sent, null),
        new FlowTotals(
            FlowCounts.NONE,
            new FlowCounts(sent, sent, sent, ok, failed, Map.of(), 0, 0),
            response,
            millis(999),
            null,
            0),
        new MessageSet(),
        new MessageSet(),
        new MessageSet(),
        null,
        null,
        null);
  }

  private static DeviceBook book(double seconds, Map<String, DeviceBook.DeviceFlow> flows) {
    return new DeviceBook(
        DeviceBook.VERSION,
        "c0ffee",
        "seed",
        true,
        null,
        RunTimeline.of(seconds, List.of()),
        new DeviceBook.FleetCounts(
            2_500,
            2_498,
            2_510,
            Map.of("transport.handshake", 9L, "transport.timeout", 3L),
            4,
            new LatencyHistogram(),
            null,
            null,
            null),
        flows,
        null,
        GeneratorBook.of(
            new GeneratorHealth(new LatencyHistogram().summary(), 1, 0, 0, List.of())));
  }

  private String written(DeviceBook book) throws IOException {
    new PublishedForm().write(book, directory);
    return Files.readString(directory.resolve(PublishedSummary.FILE));
  }

  @Test
  void theFileHasThePublishedForm() throws IOException {
    Map<String, DeviceBook.DeviceFlow> flows = new LinkedHashMap<>();
    flows.put(
        "telemetry",
        flow(
            127_026,
            126_824,
            Map.of(
                "transport.timeout",
                100L,
                "transport.reset",
                7L,
                "protocol.5.03",
                90L,
                "protocol.4.04",
                4L),
            millis(14)));
    flows.put("event", flow(127_025, 127_025, Map.of(), millis(15, 15)));
    flows.put(
        "commandQuery",
        flow(
            127_024,
            125_784,
            Map.of(
                "protocol.5.03", 90L,
                "transport.timeout", 119L,
                "backend.lateCommand", 2L,
                "backend.missingCommand", 1_031L),
            millis(68, 68, 68)));
    flows.put(
        "commandResponse",
        flow(125_784, 125_602, Map.of("protocol.5.03", 182L), millis(18, 18, 18, 18)));
    assertThat(written(book(900, flows)))
        .isEqualTo(
            """
            {
              "type" : "device-simulator",
              "numClientSuccessfulConnects" : 2498,
              "numClientDisconnects" : 4,
              "numClientConnectFailureClients" : 2,
              "numClientExceptionWhileOpening" : 12,
              "publishedTelemetryCount" : 127026,
              "publishedEventsCount" : 127025,
              "answeredCommandsCount" : 125602,
              "receivedCommands" : 125784,
              "publishedCommandQueries" : 127024,
              "coapRttSendTelemetry" : {
                "all" : 1,
                "avg" : "14 ms",
                "95%" : "14 ms",
                "99%" : "14 ms",
                "99.9%" : "14 ms",
                "max" : "14 ms"
              },
              "coapRttSendEvent" : {
                "all" : 2,
                "avg" : "15 ms",
                "95%" : "15 ms",
                "99%" : "15 ms",
                "99.9%" : "15 ms",
                "max" : "15 ms"
              },
              "coapRttSendCommandRequest" : {
                "all" : 3,
                "avg" : "68 ms",
                "95%" : "68 ms",
                "99%" : "68 ms",
                "99.9%" : "68 ms",
                "max" : "68 ms"
              },
              "coapRttSendCommandResponse" : {
                "all" : 4,
                "avg" : "18 ms",
                "95%" : "18 ms",
                "99%" : "18 ms",
                "99.9%" : "18 ms",
                "max" : "18 ms"
              },
              "coapErrorsSendTelemetry" : {
                "4.04" : 4,
                "5.03" : 90,
                "unknownCoapError" : 107
              },
              "coapErrorsSendEvent" : { },
              "coapErrorsSendCommandRequest" : {
                "missingCommand" : 1031,
                "5.03" : 90,
                "unknownCoapError" : 121
              },
              "coapErrorsSendCommandResponse" : {
                "5.03" : 182
              },
              "runtimeInMinutes" : 15
            }
            """);
  }

  @Test
  void aFlowThatTheRunDidNotHaveCountsNothing() throws IOException {
    String text = written(book(20, Map.of()));
    assertThat(text)
        .contains("\"publishedTelemetryCount\" : 0,")
        .contains("\"avg\" : \"0 ms\",")
        .contains("\"coapErrorsSendTelemetry\" : { },")
        .contains("\"runtimeInMinutes\" : 0.33\n");
  }
}
