// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Course of an arrival rate over time: pieces in which it is linear, one after the other, with its
 * integral and the inverse of that in closed form.
 *
 * <p>In a piece that begins at time t₀ with the rate a (msg/s), has the length L and ends with the
 * rate b, the rate at {@code τ = t − t₀} is {@code r(τ) = a + g·τ} with {@code g = (b − a)/L}. The
 * messages expected since t₀ are its integral {@code Λ(τ) = a·τ + g·τ²/2}.
 *
 * <p>The inverse solves {@code g·τ²/2 + a·τ − d = 0} for a number of messages d. The solution that
 * is 0 for {@code d = 0} is {@code τ = (−a + √(a² + 2gd))/g}. Where g is small that is a difference
 * of nearly equal numbers; multiplied above and below by {@code a + √(a² + 2gd)} it becomes {@code
 * τ = 2d / (a + √(a² + 2gd))}, which loses nothing, holds for {@code g = 0} as well (then it is
 * {@code d/a}), and is the square root law {@code √(2d/g)} of a ramp from 0. Each piece counts from
 * its own start, so no error grows from one to the next.
 *
 * <p>Immutable.
 */
public final class RateCourse {
  private static final double NANOS = 1e9;

  private final List<CoursePiece> pieces;

  /** By piece: the messages expected before it; one place more for the whole. */
  private final double[] before;

  private final long[] startNanos;

  /**
   * A stretch of time in which the rate is linear.
   *
   * @param lengthNanos its length, ns
   * @param from the rate at its start, msg/s
   * @param to the rate at its end, msg/s
   */
  public record CoursePiece(long lengthNanos, double from, double to) {
    /** A stretch at a constant rate. */
    public static CoursePiece constant(long lengthNanos, double rate) {
      return new CoursePiece(lengthNanos, rate, rate);
    }

    private double seconds() {
      return lengthNanos / NANOS;
    }

    private double growth() {
      return (to - from) / seconds();
    }

    /** Messages expected in its first {@code tau} seconds. */
    private double integral(double tau) {
      return from == to ? from * tau : from * tau + growth() * tau * tau / 2;
    }

    /** After how many seconds that many messages are expected. */
    private double inverse(double messages) {
      if (messages <= 0) {
        return 0;
      }
      if (from == to) {
        return messages / from;
      }
      // Rounding may take a fall to 0 below 0 at its very end.
      double square = Math.max(0, from * from + 2 * growth() * messages);
      return Math.min(seconds(), 2 * messages / (from + Math.sqrt(square)));
    }
  }

  /**
   * A course.
   *
   * @param pieces what follows one another from time 0; those without a length are left out, and
   *     constant neighbours of one rate are one piece
   */
  public RateCourse(List<CoursePiece> pieces) {
    this.pieces = joined(pieces);
    int count = this.pieces.size();
    this.before = new double[count + 1];
    this.startNanos = new long[count + 1];
    for (int i = 0; i < count; i++) {
      CoursePiece piece = this.pieces.get(i);
      before[i + 1] = before[i] + piece.integral(piece.seconds());
      startNanos[i + 1] = startNanos[i] + piece.lengthNanos;
    }
  }

  /** A course after which further pieces follow. */
  public RateCourse then(RateCourse next) {
    List<CoursePiece> all = new ArrayList<>(pieces);
    all.addAll(next.pieces);
    return new RateCourse(all);
  }

  /** Its pieces, from time 0 on. */
  public List<CoursePiece> pieces() {
    return pieces;
  }

  /** Its length, ns. */
  public long lengthNanos() {
    return startNanos[pieces.size()];
  }

  /** The messages expected in all. */
  public double total() {
    return before[pieces.size()];
  }

  /** The highest rate, msg/s. */
  public double highest() {
    return pieces.stream().mapToDouble(each -> Math.max(each.from, each.to)).max().orElse(0);
  }

  /** The lowest rate, msg/s. */
  public double lowest() {
    return pieces.stream().mapToDouble(each -> Math.min(each.from, each.to)).min().orElse(0);
  }

  /** The rate at a time, msg/s; 0 before and after the course. */
  public double rateAt(long offsetNanos) {
    if (offsetNanos < 0 || offsetNanos >= lengthNanos()) {
      return 0;
    }
    int i = pieceAt(offsetNanos);
    CoursePiece piece = pieces.get(i);
    double share = (double) (offsetNanos - startNanos[i]) / piece.lengthNanos;
    return piece.from + (piece.to - piece.from) * share;
  }

  /** The messages expected before a time. */
  public double expectedBefore(long offsetNanos) {
    if (offsetNanos <= 0) {
      return 0;
    }
    if (offsetNanos >= lengthNanos()) {
      return total();
    }
    int i = pieceAt(offsetNanos);
    return before[i] + pieces.get(i).integral((offsetNanos - startNanos[i]) / NANOS);
  }

  /** The mean rate between two times, msg/s. */
  public double meanRate(long fromNanos, long toNanos) {
    return toNanos <= fromNanos
        ? rateAt(fromNanos)
        : (expectedBefore(toNanos) - expectedBefore(fromNanos)) / ((toNanos - fromNanos) / NANOS);
  }

  /**
   * The last time before which no more than that many messages are expected, ns: where the rate is
   * 0 for a while, its end. {@link Long#MAX_VALUE} for what the course does not reach.
   *
   * @param messages not negative
   */
  public long timeOf(double messages) {
    if (messages >= total()) {
      return Long.MAX_VALUE;
    }
    int found = Arrays.binarySearch(before, 0, pieces.size(), messages);
    int i = found >= 0 ? found : -found - 2;
    // A piece without a message begins at the same count as the one after it.
    while (before[i + 1] <= messages) {
      i++;
    }
    return startNanos[i] + Math.round(pieces.get(i).inverse(messages - before[i]) * NANOS);
  }

  /** Start of a piece, in ns. */
  public long startNanos(int piece) {
    return startNanos[piece];
  }

  private int pieceAt(long offsetNanos) {
    int found = Arrays.binarySearch(startNanos, 0, pieces.size(), offsetNanos);
    return found >= 0 ? found : -found - 2;
  }

  private static List<CoursePiece> joined(List<CoursePiece> pieces) {
    List<CoursePiece> joined = new ArrayList<>();
    for (CoursePiece piece : pieces) {
      int last = joined.size() - 1;
      if (piece.lengthNanos == 0) {
        continue;
      }
      if (last >= 0 && constant(joined.get(last), piece)) {
        long length = joined.get(last).lengthNanos + piece.lengthNanos;
        joined.set(last, CoursePiece.constant(length, piece.from));
      } else {
        joined.add(piece);
      }
    }
    return List.copyOf(joined);
  }

  private static boolean constant(CoursePiece one, CoursePiece other) {
    return one.from == one.to && other.from == other.to && one.from == other.from;
  }
}
