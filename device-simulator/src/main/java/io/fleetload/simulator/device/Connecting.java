// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.driver.WireLoop;
import io.fleetload.profile.Phases;
import io.fleetload.simulator.measure.ConnectionBook;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * Connects the fleet at a paced rate. One session goes first: if it finds no one to talk to, the
 * others are not sent after it. Runs on the wire's thread.
 */
public final class Connecting {
  private final ShardDevices own;
  private final int sessions;
  private final double rate;
  private final Phases.Connect plan;
  private final WireLoop loop;
  private final RunClock clock;
  private final Opening opening;
  private final Presence presence;
  private final CompletableFuture<Cause> result = new CompletableFuture<>();
  private long beganNanos;
  private int begun;
  private int under;

  /**
   * Prepares it.
   *
   * @param own the sessions
   * @param plan rate of the whole fleet, timeout and attempts
   * @param links a session's link by its index
   * @param seed seed of the jitter
   */
  public Connecting(
      ShardDevices own,
      Phases.Connect plan,
      IntFunction<DeviceLink> links,
      WireLoop loop,
      RunClock clock,
      ConnectionBook book,
      long seed) {
    this.own = own;
    this.sessions = own.count();
    this.rate = own.part(plan.rate().perSecond());
    this.plan = plan;
    this.loop = loop;
    this.clock = clock;
    this.opening = new Opening(plan, links, loop, clock, book, seed);
    this.presence = new Presence(own.fleet());
  }

  /**
   * Begins.
   *
   * @return completed when no attempt is left: with null, or with why the first session failed
   */
  public CompletableFuture<Cause> begin() {
    loop.execute(() -> opening.open(own.device(0), 1, false, new First()));
    return result;
  }

  /** Begins no further attempts. To be called on the wire's thread. */
  public void stop() {
    opening.stop();
    result.complete(null);
  }

  Presence presence() {
    return presence;
  }

  Opening opening() {
    return opening;
  }

  private void beginDue() {
    if (opening.stopped()) {
      return;
    }
    long now = clock.nanos();
    while (begun < sessions && beganNanos + Math.round(begun / rate * 1e9) <= now) {
      int session = own.device(begun++);
      under++;
      opening.open(session, plan.attempts(), false, new Other(session));
    }
    if (begun < sessions) {
      loop.after(beganNanos + Math.round(begun / rate * 1e9) - now, this::beginDue);
    }
  }

  private void ended() {
    if (under == 0 && begun == sessions) {
      result.complete(null);
    }
  }

  private final class First implements Opening.Outcome {
    @Override
    public void open() {
      presence.open(own.device(0));
      begun = 1;
      beganNanos = clock.nanos();
      beginDue();
      ended();
    }

    @Override
    public void failed(Cause cause) {
      result.complete(cause);
    }
  }

  private final class Other implements Opening.Outcome {
    private final int session;

    Other(int session) {
      this.session = session;
    }

    @Override
    public void open() {
      presence.open(session);
      under--;
      ended();
    }

    @Override
    public void failed(Cause cause) {
      under--;
      ended();
    }
  }
}
