// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import io.fleetload.profile.ClosedUsers;
import io.fleetload.profile.Timing;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.schedule.UserNumbers;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The stamp of a message in the latitude and longitude of its location, since a JT/T 808 server
 * passes on nothing else that the terminal said. It has 53 bits, 26 of the latitude and 27 of the
 * longitude, so that every stamp is a place on earth, in millionths of a degree.
 *
 * <p>Bits, the highest first: 1 period, 2 flow, 26 of the run and which message of its terminal it
 * is, 24 when it was sent, in steps of 0.1 ms. The number has as many of the 26 as the messages
 * that the profile lets a terminal send may need, 21 at most, and the run has the others, so that
 * runs of few messages differ in many bits. The time begins again after 28 minutes; a message that
 * comes later than that would look earlier than it is. The phone number says which terminal it is.
 */
public final class LocationStamp {
  /** Messages that a terminal can number in a flow. */
  static final int MOST_ROUNDS = 1 << 21;

  private static final int LONGITUDE_BITS = 27;
  private static final int TIME_BITS = 24;
  private static final int LATITUDE_BITS = 26;
  private static final int MOST_ROUND_BITS = 21;
  private static final int ROUND_AND_RUN_BITS = 26;
  private static final int FLOW_BITS = 2;

  /** Arrivals at random are more than their mean now and then, and a few rounds are cheap. */
  private static final int SPARE = 4;

  private static final int SPARE_ROUNDS = 64;
  private static final long STEP_NANOS = 100_000;

  /** The golden ratio's part of 2^32, odd (Knuth, The Art of Computer Programming 3, 6.4). */
  private static final int MIX = 0x9e3779b9;

  /** Steps that the clock of the sender may be ahead at most. */
  private static final long AHEAD_STEPS = 100_000;

  private final List<String> names = new ArrayList<>();
  private final Map<String, Numbers> numbers = new HashMap<>();
  private final int roundBits;
  private final int runBits;

  /**
   * Numbering of the messages of a flow.
   *
   * @param turns which terminal has the turn for each
   * @param measuredFrom number of the first measured one of a closed model; 0 of another one
   */
  private record Numbers(RoundRobin turns, int measuredFrom) {
    int round(int n, Period period) {
      return (int) (((long) n - from(period) + turns.firstDevice()) / turns.devices());
    }

    /** The number of a terminal's message; -1 where it has none. */
    int n(int round, int device, Period period) {
      long n = (long) round * turns.devices() + device - turns.firstDevice();
      boolean exists = device < turns.devices() && n >= 0 && n <= Integer.MAX_VALUE - from(period);
      return exists ? from(period) + (int) n : -1;
    }

    private int from(Period period) {
      return period == Period.MEASURED ? measuredFrom : 0;
    }
  }

  /** The stamps of a profile's flows; both sides of a run make the same ones. */
  public LocationStamp(Jt808Profile profile) {
    List<String> due = List.copyOf(profile.flowsByName().keySet());
    for (int i = 0; i < due.size(); i++) {
      Timing flow = profile.timings().get(due.get(i));
      numbers.put(due.get(i), numbers(profile, flow, i, due.size()));
    }
    names.add(Jt808Flows.LOCATION);
    names.add(Jt808Flows.ALERT);
    names.add(Jt808Flows.REPLY);
    numbers.put(Jt808Flows.REPLY, numbers.get(Jt808Flows.ALERT));
    double most = 0;
    for (String each : List.of(Jt808Flows.LOCATION, Jt808Flows.ALERT)) {
      Timing flow = profile.timings().get(each);
      most = flow == null ? most : Math.max(most, profile.mostRounds(flow));
    }
    long rounds = Math.min(MOST_ROUNDS - 1, (long) (SPARE * most) + SPARE_ROUNDS);
    roundBits = Math.min(MOST_ROUND_BITS, Long.SIZE - Long.numberOfLeadingZeros(rounds));
    runBits = ROUND_AND_RUN_BITS - roundBits;
  }

  /**
   * Range of the latitudes of a run's stamps: all of the run is in the bits of these, and next to
   * nothing of another run's.
   *
   * @param from in millionths of a degree
   * @param to the same, the last one
   */
  public record Latitudes(long from, long to) {}

