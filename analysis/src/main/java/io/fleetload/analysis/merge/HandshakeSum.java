// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.DeviceBook;
import io.fleetload.results.Handshakes;
import io.fleetload.results.Outage;
import io.fleetload.results.Reconnects;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** The handshakes of all shards; a shard whose first attempt was later begins later. */
final class HandshakeSum {
  private HandshakeSum() {}

  static Handshakes handshakes(List<DeviceBook> books) {
    List<DeviceBook> booked =
        books.stream().filter(book -> book.devices().handshakes() != null).toList();
    if (booked.isEmpty()) {
      return null;
    }
    List<Handshakes> parts = booked.stream().map(book -> book.devices().handshakes()).toList();
    long earliest = booked.stream().mapToLong(HandshakeSum::began).min().orElse(0);
    List<Integer> offsets =
        booked.stream().map(book -> (int) Math.round((began(book) - earliest) / 1e3)).toList();
    return new Handshakes(
        Sums.of(parts, Handshakes::full),
        Sums.of(parts, Handshakes::resumed),
        Sums.of(parts, Handshakes::withConnectionId),
        new Handshakes.Course(
            seconds(parts, offsets, Handshakes.Course::begun),
            seconds(parts, offsets, Handshakes.Course::succeeded),
            seconds(parts, offsets, Handshakes.Course::failed)));
  }

  static Reconnects reconnects(List<DeviceBook.Devices> devices) {
    List<Reconnects> parts =
        devices.stream().map(DeviceBook.Devices::reconnects).filter(Objects::nonNull).toList();
    return parts.isEmpty()
        ? null
        : new Reconnects(
            Sums.of(parts, Reconnects::churned),
            Sums.of(parts, Reconnects::stormed),
            Sums.of(parts, Reconnects::rebound),
            Sums.of(parts, Reconnects::rebindLost),
            Sums.of(parts, Reconnects::targetEnded),
            Sums.of(parts, Reconnects::silent),
            Sums.of(parts, Reconnects::attempts),
            Sums.of(parts, Reconnects::succeeded),
            Sums.byKey(parts, Reconnects::failed),
            Sums.of(parts, Reconnects::outstanding),
            Sums.histogram(parts, Reconnects::connectTime),
            outage(parts.stream().map(Reconnects::outage).toList()));
  }

  /** A part of the shards is not the whole of them. */
  private static Outage outage(List<Outage> parts) {
    return parts.contains(null)
        ? null
        : new Outage(
            Sums.of(parts, Outage::sessions),
            Sums.histogram(parts, Outage::goneFor),
            Sums.byKey(parts, Outage::left),
            Sums.byKey(parts, Outage::back),
            times(parts, Outage::firstGoneEpochMs).min(Comparator.naturalOrder()).orElse(null),
            times(parts, Outage::lastBackEpochMs).max(Comparator.naturalOrder()).orElse(null),
            Sums.of(parts, Outage::messagesFailed),
            Sums.of(parts, Outage::messagesLate));
  }

  private static Stream<Long> times(List<Outage> parts, Function<Outage, Long> each) {
    return parts.stream().map(each).filter(Objects::nonNull);
  }

  private static long began(DeviceBook book) {
    return book.phases().isEmpty() ? 0 : book.phases().get(0).startEpochMs();
  }

  private static List<Long> seconds(
      List<Handshakes> parts, List<Integer> offsets, Function<Handshakes.Course, List<Long>> each) {
    List<Long> sum = new ArrayList<>();
    for (int part = 0; part < parts.size(); part++) {
      Sums.add(sum, each.apply(parts.get(part).perSecond()), offsets.get(part));
    }
    return sum;
  }
}
