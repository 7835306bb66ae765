// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

import java.util.Arrays;
import java.util.Random;

/**
 * Messages of devices that wake at odd times, not in step: each device sends once in every period,
 * at a random moment of its own that is the same in all periods.
 *
 * <p>The devices take turns in order, so d devices have the moments of d random numbers in their
 * order. Message n is due when {@code ⌊n/d⌋·d + d·U(n mod d)} messages are expected, where U(0) to
 * U(d − 1) are d numbers that are even on [0, 1), the smallest first. At a constant rate r that
 * many messages take d/r, which is the period. At another rate the periods are longer or shorter.
 *
 * <p>Sorted even numbers need no sorting: of d + 1 independent exponential distances, the sums of
 * the first 1 to d over the sum of all have their joint distribution (L. Devroye, Non-Uniform
 * Random Variate Generation, 1986, section V.3.1). So a moment needs those before it. To begin
 * anywhere without keeping them, they are drawn in blocks, as {@link PoissonTimes} does: memory
 * holds 16 bytes for 65,536 devices.
 *
 * <p>The same seed gives the same times on every machine. Not thread-safe.
 */
public final class RandomTimes implements FireTimes {
  private static final int BLOCK = 1 << 16;

  private final RateCourse course;
  private final int devices;
  private final long[] seeds;

  /** By block: the sum of the distances before its first. */
  private final double[] begins;

  /** The sum of all distances of a round. */
  private final double whole;

  private final Cursor cursor;

  /**
   * Draws the moments.
   *
   * @param course the arrival rate
   * @param devices how many take turns
   * @param seed the same gives the same times
   */
  public RandomTimes(RateCourse course, int devices, long seed) {
    this.course = course;
    this.devices = devices;
    int blocks = (devices - 1) / BLOCK + 1;
    this.seeds = new long[blocks];
    this.begins = new double[blocks];
    this.whole = draw(new Random(seed));
    this.cursor = new Cursor();
  }

  @Override
  public long dueNanos(long n) {
    if (n < cursor.n || n - cursor.n > BLOCK) {
      cursor.open(n / devices, (int) (n % devices) / BLOCK);
    }
    while (cursor.n < n) {
      cursor.step();
    }
    return cursor.due;
  }

  @Override
  public long countBefore(long offsetNanos) {
    // One message less: rounding may put the estimate one off.
    double expected = Math.max(0, course.expectedBefore(offsetNanos) - 1);
    long round = (long) (expected / devices);
    int found = Arrays.binarySearch(begins, (expected / devices - round) * whole);
    Cursor search = new Cursor();
    search.open(round, found >= 0 ? found : Math.max(0, -found - 2));
    while (search.n > 0 && search.due >= offsetNanos) {
      search.openBefore();
    }
    while (search.due < offsetNanos) {
      search.step();
    }
    return search.n;
  }

  private double draw(Random blockSeeds) {
    double sum = 0;
    for (int block = 0; block < seeds.length; block++) {
      seeds[block] = blockSeeds.nextLong();
      begins[block] = sum;
      Random random = new Random(seeds[block]);
      for (int i = block * BLOCK; i < Math.min(devices, (block + 1L) * BLOCK); i++) {
        sum += PoissonTimes.distance(random);
      }
    }
    return sum + PoissonTimes.distance(blockSeeds);
  }

  /** Points to one message and knows when it is due. */
  private final class Cursor {
    private final Random random = new Random();
    private double sum;
    private long round;
    private int place;
    private long n;
    private long due;

    Cursor() {
      open(0, 0);
    }

    /** Goes to the first message of a block. What follows is the same, wherever it came from. */
    void open(long round, int block) {
      this.round = round;
      place = block * BLOCK;
      n = round * devices + place;
      sum = begins[block];
      due = course.timeOf(expected());
      random.setSeed(seeds[block]);
      draw();
    }

    void openBefore() {
      int block = place / BLOCK;
      if (place % BLOCK > 0) {
        open(round, block);
      } else if (block > 0) {
        open(round, block - 1);
      } else {
        open(round - 1, seeds.length - 1);
      }
    }

    void step() {
      if (place + 1 == devices) {
        open(round + 1, 0);
      } else if ((place + 1) % BLOCK == 0) {
        open(round, (place + 1) / BLOCK);
      } else {
        place++;
        n++;
        draw();
      }
    }

    private void draw() {
      sum += PoissonTimes.distance(random);
      // Moments may lie closer than rounding can tell, but none may be due before an earlier one.
      due = Math.max(due, course.timeOf(expected()));
    }

    private double expected() {
      return round * (double) devices + devices * (sum / whole);
    }
  }
}
