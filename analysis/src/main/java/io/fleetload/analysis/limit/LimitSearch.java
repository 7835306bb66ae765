// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/**
 * The search for the highest load that holds. It names the load to probe next, and takes what that
 * probe showed.
 *
 * <p>It climbs by the step, or to twice the load while all times are far below their bounds, until
 * a load does not hold. Then it makes the distance between the two loads around the answer smaller,
 * until it is the resolution: it probes where a {@link CrossingEstimate} expects the thresholds to
 * be crossed, and in the middle without one, or if the last one did not halve the distance. So it
 * needs at most twice as many probes as halving does. While the answer is still far it {@link
 * #scouts}: such a probe may be shorter, as it finds the way and decides nothing.
 *
 * <p>A target is noisy, and it may change. So the two loads around the answer are probed again
 * before they are believed:
 *
 * <ul>
 *   <li>Each needs {@code repeats + 1} probes of full length, a majority of them, and the last of
 *       them has to agree. A probe that agrees within the resolution of it counts as well: what
 *       crosses at a load crosses above it.
 *   <li>A load that held with all times clearly below their bounds needs no more, as no accident
 *       makes a target faster.
 *   <li>At least two probes of the search crossed a threshold.
 *   <li>An end that was not probed lately is probed again after the other one. So a target that
 *       changed between the two does not give an answer from before and one from after it.
 *   <li>Where no load above the upper end was seen to cross, the search looks one step further. It
 *       finds targets that hold a load above one that they do not hold.
 * </ul>
 *
 * <p>It ends: no load is probed more than {@code repeats + 6} times, a climb has finitely many
 * steps, and between two neighbouring loads there is a next one only while they are further apart
 * than the resolution.
 */
public final class LimitSearch {
  /** Times below this share of their bounds are far from them: the climb may hurry. */
  private static final double FAR = 0.5;

  /** A load with times below this share of their bounds did not hold by chance. */
  private static final double CLEAR = 0.7;

  /** An end that was among so many last probes is fresh. */
  private static final int LATELY = 3;

  /** The answer is still far if so many resolutions lie between the loads around it. */
  private static final int STILL_FAR = 4;

  /** Share of the resolution between the ends: one that turns over is then still near. */
  private static final double NEAR = 0.85;

  private static final int MOST_MORE = 5;

  private final double from;
  private final double to;
  private final DoubleUnaryOperator step;
  private final DoubleUnaryOperator resolution;
  private final int repeats;
  private final boolean whole;
  private final NavigableMap<Double, LoadVotes> loads = new TreeMap<>();
  private final List<LoadEvidence> sights = new ArrayList<>();
  private boolean looked;
  private Double look;

  /** A load of the climb that the generator could not make, or null. */
  private Double ceiling;

  /** Distance of the loads around the answer at the last estimate, or null. */
  private Double estimatedAt;

  private boolean scout;

  /**
   * The loads between which the limit lies, as far as they are known.
   *
   * @param held the highest load below all that did not hold, or null
   * @param crossed the lowest load that did not hold, or null
   * @param noisyFrom the lowest load of which a probe crossed a threshold, where a probe of the
   *     same or a higher load held; else null
   * @param noisyTo the highest load of which a probe held, in that case; else null
   */
  public record Bracket(Double held, Double crossed, Double noisyFrom, Double noisyTo) {
    /** The same of probes that all agree, as of those after a change. */
    Bracket withoutNoise() {
      return new Bracket(held, crossed, null, null);
    }
  }

  /**
   * A search that has not begun. Loads are rates in messages a second, or in another unit.
   *
   * @param from the lowest load
   * @param to the highest load
   * @param step how far the load of the next step is above a load
   * @param resolution how far above a load that holds one that does not may be
   * @param repeats how often the loads around the answer are probed again
   */
  public LimitSearch(
      double from,
      double to,
      DoubleUnaryOperator step,
      DoubleUnaryOperator resolution,
      int repeats) {
    this(from, to, step, resolution, repeats, false);
  }

  private LimitSearch(
      double from,
      double to,
      DoubleUnaryOperator step,
      DoubleUnaryOperator resolution,
      int repeats,
      boolean whole) {
    this.from = from;
    this.to = to;
    this.step = step;
    this.resolution = resolution;
    this.repeats = repeats;
    this.whole = whole;
  }

  /**
   * The same search, not begun, over whole numbers, such as of devices.
   *
   * @return one that needs whole limits, whole steps, and a resolution of at least 1
   */
  public LimitSearch overWholeNumbers() {
    return new LimitSearch(from, to, step, resolution, repeats, true);
  }

  /** Takes what a probe showed. */
  public void saw(LoadEvidence sight) {
    sights.add(sight);
    loads.computeIfAbsent(sight.load(), any -> new LoadVotes()).add(sight, sights.size());
    if (isLook(sight.load())) {
      look = null;
    }
  }

  /**
   * Returns whether a load is that of the look one step further. The answer does not depend on it,
   * so the search can go on without it.
   */
  public boolean isLook(double load) {
    return look != null && look == load;
  }

  /** Goes on without the look one step further. */
  public void dropLook() {
    look = null;
  }

  /**
   * Takes that the generator could not make a load. Of a climb in a hurry that says nothing of the
   * loads between.
   *
   * @return whether the search goes on with another load
   */
  public boolean tooHigh(double load) {
    boolean hurried =
        !loads.isEmpty() && load > loads.lastKey() && load > stepped(loads.lastKey()) * (1 + 1e-9);
    if (hurried) {
      ceiling = load;
    }
    return hurried;
  }

  /** Returns whether the load that {@link #next} named may be probed for a shorter time. */
  public boolean scouts() {
    return scout;
  }

  /** The load to probe next; nothing when the search is over. */
  public OptionalDouble next() {
    scout = false;
    Double crossed = lowestCrossed();
    if (crossed == null) {
      return climb();
    }
    if (look != null) {
      return OptionalDouble.of(look);
    }
    Double held = loads.lowerKey(crossed);
    boolean doubtful = loads.get(crossed).tie() || highestHeld() > crossed;
    if (held == null || (doubtful && !believed(crossed))) {
      return unlessBelieved(crossed);
    }
    return crossed - held > resolution.applyAsDouble(held)
        ? OptionalDouble.of(between(held, crossed))
        : end(held, crossed);
  }

  /** Returns the loads between which the limit lies, from the probes so far. */
  public Bracket bracket() {
    Double crossed = lowestCrossed();
    Double held =
        crossed != null ? loads.lowerKey(crossed) : loads.isEmpty() ? null : loads.lastKey();
    Double noisyFrom = null;
    Double noisyTo = null;
    for (LoadEvidence each : sights) {
      if (!each.held() && (noisyFrom == null || each.load() < noisyFrom)) {
        noisyFrom = each.load();
      }
      if (each.held() && (noisyTo == null || each.load() > noisyTo)) {
        noisyTo = each.load();
      }
    }
    boolean noisy = noisyFrom != null && noisyTo != null && noisyFrom <= noisyTo;
    return new Bracket(held, crossed, noisy ? noisyFrom : null, noisy ? noisyTo : null);
  }

  private OptionalDouble climb() {
    double highest = loads.isEmpty() ? 0 : loads.lastKey();
    if (highest >= to) {
      return unlessBelieved(highest);
    }
    scout = true;
    return OptionalDouble.of(highest == 0 ? from : above(highest));
  }

  private double above(double load) {
    if (ceiling != null) {
      return Math.min(stepped(load), ceiling);
    }
    Double nearest = loads.get(load).latest().nearest();
    boolean far = nearest != null && nearest < FAR;
    return far ? Math.max(stepped(load), Math.min(2 * load, to)) : stepped(load);
  }

  /** A last step that would be no more than a rounding error is not made. */
  private double stepped(double load) {
    double next = load + step.applyAsDouble(load);
    return next > to * (1 - 1e-9) ? to : next;
  }

  private double between(double held, double crossed) {
    double distance = crossed - held;
    double middle = held + distance / 2;
    Double estimate =
        estimatedAt == null || distance <= estimatedAt / 2
            ? CrossingEstimate.between(sights, held, crossed)
            : null;
    estimatedAt = estimate == null ? null : Double.valueOf(distance);
    double fine = resolution.applyAsDouble(held);
    scout = estimate == null && distance > STILL_FAR * fine;
    double load = estimate == null ? middle : beside(estimate, held, crossed, fine);
    double whether = whole ? Math.floor(load) : load;
    return whether > held && whether < crossed ? whether : whole ? Math.floor(middle) : middle;
  }

  /** A load with which the search ends, if the estimate is right, and at most one more follows. */
  private static double beside(double estimate, double held, double crossed, double fine) {
    double near = fine * NEAR;
    if (estimate - held < near) {
      return held + near;
    }
    return crossed - estimate < near ? crossed - near : estimate - near / 2;
  }

  /** Both ends are within the resolution; the one that was probed earlier comes first. */
  private OptionalDouble end(double held, double crossed) {
    boolean trustsHeld = believed(held) && fresh(held, crossed);
    boolean trustsCrossed = believed(crossed) && fresh(crossed, held);
    if (!trustsHeld && (trustsCrossed || loads.get(held).last() < loads.get(crossed).last())) {
      return OptionalDouble.of(held);
    }
    if (!trustsCrossed) {
      return OptionalDouble.of(crossed);
    }
    boolean seenAbove =
        loads.tailMap(crossed, false).keySet().stream()
            .anyMatch(each -> each - crossed >= resolution.applyAsDouble(crossed));
    if (!looked && !seenAbove && crossed > from && crossed < to) {
      looked = true;
      look = stepped(crossed);
      return OptionalDouble.of(look);
    }
    return OptionalDouble.empty();
  }

  private boolean fresh(double end, double other) {
    LoadVotes votes = loads.get(end);
    return votes.count() >= repeats + MOST_MORE
        || votes.last() > sights.size() - LATELY
        || votes.last() > loads.get(other).firstFull();
  }

  private OptionalDouble unlessBelieved(double load) {
    return believed(load) ? OptionalDouble.empty() : OptionalDouble.of(load);
  }

  private boolean believed(double load) {
    LoadVotes votes = loads.get(load);
    if (votes.tie() || votes.count() == 0) {
      return false;
    }
    if (votes.turned() && votes.count() < repeats + MOST_MORE) {
      return false;
    }
    boolean enough = votes.count() + beside(load, votes.holds()) > repeats;
    return votes.holds()
        ? enough || clear(votes, load)
        : enough && sights.stream().filter(each -> !each.held()).count() > 1;
  }

  /** Number of probes of full length that agree within the resolution, on the safe side. */
  private long beside(double load, boolean held) {
    double fine = resolution.applyAsDouble(load);
    return sights.stream()
        .filter(each -> each.full() && each.held() == held && each.load() != load)
        .filter(
            each ->
                held
                    ? each.load() < load && load - each.load() <= fine
                    : each.load() > load && each.load() - load <= fine)
        .count();
  }

  private boolean clear(LoadVotes votes, double load) {
    Double nearest = votes.latest().nearest();
    return nearest != null
        && nearest <= CLEAR
        && votes.agreed()
        && sights.stream().noneMatch(each -> !each.held() && each.load() <= load);
  }

  private Double lowestCrossed() {
    return loads.entrySet().stream()
        .filter(each -> !each.getValue().holds())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  /** The highest load that holds, or 0. */
  private double highestHeld() {
    return loads.descendingMap().entrySet().stream()
        .filter(each -> each.getValue().holds())
        .mapToDouble(Map.Entry::getKey)
        .findFirst()
        .orElse(0);
  }
}
