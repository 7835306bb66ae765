// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.BlockRecorder;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.Leg;
import io.fleetload.results.time.TimeBlocks;
import io.fleetload.stamp.Stamp;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The commands that answer the messages of one flow. How long each leg took is read off the
 * answer's stamp, which carries the times of the whole way; nothing is kept for a command under
 * way. Not thread-safe.
 */
final class CommandLegs {
  final MessageSet written = new MessageSet();
  final Map<String, Long> failed = new TreeMap<>();
  final MessageSet unknown = new MessageSet();
  final MessageSet refused = new MessageSet();
  private final Map<Leg, LatencyHistogram> legs = new EnumMap<>(Leg.class);
  private final Map<Leg, BlockRecorder> blocks = new EnumMap<>(Leg.class);

  CommandLegs() {
    for (Leg leg : Leg.values()) {
      legs.put(leg, new LatencyHistogram());
      blocks.put(leg, new BlockRecorder());
    }
  }

  /**
   * An answer arrived for the first time.
   *
   * @param seen when, ns since the epoch
   * @param ahead how far the backend's clock is ahead of the device's, in ns
   */
  void answered(Stamp answer, long seen, long ahead) {
    Stamp.Legs times = answer.legs();
    if (times == null) {
      return;
    }
    record(Leg.QUERY_TO_BACKEND, times.querySent(), times.queryReceived(), seen, ahead);
    record(Leg.BACKEND_TO_COMMAND, times.queryReceived(), times.commandWritten(), seen, ahead);
    record(Leg.COMMAND_TO_DEVICE, times.commandWritten(), times.commandReceived(), seen, ahead);
    record(Leg.DEVICE_TO_ANSWER, times.commandReceived(), answer.sent(), seen, ahead);
    record(Leg.ANSWER_TO_BACKEND, answer.sent(), seen, seen, ahead);
    record(Leg.WHOLE, times.querySent(), seen, seen, ahead);
  }

  /** Number of commands that could not be written. */
  long failures() {
    return failed.values().stream().mapToLong(Long::longValue).sum();
  }

  /** An independent copy for the book. */
  WrittenCommands copy() {
    Map<String, LatencyHistogram> copies = new LinkedHashMap<>();
    legs.forEach((leg, histogram) -> copies.put(leg.key(), histogram.copy()));
    Map<String, TimeBlocks> byBlocks = new LinkedHashMap<>();
    blocks.forEach((leg, recorder) -> byBlocks.put(leg.key(), recorder.blocks()));
    return new WrittenCommands(
        written.copy(), Map.copyOf(failed), unknown.copy(), refused.copy(), copies, byBlocks);
  }

  private void record(Leg leg, long from, long to, long seen, long ahead) {
    if (from != Stamp.UNKNOWN && to != Stamp.UNKNOWN) {
      long took = leg.corrected(to - from, ahead);
      legs.get(leg).record(took);
      blocks.get(leg).record(seen, took);
    }
  }
}
