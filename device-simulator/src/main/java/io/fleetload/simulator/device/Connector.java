// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.driver.WireLoop;
import io.fleetload.profile.Phases;
import io.fleetload.simulator.device.plan.StartingSessions;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.stamp.SessionMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Opens the sessions: those of the whole fleet at a paced rate, later each that begins again or is
 * of a device that joins. Of the fleet one session goes first: if it finds no one to talk to, the
 * others are not sent after it. One that is refused may be the only one, so a few others are tried
 * before the fleet is given up.
 *
 * <p>Every attempt is bounded in time. A failed one is repeated after a pause that doubles up to
 * half a minute, with jitter, so that the retries of many do not come at once. Runs on the wire's
 * thread.
 */
public final class Connector {
  /** No bound on the attempts. */
  static final int UNTIL_OPEN = Integer.MAX_VALUE;

  /** Number of sessions that are tried before the fleet is given up. */
  private static final int TRIED = 5;

  private static final long FIRST_PAUSE_NANOS = 500_000_000L;
  private static final int MOST_DOUBLINGS = 6;
  private static final long GRACE_NANOS = 1_000_000_000L;

  private final StartingSessions own;
  private final double rate;
  private final Phases.Connect plan;
  private final IntFunction<DeviceLink> links;
  private final WireLoop loop;
  private final RunClock clock;
  private final ConnectionBook book;
  private final Random random;
  private final SessionState sessions;
  private final CompletableFuture<Cause> result = new CompletableFuture<>();
  private long beganNanos;
  private int begun;
  private int underWay;
  private boolean stopped;

  /**
   * Prepares it.
   *
   * @param own the sessions
   * @param plan rate of the whole fleet, timeout and attempts
   * @param links a session's link by its index
   * @param seed seed of the jitter
   */
  public Connector(
      ShardDevices own,
      Phases.Connect plan,
      IntFunction<DeviceLink> links,
      WireLoop loop,
      RunClock clock,
      ConnectionBook book,
      long seed) {
    this(StartingSessions.all(own), plan, links, loop, clock, book, seed);
  }

  /**
   * Prepares it for a fleet of which some devices join later.
   *
   * @param own the sessions to open before the flows begin
   * @param plan rate of the whole fleet, timeout and attempts
   * @param links a session's link by its index
   * @param seed seed of the jitter
   */
  public Connector(
      StartingSessions own,
      Phases.Connect plan,
      IntFunction<DeviceLink> links,
      WireLoop loop,
      RunClock clock,
      ConnectionBook book,
      long seed) {
    this.own = own;
    this.rate = own.own().part(plan.rate().perSecond());
    this.plan = plan;
    this.links = links;
    this.loop = loop;
    this.clock = clock;
    this.book = book;
    this.random = new Random(seed);
    this.sessions = new SessionState(own.own().fleet());
    own.later()
        .forEach(
            session -> {
              sessions.later(session);
              book.later(session);
            });
  }

  /**
   * Begins to connect the fleet.
   *
   * @return completed when no attempt is left: with null, or with why the first session failed
   */
  public CompletableFuture<Cause> begin() {
    if (own.count() == 0) {
      result.complete(null);
    } else {
      loop.execute(() -> open(own.device(0), 1, false, this::firstEnded));
    }
    return result;
  }

  /** Begins no further attempts. To be called on the wire's thread. */
  public void stop() {
    stopped = true;
    result.complete(null);
  }

  boolean stopped() {
    return stopped;
  }

  SessionState sessions() {
    return sessions;
  }

  ConnectionBook book() {
    return book;
  }

  /**
   * Opens a session.
   *
   * @param attempts the most attempts to make
   * @param comesBack whether it was open before
   * @param outcome takes null when it is open, or why the last attempt failed
   */
  void open(int session, int attempts, boolean comesBack, Consumer<Cause> outcome) {
    new Attempts(session, attempts, comesBack, outcome).begin();
  }

  /**
   * Opens the session of a device that joins now, with as many attempts as at the start.
   *
   * @param settled called when it is open, or was given up
   */
  void join(int session, Runnable settled) {
    sessions.join(session);
    book.joined(session);
    open(
        session,
        plan.attempts(),
        false,
        cause -> {
          if (cause == null) {
            sessions.open(session);
          } else {
            sessions.refused(session);
          }
          settled.run();
        });
  }

