// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.profile.Phases;
import io.fleetload.simulator.measure.ConnectionBook;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Opens sessions. Every attempt is bounded in time. A failed one is repeated after a pause that
 * doubles up to half a minute, with jitter, so that the retries of many do not come at once. Runs
 * on the wire's thread.
 */
final class Opening {
  /** As many attempts as it takes. */
  static final int UNTIL_OPEN = Integer.MAX_VALUE;

  private static final long FIRST_PAUSE_NANOS = 500_000_000L;
  private static final int MOST_DOUBLINGS = 6;
  private static final long GRACE_NANOS = 1_000_000_000L;

  private final long timeoutNanos;
  private final IntFunction<DeviceLink> links;
  private final WireLoop loop;
  private final RunClock clock;
  private final ConnectionBook book;
  private final Random random;
  private boolean stopped;

  /** What comes of it. */
  interface Outcome {
    /** The session is open. */
    void open();

    /** No attempt is left. */
    void failed(Cause cause);
  }

  Opening(
      Phases.Connect plan,
      IntFunction<DeviceLink> links,
      WireLoop loop,
      RunClock clock,
      ConnectionBook book,
      long seed) {
    this.timeoutNanos = plan.timeout().nanos();
    this.links = links;
    this.loop = loop;
    this.clock = clock;
    this.book = book;
    this.random = new Random(seed);
  }

  /** Opens a session; {@code comesBack} says that it was open before. */
  void open(int session, int attempts, boolean comesBack, Outcome outcome) {
    new Course(session, attempts, comesBack, outcome).attempt();
  }

  /** Begins no further attempts. */
  void stop() {
    stopped = true;
  }

  boolean stopped() {
    return stopped;
  }

  ConnectionBook book() {
    return book;
  }

  /** The attempts at one session. */
  private final class Course {
    private final int session;
    private final int attempts;
    private final boolean comesBack;
    private final Outcome outcome;
    private int made;

    Course(int session, int attempts, boolean comesBack, Outcome outcome) {
      this.session = session;
      this.attempts = attempts;
      this.comesBack = comesBack;
      this.outcome = outcome;
    }

    void attempt() {
      if (stopped) {
        return;
      }
      made++;
      long now = clock.nanos();
      book.attempt(comesBack, now);
      Connect attempt = new Connect(this, now);
      links.apply(session).connect(attempt);
      loop.after(
          timeoutNanos + GRACE_NANOS,
          () -> {
            if (!attempt.done()) {
              links.apply(session).abandon(attempt);
              attempt.failed(Cause.Transport.TIMEOUT);
            }
          });
    }

    void opened(Set<String> traits, long beganNanos) {
      long now = clock.nanos();
      book.connected(session, comesBack, traits, now - beganNanos, now);
      outcome.open();
    }

    void failed(Cause cause) {
      book.failed(comesBack, cause, clock.nanos());
      if (made < attempts && !stopped) {
        long pause = FIRST_PAUSE_NANOS << Math.min(made - 1, MOST_DOUBLINGS);
        loop.after(pause + (long) (random.nextDouble() * pause), this::attempt);
      } else {
        outcome.failed(cause);
      }
    }
  }

  private static final class Connect extends Attempt {
    private final Course course;

    Connect(Course course, long now) {
      super(course.session, 0, now, now);
      this.course = course;
    }

    @Override
    void onOpened(Set<String> traits) {
      course.opened(traits, sentNanos);
    }

    @Override
    void onSuccess(Inbound inbound) {
      throw new IllegalStateException("a session is opened, it does not succeed");
    }

    @Override
    void onFailure(Cause cause) {
      course.failed(cause);
    }
  }
}
