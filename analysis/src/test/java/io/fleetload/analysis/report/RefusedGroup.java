// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.results.Result;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A run of 95 meters and 5 gateways, of which the target lets no gateway in; no backend takes part.
 */
public final class RefusedGroup {
  private static final int METERS = 95;
  private static final int GATEWAYS = 5;

  private RefusedGroup() {}

  /** The result of it. */
  public static Result result() {
    return result(sessions(METERS, METERS), sessions(GATEWAYS, 0));
  }

  /** The same where gateways and meters share sessions. */
  public static Result ofSharedSessions() {
    return result(null, null);
  }

  private static Result result(DeviceBook.FleetCounts ofMeters, DeviceBook.FleetCounts ofGateways) {
    LatencyHistogram lag = times(1);
    return Result.join(
        new DeviceBook(
            DeviceBook.VERSION,
            "c0ffee",
            "refused",
            true,
            null,
            RunTimeline.of(10, List.of(new DeviceBook.PhaseTimes("measure", 1_000, 11_000))),
            sessions(METERS, METERS).plus(sessions(GATEWAYS, 0)),
            Map.of("telemetry", telemetry()),
            null,
            List.of(
                new GroupBook("meters", 0, METERS, ofMeters, METERS, 0),
                new GroupBook("gateways", METERS, GATEWAYS, ofGateways, 0, 0)),
            GeneratorBook.of(new GeneratorHealth(lag.summary(), 100, 0, 0, List.of()))),
        null,
        List.of());
  }

  private static DeviceBook.FleetCounts sessions(int asked, int connected) {
    boolean refused = connected == 0;
    return new DeviceBook.FleetCounts(
        asked,
        connected,
        refused ? 2L * asked : asked,
        refused ? Map.of("transport.handshake", 2L * asked) : Map.of(),
        0,
        times(connected),
        null,
        new Reconnects(
            new Reconnects.Ends(0, 0, 0, 0, refused ? 0 : 3, 0),
            refused ? 0 : 2,
            refused ? 0 : 2,
            Map.of(),
            refused ? 0 : 1,
            times(refused ? 0 : 2),
            null),
        null,
        null);
  }

  /** One message of each device; those of a gateway are not sent. */
  private static DeviceBook.DeviceFlow telemetry() {
    MessageSet sent = new MessageSet();
    IntStream.range(0, METERS).forEach(sent::add);
    FlowCounts ofMeters = counts(METERS, METERS);
    FlowCounts ofGateways = counts(GATEWAYS, 0);
    return new DeviceBook.DeviceFlow(
            FlowTerms.rate(10.0),
            new FlowNumbers(
                0, METERS + GATEWAYS, new RoundRobin(METERS + GATEWAYS, 0, "device-{index}")),
            new FlowTotals(
                FlowCounts.NONE, ofMeters.plus(ofGateways), times(METERS), times(METERS), null, 0),
            sent,
            sent,
            new MessageSet(),
            new PerSecond(
                List.of(10L), List.of(9L), List.of(9L), List.of(0L), List.of(), Map.of(), null),
            null,
            null)
        .byGroup(List.of(ofMeters, ofGateways))
        .ofTheDeviceOnly();
  }

  private static FlowCounts counts(long due, long sent) {
    return new FlowCounts(
        due,
        sent,
        sent,
        sent,
        Map.of(),
        sent == due ? Map.of() : Map.of("notConnected", due - sent),
        0,
        0);
  }

  private static LatencyHistogram times(int count) {
    LatencyHistogram times = new LatencyHistogram();
    IntStream.range(0, count).forEach(each -> times.record(4_000_000));
    return times;
  }
}
