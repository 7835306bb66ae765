// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Decides what becomes of each datagram. A decision follows from the seed, the direction, the
 * client and the datagram's number alone, so it does not depend on how threads took turns.
 */
final class Link {
  private static final Duration SECOND_COPY = Duration.ofMillis(5);

  /** What draws for ports are apart from those for datagrams by. */
  private static final int PORTS = 2;

  private final long seed;
  private final List<FaultWindow> windows;

  Link(long seed, List<FaultWindow> windows) {
    this.seed = seed;
    this.windows = List.copyOf(windows);
  }

  /** Which way a datagram goes. */
  enum Direction {
    TO_SERVER(0),
    TO_CLIENT(1);

    private final int salt;

    Direction(int salt) {
      this.salt = salt;
    }
  }

  /**
   * What becomes of a datagram.
   *
   * @param client the client's number
   * @param number the datagram's number among those of that client in that direction
   * @param now from the beginning of the measured phase
   * @return after how long each copy of it is passed on; none: it is lost
   */
  List<Duration> fate(Direction direction, int client, long number, Duration now) {
    SplittableRandom random = random(direction.salt, client, number);
    Duration delay = Duration.ZERO;
    int copies = 1;
    for (FaultWindow window : windows) {
      // Drawn in any case, so that one window's length moves no other's draws.
      double draw = random.nextDouble();
      if (!window.covers(now)) {
        continue;
      }
      LinkFault fault = window.fault();
      if (fault instanceof LinkFault.Blackhole
          || (fault instanceof LinkFault.Loss loss && draw < loss.share())) {
        return List.of();
      } else if (fault instanceof LinkFault.Delay longer) {
        long jitter = Math.round(longer.jitter().toNanos() * draw);
        delay = delay.plus(longer.least()).plusNanos(jitter);
      } else if (fault instanceof LinkFault.Reordering held && draw < held.share()) {
        delay = delay.plus(held.held());
      } else if (fault instanceof LinkFault.Duplication twice && draw < twice.share()) {
        copies++;
      }
    }
    List<Duration> passed = new ArrayList<>();
    for (int copy = 0; copy < copies; copy++) {
      passed.add(delay.plus(SECOND_COPY.multipliedBy(copy)));
    }
    return passed;
  }

  /**
   * How many times a client has got another port until a time; a client that draws none stays at 0.
   */
  int portChanges(int client, Duration now) {
    int changes = 0;
    for (int i = 0; i < windows.size(); i++) {
      FaultWindow window = windows.get(i);
      if (window.fault() instanceof LinkFault.NewPorts forgotten
          && now.compareTo(window.from()) >= 0
          && random(PORTS, client, i).nextDouble() < forgotten.share()) {
        changes++;
      }
    }
    return changes;
  }

  private SplittableRandom random(int salt, int client, long number) {
    long state = new SplittableRandom(seed * 3 + salt).nextLong() + client;
    return new SplittableRandom(new SplittableRandom(state).nextLong() + number);
  }
}
