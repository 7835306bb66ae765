// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.contestant;

import io.fleetload.results.time.LatencySummary;

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

  /** From the due time to the actual send of the latest messages, in ms; of an open model. */
  default LatencySummary pacing() throws Exception {
    throw new UnsupportedOperationException("it has no due times");
  }

  /** Closes all connections; the devices are gone. */
  void disconnect() throws Exception;

  /**
   * Counts of a contestant's requests.
   *
   * @param requests confirmed ones
   * @param failed failed ones
   * @param repeated datagrams that the transport sent again
   */
  record Deeds(long requests, long failed, long repeated) {}
}
