// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The faults of real servers. Each number k means every k-th location message, or every k-th
 * authentication; 0 means never.
 *
 * @param unpublished acknowledged, and not published
 * @param wrongResult published, and acknowledged with the results 1 to 4 in turn
 * @param cut published, and the connection closed instead of an answer
 * @param silent published, and not answered
 * @param refused authentications with result 1, after which the connection is closed
 * @param delay how late everything is sent
 */
public record Misconduct(
    int unpublished, int wrongResult, int cut, int silent, int refused, Duration delay) {

  /** The options of the command line that ask for it. */
  public List<String> arguments() {
    return Stream.of(
            "--acknowledge-without-publishing=" + unpublished,
            "--wrong-result=" + wrongResult,
            "--cut=" + cut,
            "--silent=" + silent,
            "--refuse-authentication=" + refused,
            "--delay-ms=" + delay.toMillis())
        .filter(argument -> !argument.endsWith("=0"))
        .toList();
  }

  /** Checks whether the n-th is one of every k-th. */
  static boolean hits(int k, long n) {
    return k > 0 && n % k == 0;
  }
}
