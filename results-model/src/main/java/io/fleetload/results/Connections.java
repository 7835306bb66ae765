// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Handshakes;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.run.TargetClock;
import io.fleetload.results.time.LatencySummary;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Connections of the fleet. The first connections of the connect phase have figures of their own,
 * as the target meets the devices for the first time then.
 *
 * @param asked sessions that the profile asks for: one a device, or one a gateway; of a device that
 *     joins later from then on
 * @param connected those of them that opened, each counted once
 * @param notConnected sessions asked for that were not, without those that a limit kept out which
 *     the profile expects; absent in an earlier version's result
 * @param attempts attempts at them, with retries
 * @param failedBy failed attempts by cause
 * @param disconnects sessions that the target or the network ended during the run
 * @param unexpectedAnswers answers of the target to what had its answer already, or to a request
 *     that no device sent, in the whole run; absent in an earlier version's result
 * @param connectTime how long a successful attempt took
 * @param handshakes all handshakes, the later ones as well; absent where they were not booked
 * @param reconnects sessions that began again; absent where none was meant to
 * @param wave devices that joined or left while messages flowed; absent where none was to
 * @param targetClock the target's clock against the devices'; absent where no message asks for it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Connections(
    long asked,
    long connected,
    Long notConnected,
    long attempts,
    Map<String, Long> failedBy,
    long disconnects,
    Long unexpectedAnswers,
    LatencySummary connectTime,
    Handshakes.HandshakeFigures handshakes,
    Reconnects.ReconnectFigures reconnects,
    DeviceBook.WaveCounts wave,
    TargetClock.TargetClockFigures targetClock) {

  private static final String CONNECT = "connect";

  static Connections of(DeviceBook book) {
    DeviceBook.FleetCounts devices = book.devices();
    return new Connections(
        devices.asked(),
        devices.connected(),
        Math.max(0, devices.asked() - devices.connected() - LimitResult.keptOut(book.limits())),
        devices.attempts(),
        devices.failed(),
        devices.disconnects(),
        devices.unexpectedAnswers(),
        devices.connectTime().estimates(),
        devices.handshakes() == null ? null : handshakes(book),
        devices.reconnects() == null ? null : devices.reconnects().figures(),
        devices.wave(),
        devices.targetClock() == null ? null : devices.targetClock().figures());
  }

  private static Handshakes.HandshakeFigures handshakes(DeviceBook book) {
    DeviceBook.FleetCounts devices = book.devices();
    Handshakes all = devices.handshakes();
    Reconnects again = devices.reconnects();
    Map<String, Long> failedBy = new TreeMap<>(devices.failed());
    if (again != null) {
      again.failed().forEach((cause, count) -> failedBy.merge(cause, count, Long::sum));
    }
    double seconds = connectSeconds(book.timeline().phases());
    return new Handshakes.HandshakeFigures(
        devices.attempts() + (again == null ? 0 : again.attempts()),
        all.full() + all.resumed(),
        failedBy.values().stream().mapToLong(Long::longValue).sum(),
        failedBy,
        all.full(),
        all.resumed(),
        all.withConnectionId(),
        seconds == 0 ? 0 : Math.round(devices.connectedAtFirst() / seconds * 1_000) / 1_000.0,
        all.perSecond().succeeded().stream().mapToLong(Long::longValue).max().orElse(0),
        all.perSecond());
  }

  private static double connectSeconds(List<DeviceBook.PhaseTimes> phases) {
    return phases.stream()
        .filter(phase -> phase.name().equals(CONNECT) && phase.endEpochMs() > 0)
        .mapToDouble(phase -> (phase.endEpochMs() - phase.startEpochMs()) / 1_000.0)
        .sum();
  }
}
