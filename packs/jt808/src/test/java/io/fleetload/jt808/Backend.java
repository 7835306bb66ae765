// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.jt808.backend.NatsBackend;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.LocationStamp;
import io.fleetload.profile.Generator;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The backend of a run of 100 terminals, and what a platform would publish for it. */
public final class Backend {
  public static final RunId RUN = new RunId(0x2a);

  public final Booked book = new Booked(RUN);
  public final Jt808Profile profile;
  private final Stoppable clock = new Stoppable();

  /** The system's clocks until they are stopped. */
  private static final class Stoppable implements RunClock {
    private final RunClock system = RunClock.system();
    private volatile Long stoppedAt;
    private final AtomicLong ahead = new AtomicLong();

    @Override
    public long nanos() {
      Long at = stoppedAt;
      return (at == null ? system.nanos() : at) + ahead.get();
    }

    @Override
    public long epochNanos(long nanos) {
      return system.epochNanos(nanos);
    }
  }

  /**
   * A backend of that NATS.
   *
   * @param target further keys of {@code target}, each behind a comma
   * @param command what answers an alert
   */
  public Backend(String nats, String target, String command) {
    profile =
        Profiles.of(
            """
            target: { server: "127.0.0.1:1", nats: "%s", commands: terminal.command%s }
            devices: { count: 100 }
            phases: { measure: 10s }
            flows: { location: { rate: 100/s }, alert: { rate: 100/s, command: %s } }
            """
                .formatted(nats, target, command));
  }

  public Backend(String nats, String target) {
    this(nats, target, "text");
  }

  /** A backend of that profile. */
  public Backend(Jt808Profile profile) {
    this.profile = profile;
  }

  public long now() {
    return clock.epochNanos(clock.nanos());
  }

  public long nanos() {
    return clock.nanos();
  }

  /** From now on no time passes for it. */
  public void stopClock() {
    clock.stoppedAt = clock.system.nanos();
  }

  /** Lets time pass for it. */
  public void pass(Duration time) {
    clock.ahead.addAndGet(time.toNanos());
  }

  public BackendDriver.Reception open() throws Exception {
    return new NatsBackend(profile, clock).open(book, new BackendWatch(new Generator(null)));
  }

  /** Message n of a flow as the platform publishes it. */
  public byte[] published(String flow, int n) {
    return published(flow, n, (n + (flow.equals("location") ? 0 : 50)) % 100);
  }

  /** The same of a terminal. */
  public byte[] published(String flow, int n, int device) {
    Stamp stamp = new Stamp(RUN, flow, Period.MEASURED, device, n, now(), now());
    long bits = new LocationStamp(profile).bits(stamp);
    return "%s,%d,%d,1"
        .formatted(
            profile.devices().name(device),
            LocationStamp.latitude(bits),
            LocationStamp.longitude(bits))
        .getBytes(StandardCharsets.US_ASCII);
  }
}
