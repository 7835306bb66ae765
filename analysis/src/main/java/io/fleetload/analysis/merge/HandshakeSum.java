// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.Handshakes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The handshakes of all shards. A shard with a later first attempt begins later. */
final class HandshakeSum {
  private HandshakeSum() {}

  /**
   * Adds the handshakes of one more shard to those of the shards before.
   *
   * @param before the sum so far, or null before the first
   * @param more the shard's handshakes, or null if it booked no handshake
   * @param offset time by which the shard began to connect later than the earliest one, in s
   */
  static Handshakes of(Handshakes before, Handshakes more, int offset) {
    if (more == null) {
      return before;
    }
    List<Handshakes> parts = before == null ? List.of(more) : List.of(before, more);
    List<Integer> offsets = before == null ? List.of(offset) : List.of(0, offset);
    return new Handshakes(
        Sums.of(parts, Handshakes::full),
        Sums.of(parts, Handshakes::resumed),
        Sums.of(parts, Handshakes::withConnectionId),
        new Handshakes.HandshakeSeconds(
            seconds(parts, offsets, Handshakes.HandshakeSeconds::begun),
            seconds(parts, offsets, Handshakes.HandshakeSeconds::succeeded),
            seconds(parts, offsets, Handshakes.HandshakeSeconds::failed),
            // A part of the sessions that ended is not the whole of them.
            parts.stream().anyMatch(part -> part.perSecond().ended() == null)
                ? null
                : seconds(parts, offsets, Handshakes.HandshakeSeconds::ended),
            failedBy(parts, offsets)));
  }

  private static Map<String, List<Long>> failedBy(List<Handshakes> parts, List<Integer> offsets) {
    if (parts.stream().anyMatch(part -> part.perSecond().failedBy() == null)) {
      return null;
    }
    Map<String, List<Long>> byCause = new TreeMap<>();
    parts.forEach(
        part -> part.perSecond().failedBy().keySet().forEach(each -> byCause.put(each, List.of())));
    byCause.replaceAll(
        (cause, none) ->
            seconds(parts, offsets, course -> course.failedBy().getOrDefault(cause, List.of())));
    return byCause;
  }

  private static List<Long> seconds(
      List<Handshakes> parts,
      List<Integer> offsets,
      Function<Handshakes.HandshakeSeconds, List<Long>> each) {
    List<Long> sum = new ArrayList<>();
    for (int part = 0; part < parts.size(); part++) {
      Sums.add(sum, each.apply(parts.get(part).perSecond()), offsets.get(part));
    }
    return sum;
  }
}
