package io.fleetload.backend.ledger;

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

  CommandLegs() {
    for (Leg leg : Leg.values()) {
      legs.put(leg, new LatencyHistogram());
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
    record(Leg.QUERY_TO_BACKEND, times.queryReceived() - times.querySent(), ahead);
    record(Leg.BACKEND_TO_COMMAND, times.commandWritten() - times.queryReceived(), ahead);
    record(Leg.COMMAND_TO_DEVICE, times.commandReceived() - times.commandWritten(), ahead);
    record(Leg.DEVICE_TO_ANSWER, answer.sent() - times.commandReceived(), ahead);
    record(Leg.ANSWER_TO_BACKEND, seen - answer.sent(), ahead);
    record(Leg.WHOLE, seen - times.querySent(), ahead);
  }

  /** The legs so far, independent of this. */
  Map<String, LatencyHistogram> copy() {
    Map<String, LatencyHistogram> copies = new LinkedHashMap<>();
    legs.forEach((leg, histogram) -> copies.put(leg.key(), histogram.copy()));
    return copies;
  }

  private void record(Leg leg, long nanos, long ahead) {
    legs.get(leg).record(leg.corrected(nanos, ahead));
  }
}
