// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

import java.util.Arrays;
import java.util.Random;

/**
 * Messages as a Poisson process has them: those of many senders that know nothing of each other.
 *
 * <p>With a constant rate of 1 the distances of such a process are independent and exponential with
 * mean 1, each {@code −ln(1 − U)} of a U that is even on [0, 1). With any rate r(t) the process
 * that has the integral Λ(t) is the one of rate 1 on another time axis: if S₀, S₁, … are the
 * arrivals of the latter, {@code Λ⁻¹(S₀), Λ⁻¹(S₁), …} are those of the former (E. Çinlar,
 * Introduction to Stochastic Processes, 1975, section 4.7). So the schedule is drawn once at rate 1
 * and every due time is read off the course.
 *
 * <p>An arrival needs all before it. To begin anywhere without keeping them, they are drawn in
 * blocks: each has a seed of its own, and memory holds that seed and where the block begins, 24
 * bytes for 65,536 messages. The first pass over all of them is made in the constructor, so that it
 * takes no time in the run.
 *
 * <p>The same seed gives the same times on every machine: {@link Random} and {@link StrictMath}
 * prescribe every bit. Not thread-safe.
 */
public final class PoissonTimes implements FireTimes {
  private static final int BLOCK = 1 << 16;

  private final RateCourse course;
  private final long total;
  private long[] seeds = new long[16];

  /** By block: the arrival before its first, at rate 1. */
  private double[] begins = new double[16];

  /** By block: when its first message is due, ns. */
  private long[] firstDue = new long[16];

  private Cursor cursor;

  /**
   * Draws a schedule.
   *
   * @param course the arrival rate
   * @param seed the same gives the same times
   */
  public PoissonTimes(RateCourse course, long seed) {
    this.course = course;
    this.total = draw(new Random(seed));
    this.cursor = new Cursor(0);
  }

  @Override
  public long dueNanos(long n) {
    if (n >= total) {
      return Long.MAX_VALUE;
    }
    if (n < cursor.n || n / BLOCK > cursor.n / BLOCK) {
      cursor = new Cursor((int) (n / BLOCK));
    }
    while (cursor.n < n) {
      cursor.step();
    }
    return cursor.due;
  }

  @Override
  public long countBefore(long offsetNanos) {
    int blocks = blocks();
    int found = Arrays.binarySearch(firstDue, 0, blocks, offsetNanos);
    int after = found >= 0 ? found : -found - 1;
    if (after == 0) {
      return 0;
    }
    // Blocks may begin at the same time, but the one before the found place begins earlier.
    while (after > 0 && firstDue[after - 1] >= offsetNanos) {
      after--;
    }
    if (after == 0) {
      return 0;
    }
    Cursor search = new Cursor(after - 1);
    while (search.n < total && search.due < offsetNanos) {
      search.step();
    }
    return search.n;
  }

  private int blocks() {
    return (int) ((total + BLOCK - 1) / BLOCK);
  }

  private long draw(Random blockSeeds) {
    double arrived = 0;
    for (int block = 0; ; block++) {
      if (block == seeds.length) {
        seeds = Arrays.copyOf(seeds, 2 * block);
        begins = Arrays.copyOf(begins, 2 * block);
        firstDue = Arrays.copyOf(firstDue, 2 * block);
      }
      seeds[block] = blockSeeds.nextLong();
      begins[block] = arrived;
      Random random = new Random(seeds[block]);
      for (int i = 0; i < BLOCK; i++) {
        arrived += distance(random);
        if (i == 0) {
          firstDue[block] = course.timeOf(arrived);
        }
        if (arrived >= course.total()) {
          return (long) block * BLOCK + i;
        }
      }
    }
  }

  /** The next distance between two arrivals at rate 1. */
  static double distance(Random random) {
    return -StrictMath.log(1 - random.nextDouble());
  }

  /** Points to one message and knows when it is due. */
  private final class Cursor {
    private Random random;
    private double arrived;
    private long n;
    private long due;

    Cursor(int block) {
      n = (long) block * BLOCK;
      open(block);
      due = course.timeOf(arrived);
    }

    void step() {
      n++;
      if (n % BLOCK == 0 && n < total) {
        open((int) (n / BLOCK));
      } else {
        arrived += distance(random);
      }
      // Arrivals may lie closer than rounding can tell, but none may be due before an earlier one.
      due = Math.max(due, course.timeOf(arrived));
    }

    private void open(int block) {
      random = new Random(seeds[block]);
      arrived = begins[block] + distance(random);
    }
  }
}