  private void firstEnded(Cause cause) {
    if (cause == null) {
      sessions.open(own.device(0));
      goOn(1, List.of());
    } else if (cause == Cause.Transport.UNREACHABLE || own.count() == 1) {
      result.complete(cause);
    } else {
      tryOthers(cause);
    }
  }

  private void tryOthers(Cause ofFirst) {
    int tried = Math.min(TRIED, own.count());
    List<Integer> refused = new ArrayList<>(List.of(own.device(0)));
    List<Integer> opened = new ArrayList<>();
    for (int i = 1; i < tried; i++) {
      int session = own.device(i);
      open(
          session,
          1,
          false,
          cause -> {
            (cause == null ? opened : refused).add(session);
            if (cause == null) {
              sessions.open(session);
            }
            if (refused.size() == tried) {
              result.complete(ofFirst);
            } else if (refused.size() + opened.size() == tried) {
              goOn(tried, refused);
            }
          });
    }
  }

  /** The next sessions of the fleet, after so many; those of them that failed once try again. */
  private void goOn(int tried, List<Integer> failed) {
    begun = tried;
    beganNanos = clock.nanos() - Math.round((tried - 1) / rate * 1e9);
    if (plan.attempts() > 1) {
      for (int session : failed) {
        underWay++;
        loop.after(
            FIRST_PAUSE_NANOS,
            () -> open(session, plan.attempts() - 1, false, cause -> ended(session, cause)));
      }
    }
    beginDue();
    completeIfAllEnded();
  }

  private void beginDue() {
    if (stopped) {
      return;
    }
    long now = clock.nanos();
    while (begun < own.count() && beginNanos() <= now) {
      int session = own.device(begun++);
      underWay++;
      open(session, plan.attempts(), false, cause -> ended(session, cause));
    }
    if (begun < own.count()) {
      loop.after(beginNanos() - now, this::beginDue);
    }
  }

  /** Time at which the next session of the fleet is to begin. */
  private long beginNanos() {
    return beganNanos + Math.round(begun / rate * 1e9);
  }

  private void ended(int session, Cause cause) {
    if (cause == null) {
      sessions.open(session);
    }
    underWay--;
    completeIfAllEnded();
  }

  private void completeIfAllEnded() {
    if (underWay == 0 && begun == own.count()) {
      result.complete(null);
    }
  }

  /** The attempts at one session. */
  private final class Attempts {
    private final int session;
    private final int most;
    private final boolean comesBack;
    private final Consumer<Cause> outcome;
    private int made;

    Attempts(int session, int most, boolean comesBack, Consumer<Cause> outcome) {
      this.session = session;
      this.most = most;
      this.comesBack = comesBack;
      this.outcome = outcome;
    }

    void begin() {
      if (stopped) {
        return;
      }
      made++;
      long now = clock.nanos();
      Connect attempt = new Connect(this, now, book.attempt(session, comesBack, now));
      links.apply(session).connect(attempt);
      loop.after(
          plan.timeout().nanos() + GRACE_NANOS,
          () -> {
            if (!attempt.done) {
              links.apply(session).abandon(attempt);
              attempt.failed(Cause.Transport.TIMEOUT);
            }
          });
    }

    void opened(Set<String> traits, long since) {
      long now = clock.nanos();
      book.connected(session, comesBack, traits, now - since, now);
      outcome.accept(null);
    }

    void failed(Cause cause) {
      book.failed(session, comesBack, cause, clock.nanos());
      if (made < most && !stopped) {
        long pause = FIRST_PAUSE_NANOS << Math.min(made - 1, MOST_DOUBLINGS);
        loop.after(pause + (long) (random.nextDouble() * pause), this::begin);
      } else {
        outcome.accept(cause);
      }
    }
  }

  /** One attempt; its first outcome counts. */
  private static final class Connect implements DeviceLink.Exchange {
    private final Attempts of;
    private final long sinceNanos;
    private final SessionMark mark;
    private boolean done;

    Connect(Attempts of, long sinceNanos, SessionMark mark) {
      this.of = of;
      this.sinceNanos = sinceNanos;
      this.mark = mark;
    }

    @Override
    public SessionMark mark() {
      return mark;
    }

    @Override
    public void opened(Set<String> traits) {
      if (!done) {
        done = true;
        of.opened(traits, sinceNanos);
      }
    }

    @Override
    public void succeeded(Inbound inbound) {
      throw new IllegalStateException("a session is opened, it does not succeed");
    }

    @Override
    public void failed(Cause cause) {
      if (!done) {
        done = true;
        of.failed(cause);
      }
    }
  }
}
