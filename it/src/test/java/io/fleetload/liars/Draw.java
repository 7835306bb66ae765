// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Which messages of the measured phase a liar lies about, and in which run. The same seed draws the
 * same, so a test that failed is repeated by {@code -Dlies.draws=1 -Dlies.seed=<its seed>}.
 *
 * @param seed what it was drawn from
 * @param lie a number that chooses the lie
 * @param every it lies about the messages of which the number is a multiple of this
 * @param device and only about those of the device with this index; -1 for all
 * @param from and only from this part of the phase on, 0 to 1
 * @param to up to this part of it
 * @param devices how many devices the run has
 * @param rate messages a second of its largest flow, an even number
 * @param store whether the store behind the target is read
 */
record Draw(
    long seed,
    int lie,
    int every,
    int device,
    double from,
    double to,
    int devices,
    int rate,
    boolean store) {
  private static final int ALL_DEVICES = -1;

  /** More than any message's part of the phase, also that of one that is late. */
  private static final double THE_END = 100;

  /** Each seventh message. */
  static final Draw EACH_SEVENTH = new Draw(0, 0, 7, ALL_DEVICES, 0, THE_END, 10, 140, true);

  /** What a seed draws. */
  static Draw of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int lie = random.nextInt(Integer.MAX_VALUE);
    int devices = random.nextInt(5, 25);
    int rate = 2 * random.nextInt(30, 101);
    boolean store = random.nextBoolean();
    double from = random.nextDouble(0.8);
    return switch (random.nextInt(4)) {
      case 0 ->
          new Draw(seed, lie, random.nextInt(2, 20), ALL_DEVICES, 0, THE_END, devices, rate, store);
      case 1 -> new Draw(seed, lie, 1, random.nextInt(devices), 0, THE_END, devices, rate, store);
      case 2 -> new Draw(seed, lie, 1, ALL_DEVICES, from, THE_END, devices, rate, store);
      default ->
          new Draw(
              seed,
              lie,
              1,
              ALL_DEVICES,
              from,
              from + random.nextDouble(0.1, 0.3),
              devices,
              rate,
              store);
    };
  }

  /**
   * The seeds of a pack's tests.
   *
   * @param percent the pack's part of all draws
   */
  static LongStream seeds(int percent) {
    long first = Long.getLong("lies.seed", 1);
    int draws = Integer.getInteger("lies.draws", 1);
    return LongStream.range(first, first + (draws * percent + 99) / 100);
  }

  /** The draws of a pack's tests, each with its lie. */
  static Stream<Arguments> drawn(int percent, List<Lie> lies) {
    return seeds(percent).mapToObj(Draw::of).map(each -> Arguments.of(each.of(lies), each));
  }

  /** The measured phase of a run that is not begun. */
  Phase begin() {
    return new Phase(this);
  }

  /** A measured phase of 1 s. It begins with the first message. */
  static final class Phase {
    private static final double NANOS = 1e9;

    private final Draw draw;
    private long since;

    private Phase(Draw draw) {
      this.draw = draw;
    }

    /** Whether a message of it is lied about, which came now. */
    synchronized boolean hits(int index, int n) {
      long now = System.nanoTime();
      since = since == 0 ? now : since;
      return draw.about(true, index, n, (now - since) / NANOS);
    }
  }

  /** One of several lies. */
  Lie of(List<Lie> lies) {
    return lies.get(lie % lies.size());
  }

  /**
   * Whether a message is lied about.
   *
   * @param measured whether it is of the measured phase
   * @param index that of its device
   * @param n its number in its flow
   * @param part which part of the phase was over when it came, 0 to 1
   */
  boolean about(boolean measured, int index, int n, double part) {
    return measured
        && n % every == 0
        && (device == ALL_DEVICES || device == index)
        && part >= from
        && part < to;
  }
}
