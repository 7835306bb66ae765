package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Command;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.profile.Phases;
import io.fleetload.simulator.measure.ConnectionBook;
import java.util.BitSet;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * Connects the fleet at a paced rate. One device goes first: if it finds no one to talk to, the
 * others are not sent after it. A failed attempt is repeated after a pause that doubles, with
 * jitter, so that the retries of many do not come at once. Runs on the wire's thread.
 */
public final class Connecting {
  private static final long FIRST_PAUSE_NANOS = 500_000_000L;
  private static final long GRACE_NANOS = 1_000_000_000L;

  private final int devices;
  private final Phases.Connect plan;
  private final IntFunction<DeviceLink> links;
  private final WireLoop loop;
  private final RunClock clock;
  private final ConnectionBook book;
  private final Random random;
  private final BitSet connected = new BitSet();
  private final CompletableFuture<Cause> result = new CompletableFuture<>();
  private long beganNanos;
  private int begun;
  private int open;
  private boolean stopped;

  /**
   * Prepares it.
   *
   * @param devices how many devices
   * @param plan rate, timeout and attempts
   * @param links a device's link by its index
   * @param seed seed of the jitter
   */
  public Connecting(
      int devices,
      Phases.Connect plan,
      IntFunction<DeviceLink> links,
      WireLoop loop,
      RunClock clock,
      ConnectionBook book,
      long seed) {
    this.devices = devices;
    this.plan = plan;
    this.links = links;
    this.loop = loop;
    this.clock = clock;
    this.book = book;
    this.random = new Random(seed);
  }

  /**
   * Begins.
   *
   * @return completed when no attempt is left: with null, or with why the first device failed
   */
  public CompletableFuture<Cause> begin() {
    loop.execute(() -> attempt(0, 1));
    return result;
  }

  /** Begins no further attempts. To be called on the wire's thread. */
  public void stop() {
    stopped = true;
    result.complete(null);
  }

  /** The devices that are connected, by index; to be read on the wire's thread. */
  BitSet connected() {
    return connected;
  }

  private void beginDue() {
    if (stopped) {
      return;
    }
    double rate = plan.rate().perSecond();
    long now = clock.nanos();
    while (begun < devices && beganNanos + Math.round(begun / rate * 1e9) <= now) {
      attempt(begun++, 1);
    }
    if (begun < devices) {
      loop.after(beganNanos + Math.round(begun / rate * 1e9) - now, this::beginDue);
    }
  }

  private void attempt(int device, int number) {
    if (stopped) {
      return;
    }
    open++;
    book.attempt();
    Connect attempt = new Connect(device, number, clock.nanos());
    links.apply(device).connect(attempt);
    loop.after(
        plan.timeout().nanos() + GRACE_NANOS,
        () -> {
          if (!attempt.done()) {
            links.apply(device).abandon(attempt);
            attempt.failed(Cause.Transport.TIMEOUT);
          }
        });
  }

  private void ended() {
    open--;
    if (open == 0 && begun == devices) {
      result.complete(null);
    }
  }

  private final class Connect extends Attempt {
    private final int number;

    Connect(int device, int number, long now) {
      super(device, 0, now, now);
      this.number = number;
    }

    @Override
    public void retransmitted() {
      // A handshake's own repetitions show in its time.
    }

    @Override
    void onSuccess(Command command) {
      connected.set(device);
      long now = clock.nanos();
      book.connected(now - sentNanos);
      if (begun == 0) {
        begun = 1;
        beganNanos = now;
        beginDue();
      }
      ended();
    }

    @Override
    void onFailure(Cause cause) {
      book.failed(cause);
      if (begun == 0) {
        result.complete(cause);
      } else if (number < plan.attempts() && !stopped) {
        long pause = FIRST_PAUSE_NANOS << Math.min(number - 1, 6);
        // The device stays open while it waits for its next attempt.
        loop.after(
            pause + (long) (random.nextDouble() * pause),
            () -> {
              open--;
              attempt(device, number + 1);
            });
      } else {
        ended();
      }
    }
  }
}
