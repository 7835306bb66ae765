package io.fleetload.backend.ledger;

import io.fleetload.results.ClockOffset;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.Leg;
import io.fleetload.stamp.Stamp;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long each leg of a command took, read off the answer's stamp, which carries the times of the
 * whole way; nothing is kept for a command under way. Not thread-safe.
 */
final class CommandLegs {
  private final Map<Leg, LatencyHistogram> legs = new EnumMap<>(Leg.class);
  private long bestWay = Long.MAX_VALUE;
  private long bestOffset;
  private long samples;

  CommandLegs() {
    for (Leg leg : Leg.values()) {
      legs.put(leg, new LatencyHistogram());
    }
  }

  /**
   * An answer arrived for the first time.
   *
   * @param seen when, ns since the epoch
   */
  void answered(Stamp answer, long seen) {
    Stamp.Legs times = answer.legs();
    if (times == null) {
      return;
    }
    record(Leg.QUERY_TO_BACKEND, times.querySent(), times.queryReceived());
    record(Leg.BACKEND_TO_COMMAND, times.queryReceived(), times.commandWritten());
    record(Leg.COMMAND_TO_DEVICE, times.commandWritten(), times.commandReceived());
    record(Leg.DEVICE_TO_ANSWER, times.commandReceived(), answer.sent());
    record(Leg.ANSWER_TO_BACKEND, answer.sent(), seen);
    record(Leg.WHOLE, times.querySent(), seen);
    look(times);
  }

  /** The legs so far, independent of this. */
  Map<String, LatencyHistogram> copy() {
    Map<String, LatencyHistogram> copies = new LinkedHashMap<>();
    legs.forEach((leg, histogram) -> copies.put(leg.key(), histogram.copy()));
    return copies;
  }

  /** How far the clocks are apart; null before the first answer. */
  ClockOffset clock() {
    return samples == 0 ? null : new ClockOffset(bestOffset, bestWay / 2, samples);
  }

  private void look(Stamp.Legs times) {
    samples++;
    long way =
        times.commandReceived()
            - times.querySent()
            - (times.commandWritten() - times.queryReceived());
    if (way < bestWay) {
      bestWay = way;
      bestOffset =
          (times.queryReceived()
                  - times.querySent()
                  + (times.commandWritten() - times.commandReceived()))
              / 2;
    }
  }

  private void record(Leg leg, long from, long to) {
    legs.get(leg).record(to - from);
  }
}
