// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import io.fleetload.jt808.profile.Jt808Flow.Alert;
import io.fleetload.jt808.profile.Jt808Flow.Location;
import io.fleetload.profile.ClosedUsers;
import io.fleetload.profile.Flow;
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
import java.util.Set;

/**
 * The stamp of a message in the latitude and longitude of its location, since a JT/T 808 server
 * passes on nothing else that the terminal said. It has 53 bits, 26 of the latitude and 27 of the
 * longitude, so that every stamp is a place on earth, in millionths of a degree.
 *
 * <p>Bits, the highest first: 1 period, 28 of the flow, the run and which message of its terminal
 * it is, 24 when it was sent, in steps of 0.1 ms. The flow has 2 of the 28, and more where a
 * profile has more than four flows with stamps. The number has as many as the messages that the
 * profile lets a terminal send may need, but leaves 5 at least. The run has the others, so that
 * runs of few messages differ in many bits. The time begins again after 28 minutes; a message that
 * comes later than that would look earlier than it is. The phone number says which terminal it is.
 */
public final class LocationStamp {
  /** Messages that a terminal can number in a flow, where no more than four have stamps. */
  static final int MOST_ROUNDS = 1 << 21;

  /** Flows that a stamp can name. More would leave next to nothing to the number. */
  static final int MOST_FLOWS = 64;

  private static final int LONGITUDE_BITS = 27;
  private static final int TIME_BITS = 24;
  private static final int LATITUDE_BITS = 26;
  private static final int FLOW_RUN_AND_ROUND_BITS = 28;
  private static final int LEAST_RUN_BITS = 5;
  private static final int LEAST_FLOW_BITS = 2;

  /** Arrivals at random are more than their mean now and then, and a few rounds are cheap. */
  private static final int SPARE = 4;

  private static final int SPARE_ROUNDS = 64;
  private static final long STEP_NANOS = 100_000;

  /** The golden ratio's part of 2^32, odd (Knuth, The Art of Computer Programming 3, 6.4). */
  private static final int MIX = 0x9e3779b9;

  /** Steps that the clock of the sender may be ahead at most. */
  private static final long AHEAD_STEPS = 100_000;

  /** By place in the stamp; null for a place that no flow has. */
  private final List<StampedFlow> places = new ArrayList<>();

  private final Map<String, StampedFlow> flows = new HashMap<>();
  private final int flowBits;
  private final int roundBits;
  private final int runBits;

  /**
   * A flow, and how its messages are numbered.
   *
   * @param place its number in the stamp
   * @param isReply whether a platform neither publishes nor stores it as a location
   * @param turns which terminal has the turn for each
   * @param measuredFrom number of the first measured one of a closed model; 0 of another one
   */
  private record StampedFlow(
      String name, int place, boolean isReply, RoundRobin turns, int measuredFrom) {
    int round(int n, Period period) {
      return (int) (((long) n - from(period) + turns.firstDevice()) / turns.devices());
    }

    /** The number of a terminal's message; -1 where it has none. */
    int n(int round, int device, Period period) {
      long n = (long) round * turns.devices() + device - turns.from() - turns.firstDevice();
      boolean exists = turns.has(device) && n >= 0 && n <= Integer.MAX_VALUE - from(period);
      return exists ? from(period) + (int) n : -1;
    }

    private int from(Period period) {
      return period == Period.MEASURED ? measuredFrom : 0;
    }
  }

  /** The stamps of a profile's flows; both sides of a run make the same ones. */
  public LocationStamp(Jt808Profile profile) {
    Set<String> locations = Flow.of(Location.class, profile.flows()).keySet();
    Set<String> alerts = Flow.of(Alert.class, profile.flows()).keySet();
    locations.forEach(each -> add(each, false, profile, each));
    if (locations.isEmpty()) {
      // The first place is that of locations, in a profile without them too.
      places.add(null);
    }
    alerts.forEach(each -> add(each, false, profile, each));
    alerts.forEach(each -> add(Jt808Flow.replies(each), true, profile, each));
    double most = 0;
    for (StampedFlow each : flows.values()) {
      most = each.isReply ? most : Math.max(most, profile.mostRounds(each.name));
    }
    flowBits = Math.max(LEAST_FLOW_BITS, bitsOf(places.size() - 1L));
    int mostRoundBits = FLOW_RUN_AND_ROUND_BITS - flowBits - LEAST_RUN_BITS;
    roundBits = Math.min(mostRoundBits, bitsOf((long) (SPARE * most) + SPARE_ROUNDS));
    runBits = FLOW_RUN_AND_ROUND_BITS - flowBits - roundBits;
  }

  private void add(String name, boolean isReply, Jt808Profile profile, String due) {
    ClosedUsers closed = profile.flows().get(due).timing().closed();
    boolean before =
        profile.phases().ramp().nanos() + profile.phases().warmUp().longest().nanos() > 0;
    int measuredFrom = closed == null ? 0 : new UserNumbers(closed.users(), before).measuredFrom();
    StampedFlow flow =
        new StampedFlow(name, places.size(), isReply, profile.turns(due), measuredFrom);
    places.add(flow);
    flows.put(name, flow);
  }

  private static int bitsOf(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }

  /** Number of flows that have stamps, or could have them. */
  int flows() {
    return places.size();
  }

  /** Messages that a terminal can number in a flow. */
  int mostRounds() {
    return 1 << (FLOW_RUN_AND_ROUND_BITS - flowBits - LEAST_RUN_BITS);
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
    int below = LATITUDE_BITS - 1 - flowBits - runBits;
    List<Latitudes> all = new ArrayList<>();
    for (long period = 0; period <= 1; period++) {
      for (StampedFlow each : places) {
        if (each != null && !each.isReply) {
          long of = (((period << flowBits) | each.place) << runBits) | tag(run);
          all.add(new Latitudes(of << below, (of << below) | mask(below)));
        }
      }
    }
    return all;
  }

  /** The bits of a stamp. */
  public long bits(Stamp stamp) {
    StampedFlow flow = flows.get(stamp.flow());
    int round = flow.round(stamp.n(), stamp.period());
    if (round >= 1 << roundBits) {
      throw new IllegalStateException("no place for " + round + " messages of one terminal");
    }
    long bits = stamp.period() == Period.MEASURED ? 1 : 0;
    bits = (bits << flowBits) | flow.place;
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
    int place = (int) (bits & mask(flowBits));
    Period period = bits >>> flowBits == 1 ? Period.MEASURED : Period.WARM_UP;
    StampedFlow flow = place < places.size() ? places.get(place) : null;
    int n = flow == null ? -1 : flow.n(round, device, period);
    if (n < 0) {
      return Optional.empty();
    }
    long sent = (steps(received) - passed) * STEP_NANOS + STEP_NANOS / 2;
    return Optional.of(new Stamp(of, flow.name, period, device, n, sent, sent));
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
