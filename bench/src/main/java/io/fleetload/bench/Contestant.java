// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.results.time.LatencySummary;
import java.io.IOException;
import java.util.Optional;

/** One of the two clients of a benchmark, in a process of its own. */
public interface Contestant {
  /**
   * Connects devices and lets each send one message.
   *
   * @param count how many more devices
   * @param perSecond how many are begun a second
   * @return what came of it; its requests are the messages
   */
  Deeds connect(int count, double perSecond) throws Exception;

  /**
   * Sends messages from all connected devices.
   *
   * @param seconds how long
   */
  Deeds send(double seconds) throws Exception;

  /**
   * Connects devices, lets each send one message, and closes them.
   *
   * @param count how many
   * @param perSecond how many are begun a second
   * @return what came of it; its requests are the messages
   */
  default Deeds handshakes(int count, double perSecond) throws Exception {
    Deeds deeds = connect(count, perSecond);
    disconnect();
    return deeds;
  }

  /** Prepares a window of sending; what that costs is not counted. */
  default void beforeSending() throws Exception {}

  /** The program whose cost is measured, where it is not this process. */
  default Optional<ProcessHandle> program() {
    return Optional.empty();
  }

  /** Processor time so far of the program whose cost is measured, in ns. */
  default long cpuNanos() throws IOException {
    ProcessHandle measured = program().orElseGet(ProcessHandle::current);
    return measured.info().totalCpuDuration().orElseThrow().toNanos();
  }

  /** Gives back the memory that it does not need, before somebody looks at what it holds. */
  default void collect() throws Exception {
    System.gc();
  }

  /** From the due time to the actual send of the latest messages, in ms; of an open model. */
  default LatencySummary pacing() throws Exception {
    throw new UnsupportedOperationException("it has no due times");
  }

  /** Closes all connections; the devices are gone. */
  void disconnect() throws Exception;

  /**
   * What a contestant did.
   *
   * @param requests confirmed ones
   * @param failed failed ones
   * @param repeated datagrams that the transport sent again
   */
  record Deeds(long requests, long failed, long repeated) {}
}
