// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/**
 * The search for the highest rate that holds: it climbs in steps until a rate does not hold, probes
 * that rate again, looks one step further, and halves the distance between the two rates around the
 * answer until it is small enough. It names the rate to probe next, and takes the result of that
 * probe.
 *
 * <p>A target is noisy, so the two rates around the answer are probed again before they are
 * believed: {@code repeats} more times, and once more in a tie. The majority of a rate's probes
 * says whether it holds; where it turns out otherwise, the search goes on from there. The look one
 * step further finds targets that hold a rate above one that they do not hold; it makes the rate
 * that did not hold be believed only after its repetitions.
 *
 * <p>It ends: no rate is probed more than {@code repeats + 3} times, a climb has finitely many
 * steps, and between two neighbouring rates there is a next one only while they are further apart
 * than the resolution.
 */
final class FormerLimitSearch {
  private final double from;
  private final double to;
  private final DoubleUnaryOperator step;
  private final DoubleUnaryOperator resolution;
  private final int repeats;
  private final boolean whole;
  private final NavigableMap<Double, Votes> rates = new TreeMap<>();
  private boolean looked;
  private Double look;

  /** The first rate that did not hold, as long as only one probe says so. */
  private Double again;

  /** Number of a rate's probes by result. */
  private record Votes(int held, int crossed) {
    int count() {
      return held + crossed;
    }

    boolean tie() {
      return held == crossed;
    }

    /** In a tie it does not hold, until another probe decides. */
    boolean holds() {
      return held > crossed;
    }
  }

  /**
   * The rates between which the limit lies, as far as they are known.
   *
   * @param held the highest rate below all that did not hold, or null
   * @param crossed the lowest rate that did not hold, or null
   * @param noisyFrom the lowest rate of which a probe crossed a threshold, where a probe of the
   *     same or a higher rate held; else null
   * @param noisyTo the highest rate of which a probe held, in that case; else null
   */
  public record Bracket(Double held, Double crossed, Double noisyFrom, Double noisyTo) {}

  /**
   * A search that has not begun. Rates are in messages a second, or in another unit of load.
   *
   * @param from the lowest rate
   * @param to the highest rate
   * @param step how far the rate of the next step is above a rate
   * @param resolution how far above a rate that holds one that does not may be
   * @param repeats how often the rates around the answer are probed again
   */
  public FormerLimitSearch(
      double from,
      double to,
      DoubleUnaryOperator step,
      DoubleUnaryOperator resolution,
      int repeats) {
    this(from, to, step, resolution, repeats, false);
  }

  private FormerLimitSearch(
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
  public FormerLimitSearch overWholeNumbers() {
    return new FormerLimitSearch(from, to, step, resolution, repeats, true);
  }

  /** Takes what a probe of a rate said. */
  public void saw(double rate, boolean held) {
    boolean first = lowestCrossed() == null;
    rates.merge(
        rate,
        new Votes(held ? 1 : 0, held ? 0 : 1),
        (a, b) -> new Votes(a.held + b.held, a.crossed + b.crossed));
    if (isLook(rate)) {
      look = null;
    } else if (again != null ? again == rate : first && !held) {
      again = rates.get(rate).count() == 1 || rates.get(rate).tie() ? Double.valueOf(rate) : null;
      if (again == null && !rates.get(rate).holds()) {
        lookBehind(rate);
      }
    }
  }

  private void lookBehind(double rate) {
    if (!looked && rate > from && rate < to) {
      looked = true;
      look = stepped(rate);
    }
  }

  /**
   * Returns whether a rate is that of the look one step further. The answer does not depend on it,
   * so the search can go on without it.
   */
  public boolean isLook(double rate) {
    return look != null && look == rate;
  }

  /** Goes on without the look one step further. */
  public void dropLook() {
    look = null;
  }

  /** The rate to probe next; nothing when the search is over. */
  public OptionalDouble next() {
    if (again != null) {
      return OptionalDouble.of(again);
    }
    Double crossed = lowestCrossed();
    if (crossed == null) {
      return climb();
    }
    if (look != null) {
      return OptionalDouble.of(look);
    }
    Double held = rates.lowerKey(crossed);
    boolean doubtful = rates.get(crossed).tie() || highestHeld() > crossed;
    if (held == null || (doubtful && !believed(crossed))) {
      return unlessBelieved(crossed);
    }
    if (crossed - held > resolution.applyAsDouble(held)) {
      double middle = (held + crossed) / 2;
      return OptionalDouble.of(whole ? Math.floor(middle) : middle);
    }
    return believed(held) ? unlessBelieved(crossed) : OptionalDouble.of(held);
  }

  /** Returns the rates between which the limit lies, from the probes so far. */
  public Bracket bracket() {
    Double crossed = lowestCrossed();
    Double held =
        crossed != null ? rates.lowerKey(crossed) : rates.isEmpty() ? null : rates.lastKey();
    Double noisyFrom = null;
    Double noisyTo = null;
    for (var each : rates.entrySet()) {
      if (each.getValue().crossed > 0 && noisyFrom == null) {
        noisyFrom = each.getKey();
      }
      if (each.getValue().held > 0) {
        noisyTo = each.getKey();
      }
    }
    boolean noisy = noisyFrom != null && noisyTo != null && noisyFrom <= noisyTo;
    return new Bracket(held, crossed, noisy ? noisyFrom : null, noisy ? noisyTo : null);
  }

  private OptionalDouble climb() {
    if (rates.isEmpty()) {
      return OptionalDouble.of(from);
    }
    double highest = rates.lastKey();
    return highest < to ? OptionalDouble.of(stepped(highest)) : unlessBelieved(highest);
  }

  /** A last step that would be no more than a rounding error is not made. */
  private double stepped(double rate) {
    double next = rate + step.applyAsDouble(rate);
    return next > to * (1 - 1e-9) ? to : next;
  }

  private OptionalDouble unlessBelieved(double rate) {
    return believed(rate) ? OptionalDouble.empty() : OptionalDouble.of(rate);
  }

  private boolean believed(double rate) {
    Votes votes = rates.get(rate);
    return votes.count() > repeats && !votes.tie();
  }

  private Double lowestCrossed() {
    return rates.entrySet().stream()
        .filter(each -> !each.getValue().holds())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  /** The highest rate that holds, or 0. */
  private double highestHeld() {
    return rates.descendingMap().entrySet().stream()
        .filter(each -> each.getValue().holds())
        .mapToDouble(Map.Entry::getKey)
        .findFirst()
        .orElse(0);
  }
}
