// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import java.util.List;
import java.util.Map;

/**
 * All handshakes of the fleet, the first ones and those of sessions that came back.
 *
 * @param full the ones that negotiated a new session
 * @param resumed the ones that resumed a session
 * @param withConnectionId of both, the ones after which the target knows the device by an id
 * @param perSecond the course of it
 */
public record Handshakes(
    long full, long resumed, long withConnectionId, @RequiredPart HandshakeSeconds perSecond) {

  /**
   * Second by second from the first attempt; each list has one place a second.
   *
   * @param begun attempts begun in that second
   * @param succeeded attempts that went well in that second
   * @param failed attempts that failed in that second
   * @param ended sessions that ended in that second: those that succeeded until then without those
   *     that ended are open. Null in a book of an earlier version
   * @param failedBy the failed attempts by cause; null likewise
   */
  public record HandshakeSeconds(
      @RequiredPart List<Long> begun,
      @RequiredPart List<Long> succeeded,
      @RequiredPart List<Long> failed,
      List<Long> ended,
      Map<String, List<Long>> failedBy) {}

  /**
   * The figures that people read.
   *
   * @param attempted attempts in all
   * @param succeeded attempts that went well
   * @param failed attempts that failed
   * @param failedBy the same by cause
   * @param full handshakes that negotiated a new session
   * @param resumed handshakes that resumed a session
   * @param withConnectionId of both, those after which the target knows the device by an id
   * @param connectRate first connections over the length of the connect phase, a second
   * @param peakRate the most handshakes that went well within one second
   * @param perSecond the course of it
   */
  public record HandshakeFigures(
      long attempted,
      long succeeded,
      long failed,
      Map<String, Long> failedBy,
      long full,
      long resumed,
      long withConnectionId,
      double connectRate,
      long peakRate,
      HandshakeSeconds perSecond) {}
}
