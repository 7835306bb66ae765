// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.CountsByKey;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.Leg;
import io.fleetload.results.time.TimeBlocks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The commands that answered the messages of a flow.
 *
 * @param written numbers of the queries with a command that the messaging system acknowledged
 * @param writeFailed commands that were not written, by cause
 * @param writeUnknown numbers of the queries with a command that was handed over and never
 *     acknowledged: it may be written or not
 * @param refused numbers of the queries with a command that the target reported as undeliverable
 * @param legs how long each leg took, in ns, by {@link Leg#key()}; answers of the measured phase,
 *     corrected by the clocks
 * @param legBlocks the same by blocks of time; null if they were not kept
 */
public record WrittenCommands(
    @RequiredPart MessageSet written,
    @RequiredPart Map<String, Long> writeFailed,
    @RequiredPart MessageSet writeUnknown,
    @RequiredPart MessageSet refused,
    @RequiredPart Map<String, LatencyHistogram> legs,
    Map<String, TimeBlocks> legBlocks) {
  static final WrittenCommands NONE =
      new WrittenCommands(new MessageSet(), Map.of(), new MessageSet());

  /** Commands with legs that were not kept by blocks of time. */
  public WrittenCommands(
      MessageSet written,
      Map<String, Long> writeFailed,
      MessageSet writeUnknown,
      MessageSet refused,
      Map<String, LatencyHistogram> legs) {
    this(written, writeFailed, writeUnknown, refused, legs, null);
  }

  static Map<String, LatencyHistogram> legs(List<WrittenCommands> parts) {
    Map<String, LatencyHistogram> sums = new LinkedHashMap<>();
    for (WrittenCommands part : parts) {
      part.legs()
          .forEach(
              (leg, times) -> sums.computeIfAbsent(leg, each -> new LatencyHistogram()).add(times));
    }
    return sums;
  }

  /** The sum of the blocks of each leg; null if any of the parts has none. */
  static Map<String, TimeBlocks> legBlocks(List<WrittenCommands> parts) {
    Map<String, TimeBlocks> sums = new LinkedHashMap<>();
    for (WrittenCommands part : parts) {
      if (part.legBlocks == null) {
        return null;
      }
      part.legBlocks.forEach((leg, blocks) -> sums.merge(leg, blocks, TimeBlocks::sum));
    }
    return sums;
  }

  /** WrittenCommands without a book of legs, each of them written or not. */
  public WrittenCommands(MessageSet written, Map<String, Long> writeFailed, MessageSet refused) {
    this(written, writeFailed, new MessageSet(), refused, Map.of());
  }

  /** These and those that another backend wrote to answer messages of the same flow. */
  public WrittenCommands plus(WrittenCommands others) {
    return new WrittenCommands(
        written.or(others.written),
        CountsByKey.sum(writeFailed, others.writeFailed),
        writeUnknown.or(others.writeUnknown),
        refused.or(others.refused),
        legs(List.of(this, others)),
        legBlocks(List.of(this, others)));
  }
}
