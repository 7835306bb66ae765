// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

/**
 * Limits that a client sets itself; sessions share one record.
 *
 * @param maxInFlight messages of QoS 1 and 2 that wait for their acknowledgement at most, where the
 *     server allows more
 * @param maxQueued messages that wait for one of those to be acknowledged at most
 * @param maxUnwritten bytes that the network has not taken yet, above which no message is accepted
 * @param maximumPacket bytes of the longest packet that is read; a client of 5.0 names it to the
 *     server by a property of its CONNECT
 * @param aliases whether topics are sent by an alias, as far as the server allows
 * @param pingTimeoutNanos the longest time that a server may take to answer a ping
 */
public record SessionLimits(
    int maxInFlight,
    int maxQueued,
    int maxUnwritten,
    int maximumPacket,
    boolean aliases,
    long pingTimeoutNanos) {
  private static final int MEGABYTE = 1 << 20;

  /** Limits that hold where a user sets no others. */
  public static final SessionLimits DEFAULT =
      new SessionLimits(65_535, 10_000, MEGABYTE, 16 * MEGABYTE, false, 10_000_000_000L);

  /** The same with at most that many messages in flight. */
  public SessionLimits withMaxInFlight(int most) {
    return new SessionLimits(
        most, maxQueued, maxUnwritten, maximumPacket, aliases, pingTimeoutNanos);
  }

  /** The same with at most that many messages that wait for credit. */
  public SessionLimits withMaxQueued(int most) {
    return new SessionLimits(
        maxInFlight, most, maxUnwritten, maximumPacket, aliases, pingTimeoutNanos);
  }

  /** The same with or without aliases of topics. */
  public SessionLimits withAliases(boolean wanted) {
    return new SessionLimits(
        maxInFlight, maxQueued, maxUnwritten, maximumPacket, wanted, pingTimeoutNanos);
  }
}
