// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Optional;

/**
 * The stamp of a written rule, in its three addresses: a server of Arion's passes on nothing else
 * that the client said. {@code hostip} is the run. {@code mac} and {@code hostmac} have 46 bits
 * each, since two of the 48 make them addresses that anybody may use (locally administered,
 * unicast, IEEE 802c).
 *
 * <p>Bits of both, the highest first: 1 period, 31 number, 20 client, 40 when it was sent, in µs.
 * The time begins again after 12 days. The client is xored with a hash of all else, and of the
 * flow, which the rule itself says: which client sends a message is known, so a stamp that was
 * changed, or is on a rule of another flow, shows as that of another client.
 */
public final class RuleStamp {
  /** Clients that a stamp can tell apart. */
  public static final int MOST_CLIENTS = 1 << 20;

  private static final int HALF_BITS = 46;
  private static final int TIME_BITS = 40;
  private static final int CLIENT_BITS = 20;
  private static final int NUMBER_BITS = 31;

  /** Of the client, so many bits are in the second half, before the time. */
  private static final int CLIENT_BITS_BELOW = HALF_BITS - TIME_BITS;

  private static final int OCTETS_BELOW_FIRST = 40;
  private static final long LOCAL_UNICAST = 0b10;
  private static final long STEP_NANOS = 1_000;

  /** The golden ratio of 64 bits, as Fibonacci hashing has it (Knuth, volume 3, section 6.4). */
  private static final long ODD = 0x9e37_79b9_7f4a_7c15L;

  /** The most that the sender's clock may be ahead: an hour. */
  private static final long AHEAD_STEPS = 3_600_000_000L;

  private RuleStamp() {}

  /** The address of the host. */
  public static int hostIp(Stamp stamp) {
    return stamp.run().number();
  }

  /** The MAC address of the rule. */
  public static long mac(Stamp stamp) {
    long bits = message(stamp.period(), stamp.n());
    int above = CLIENT_BITS - CLIENT_BITS_BELOW;
    return address((bits << above) | (sealed(stamp) >>> CLIENT_BITS_BELOW));
  }

  /** The MAC address of the host. */
  public static long hostMac(Stamp stamp) {
    long client = sealed(stamp) & mask(CLIENT_BITS_BELOW);
    return address((client << TIME_BITS) | (steps(stamp.sent()) & mask(TIME_BITS)));
  }

  private static long sealed(Stamp stamp) {
    return stamp.device() ^ seal(stamp);
  }

  /** A hash of all but the client, in as many bits as that has. */
  private static int seal(Stamp stamp) {
    long message = message(stamp.period(), stamp.n());
    long hash = ((message << Integer.SIZE) | Integer.toUnsignedLong(stamp.run().number())) * ODD;
    hash = ((hash ^ (hash >>> Integer.SIZE)) ^ (steps(stamp.sent()) & mask(TIME_BITS))) * ODD;
    hash = ((hash ^ (hash >>> Integer.SIZE)) ^ stamp.flow().hashCode()) * ODD;
    return (int) (hash >>> (Long.SIZE - CLIENT_BITS));
  }

  private static long message(Period period, int n) {
    return (period == Period.MEASURED ? 1L << NUMBER_BITS : 0) | n;
  }

  /** The stamp that has the same bits but that of the period. */
  public static Stamp withOtherPeriod(Stamp stamp) {
    Period other = stamp.period() == Period.MEASURED ? Period.WARM_UP : Period.MEASURED;
    Stamp sealed = withClient(stamp, stamp.period(), (int) sealed(stamp));
    Stamp moved = withClient(sealed, other, sealed.device());
    return withClient(moved, other, (int) sealed(moved));
  }

  private static Stamp withClient(Stamp stamp, Period period, int client) {
    return new Stamp(
        stamp.run(), stamp.flow(), period, client, stamp.n(), stamp.due(), stamp.sent());
  }

  /**
   * The stamp of a rule; nothing where it cannot be one, such as of a rule that provisioning wrote.
   *
   * @param flow the one that writes the rule
   * @param hostIp its three addresses as {@link Addresses} reads them
   * @param received when it came, ns since the epoch
   */
  public static Optional<Stamp> read(
      String flow, long hostIp, long mac, long hostMac, long received) {
    if (hostIp == Addresses.NONE || !isLocal(mac) || !isLocal(hostMac)) {
      return Optional.empty();
    }
    long high = bits(mac);
    long low = bits(hostMac);
    long passed = (steps(received) - low) & mask(TIME_BITS);
    if (passed > mask(TIME_BITS) - AHEAD_STEPS) {
      passed -= mask(TIME_BITS) + 1;
    }
    int above = CLIENT_BITS - CLIENT_BITS_BELOW;
    int sealed = (int) (((high & mask(above)) << CLIENT_BITS_BELOW) | (low >>> TIME_BITS));
    int n = (int) ((high >>> above) & mask(NUMBER_BITS));
    Period period = high >>> (above + NUMBER_BITS) == 1 ? Period.MEASURED : Period.WARM_UP;
    long sent = (steps(received) - passed) * STEP_NANOS + STEP_NANOS / 2;
    RunId run = new RunId((int) hostIp);
    Stamp stamp = new Stamp(run, flow, period, sealed, n, sent, sent);
    return Optional.of(withClient(stamp, period, (int) sealed(stamp)));
  }

  /** Checks whether a run wrote a rule. */
  public static boolean isOn(NeighborRule rule) {
    return isLocal(Addresses.readMac(rule.mac())) && isLocal(Addresses.readMac(rule.hostMac()));
  }

  /** Puts the two fixed bits into the first octet. */
  private static long address(long bits) {
    long first = bits >>> OCTETS_BELOW_FIRST;
    return (((first << 2) | LOCAL_UNICAST) << OCTETS_BELOW_FIRST)
        | (bits & mask(OCTETS_BELOW_FIRST));
  }

  private static boolean isLocal(long mac) {
    return mac >= 0 && ((mac >>> OCTETS_BELOW_FIRST) & 0b11) == LOCAL_UNICAST;
  }

  private static long bits(long mac) {
    return ((mac >>> (OCTETS_BELOW_FIRST + 2)) << OCTETS_BELOW_FIRST)
        | (mac & mask(OCTETS_BELOW_FIRST));
  }

  private static long steps(long epochNanos) {
    return epochNanos / STEP_NANOS;
  }

  private static long mask(int bits) {
    return (1L << bits) - 1;
  }
}