  /** The latitudes of the flows that a platform stores. */
  public List<Latitudes> latitudes(RunId run) {
    int below = LATITUDE_BITS - 1 - FLOW_BITS - runBits;
    List<Latitudes> all = new ArrayList<>();
    for (int period = 0; period <= 1; period++) {
      for (String each : List.of(Jt808Flows.LOCATION, Jt808Flows.ALERT)) {
        long of = ((((long) period << FLOW_BITS) | names.indexOf(each)) << runBits) | tag(run);
        all.add(new Latitudes(of << below, (of << below) | mask(below)));
      }
    }
    return all;
  }

  private static Numbers numbers(Jt808Profile profile, Timing flow, int place, int flows) {
    String naming = profile.devices().id();
    ClosedUsers closed = flow.closed();
    if (closed == null) {
      return new Numbers(RoundRobin.ofFlow(place, flows, profile.devices().count(), naming), 0);
    }
    boolean before =
        profile.phases().ramp().nanos() + profile.phases().warmUp().longest().nanos() > 0;
    return new Numbers(
        new RoundRobin(closed.users(), 0, naming),
        new UserNumbers(closed.users(), before).measuredFrom());
  }

  /** The bits of a stamp. */
  public long bits(Stamp stamp) {
    int round = numbers.get(stamp.flow()).round(stamp.n(), stamp.period());
    if (round >= 1 << roundBits) {
      throw new IllegalStateException("no place for " + round + " messages of one terminal");
    }
    long bits = stamp.period() == Period.MEASURED ? 1 : 0;
    bits = (bits << FLOW_BITS) | names.indexOf(stamp.flow());
    bits = (bits << runBits) | tag(stamp.run());
    bits = (bits << roundBits) | round;
    return (bits << TIME_BITS) | (steps(stamp.sent()) & mask(TIME_BITS));
  }

  /** The bits of a place on earth, in millionths of a degree. */
  public static long bits(long latitude, long longitude) {
    return (latitude << LONGITUDE_BITS) | longitude;
  }

  public static int latitude(long bits) {
    return (int) (bits >>> LONGITUDE_BITS);
  }

  public static int longitude(long bits) {
    return (int) (bits & mask(LONGITUDE_BITS));
  }

  /**
   * The stamp of a place; empty if the place cannot be one of these.
   *
   * @param run the run to look for; a stamp of another run has another one
   * @param device the terminal, by its index
   * @param received when it came, ns since the epoch
   */
  public Optional<Stamp> stamp(
      RunId run, int device, long latitude, long longitude, long received) {
    if (longitude >>> LONGITUDE_BITS != 0 || latitude >>> LATITUDE_BITS != 0) {
      return Optional.empty();
    }
    long bits = bits(latitude, longitude);
    long passed = (steps(received) - bits) & mask(TIME_BITS);
    if (passed > mask(TIME_BITS) - AHEAD_STEPS) {
      passed -= mask(TIME_BITS) + 1;
    }
    bits >>>= TIME_BITS;
    int round = (int) (bits & mask(roundBits));
    bits >>>= roundBits;
    RunId of = (bits & mask(runBits)) == tag(run) ? run : new RunId(~run.number());
    bits >>>= runBits;
    int flow = (int) (bits & mask(FLOW_BITS));
    Period period = bits >>> FLOW_BITS == 1 ? Period.MEASURED : Period.WARM_UP;
    if (flow >= names.size() || numbers.get(names.get(flow)) == null) {
      return Optional.empty();
    }
    int n = numbers.get(names.get(flow)).n(round, device, period);
    if (n < 0) {
      return Optional.empty();
    }
    long sent = (steps(received) - passed) * STEP_NANOS + STEP_NANOS / 2;
    return Optional.of(new Stamp(of, names.get(flow), period, device, n, sent, sent));
  }

  private static long steps(long epochNanos) {
    return epochNanos / STEP_NANOS;
  }

  /** Part of a run's id that fits: the high bits of its product, in which all of it has a part. */
  private long tag(RunId run) {
    return Integer.toUnsignedLong((run.number() * MIX) >>> (Integer.SIZE - runBits));
  }

  private static long mask(int bits) {
    return (1L << bits) - 1;
  }
}
