// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.Handshakes;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.outage.Outage;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
  private static LatencyHistogram of(long nanos) {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(nanos);
    return histogram;
  }

  private static DeviceBook book(Reconnects again) {
    return book(again, null);
  }

  private static DeviceBook book(Reconnects again, DeviceBook.WaveCounts wave) {
    DeviceBook.FleetCounts devices =
        new DeviceBook.FleetCounts(
            40,
            39,
            44,
            Map.of("transport.timeout", 5L),
            1,
            of(3_000_000),
            new Handshakes(
                41,
                7,
                2,
                new Handshakes.HandshakeSeconds(
                    List.of(30L, 25L), List.of(28L, 20L), List.of(2L, 5L), null, null)),
            again,
            null,
            0L,
            wave,
            null);
    return new DeviceBook(
        DeviceBook.VERSION,
        "1f",
        "connections",
        true,
        null,
        RunTimeline.of(1, List.of(new DeviceBook.PhaseTimes("connect", 1_000, 3_000))),
        devices,
        Map.of(),
        null,
        GeneratorBook.of(new GeneratorHealth(of(1).summary(), 1, 0, 0, List.of())));
  }

  @Test
  void allHandshakesAreTheFirstOnesAndThoseOfSessionsThatCameBack() {
    Reconnects again =
        new Reconnects(
            new Reconnects.Ends(4, 3, 5, 1, 2, 3),
            14,
            12,
            Map.of("transport.timeout", 2L),
            1,
            of(9_000_000),
            Outage.none());
    Connections connections = Connections.of(book(again));

    Handshakes.HandshakeFigures all = connections.handshakes();
    assertThat(all.attempted()).isEqualTo(58);
    assertThat(all.succeeded()).isEqualTo(48);
    assertThat(all.failed()).isEqualTo(7);
    assertThat(all.failedBy()).containsEntry("transport.timeout", 7L);
    assertThat(all.connectRate()).isEqualTo(19.5);
    assertThat(all.peakRate()).isEqualTo(28);
    assertThat(connections.attempts()).isEqualTo(44);
    assertThat(connections.connectTime().times().max()).isLessThan(4);
    assertThat(connections.reconnects().connectTime().times().max()).isGreaterThan(8);
    assertThat(again.remainder()).isZero();
  }

  @Test
  void aSessionThatIsNeitherBackNorOutstandingIsARemainder() {
    Reconnects again =
        new Reconnects(
            new Reconnects.Ends(4, 3, 5, 1, 2, 3), 11, 11, Map.of(), 1, of(1), Outage.none());

    assertThat(again.remainder()).isEqualTo(1);
  }

  @Test
  void theRateOfTheConnectPhaseIsOfTheSessionsThatWereOpenThen() {
    DeviceBook.WaveCounts wave = new DeviceBook.WaveCounts(30, 29, 5);
    Connections connections = Connections.of(book(null, wave));

    assertThat(connections.wave()).isEqualTo(wave);
    assertThat(connections.connected()).isEqualTo(39);
    assertThat(connections.handshakes().connectRate()).isEqualTo(5);
    assertThat(DeviceBook.WaveCounts.note(wave)).isEqualTo(" (30 joined later, 5 left)");
    assertThat(DeviceBook.WaveCounts.note(new DeviceBook.WaveCounts(0, 0, 5)))
        .isEqualTo(" (5 left)");
    assertThat(DeviceBook.WaveCounts.note(null)).isEmpty();
  }

  @Test
  void whatTheProfileWantsNotToBeSentIsNotHeldAgainstTheFlow() {
    FlowCounts counts =
        new FlowCounts(
            100, 59, 59, 59, Map.of(), Map.of("asleep", 10L, "away", 30L, "deviceBusy", 1L), 0, 0);
    DeviceBook.DeviceFlow flow =
        new DeviceBook.DeviceFlow(
            FlowTerms.rate(10.0),
            new FlowNumbers(0, 100, null),
            new FlowTotals(FlowCounts.NONE, counts, of(1), of(1), null, 0),
            new MessageSet(),
            new MessageSet(),
            new MessageSet(),
            new PerSecond(List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), null),
            null,
            null);

    assertThat(FlowResult.of(flow, null, Books.device(Map.of())).load().achieved())
        .isEqualTo(0.98333);
  }
}
