package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.LatencyHistogram;
import java.util.Map;
import java.util.TreeMap;

/** The book of the fleet's connections. All calls come from one thread. */
public final class ConnectionBook {
  private final long asked;
  private final Map<String, Long> failed = new TreeMap<>();
  private final LatencyHistogram connectTime = new LatencyHistogram();
  private long connected;
  private long attempts;
  private long disconnects;

  /** A book for that many devices. */
  public ConnectionBook(long asked) {
    this.asked = asked;
  }

  /** An attempt begins. */
  public void attempt() {
    attempts++;
  }

  /** An attempt went well after that many ns. */
  public void connected(long nanos) {
    connected++;
    connectTime.record(nanos);
  }

  /** An attempt failed. */
  public void failed(Cause cause) {
    failed.merge(cause.key(), 1L, Long::sum);
  }

  /** A session ended that nobody here wanted to end. */
  public void disconnected() {
    disconnects++;
  }

  /** Devices connected so far. */
  public long connected() {
    return connected;
  }

  /** An independent copy of the book as it stands. */
  public DeviceBook.Devices snapshot() {
    return new DeviceBook.Devices(
        asked, connected, attempts, new TreeMap<>(failed), disconnects, connectTime.copy());
  }
}
