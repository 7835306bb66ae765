// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import java.util.List;
import java.util.Map;

/**
 * A run as a published report tells of it: without a verdict and without a ledger.
 *
 * @param seconds how long it was measured
 * @param devices how many devices it had
 * @param connected how many of them connected
 * @param flows what was sent
 * @param findings what the report holds and does not say, in sentences
 */
public record PublishedRun(
    double seconds,
    long devices,
    long connected,
    List<PublishedFlow> flows,
    List<String> findings) {

  /**
   * A flow of it.
   *
   * @param name the name that the same flow has in our runs
   * @param asked the rate that was asked for, msg/s; null if the report does not say
   * @param sent how many messages were sent
   * @param failed how many of them failed; null if the report does not say
   * @param responseMs response times in ms by what they are, such as {@code p99}
   */
  public record PublishedFlow(
      String name, Double asked, long sent, Long failed, Map<String, Double> responseMs) {}
}
