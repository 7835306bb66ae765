// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.backend;

import io.fleetload.driver.Arrival;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.Flaw;
import io.fleetload.driver.QueueReception;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.mqtt.profile.Contents;
import io.fleetload.mqtt.profile.MqttFlow;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.profile.Subscribers;
import io.fleetload.mqtt.profile.Topic;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.run.DeviceNames;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Books what the subscribers receive. Their connections are on a thread of their own. */
final class SubscriberReception extends QueueReception<SubscriberReception.Got> {
  private static final int MOST_WAITING = 100_000;

  /** A broker hands on what it has without pauses. */
  private static final long QUIET_NANOS = 1_000_000_000L;

  private final MqttProfile profile;
  private final Contents contents;
  private final DeviceNames names;
  private final SubscriberLoop loop;
  private final Gaps gaps = new Gaps();
  private long lastArrival;
  private boolean caughtUp;

  /**
   * A message that a subscriber got.
   *
   * @param nanos when it came, monotonic time
   * @param responseTopic where its device waits for a response; null for nowhere
   * @param correlation what the response has to carry; null for nothing
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
  record Got(
      int subscriber,
      String topic,
      int qos,
      byte[] payload,
      long nanos,
      String responseTopic,
      byte[] correlation) {}

  SubscriberReception(MqttProfile profile, ArrivalBook book, BackendWatch watch, RunClock clock)
      throws TargetException, UsageException, IOException {
    super(MOST_WAITING, book, watch, clock);
    this.profile = profile;
    this.contents = new Contents(profile);
    contents.read();
    this.names = new DeviceNames(profile.devices().naming());
    this.loop = new SubscriberLoop(profile, book.runId().toString(), clock, this::put);
    this.lastArrival = clock.nanos();
  }

  /**
   * Connects the subscribers, which subscribe.
   *
   * @throws TargetException if the broker does not let one in, or does not take what it asks for
   * @throws InterruptedException if the tool has to stop before that
   */
  void begin(StopSignal stop) throws TargetException, InterruptedException {
    loop.open(stop);
    readDrops();
  }

  @Override
  protected void take(Got got) {
    lastArrival = got.nanos();
    Optional<Stamp> found = contents.stamp(got.payload());
    if (found.isEmpty()) {
      book.unstamped();
      return;
    }
    Stamp stamp = found.get();
    long received = clock.epochNanos(got.nanos());
    Arrival arrival = arrived(got, stamp, received);
    boolean known = arrival == Arrival.FIRST || arrival == Arrival.DUPLICATE;
    if (arrival == Arrival.FIRST) {
      gaps.add(stamp);
      if (profile.flows().get(stamp.flow()) instanceof MqttFlow.Request && isResponder(got)) {
        loop.respond(got);
      }
    }
    noteArrival(arrival, stamp, known ? flaws(got, stamp) : Set.of(), got.nanos());
  }

  /** A request that all subscribers get has one response. */
  private boolean isResponder(Got got) {
    return got.responseTopic() != null
        && got.correlation() != null
        && (got.subscriber() == 0
            || profile.subscribers().receives() != Subscribers.Receives.EVERY);
  }

  private Arrival arrived(Got got, Stamp stamp, long received) {
    // A shared subscription has no order (5:4.8.2).
    return switch (profile.subscribers().receives()) {
      case EVERY -> book.arrived(stamp, received, got.subscriber());
      case SPLIT -> book.arrived(stamp, received, 0);
      case SHARE -> book.arrived(stamp, received, 0, false);
    };
  }

  private Set<Flaw> flaws(Got got, Stamp stamp) {
    Subscribers subscribers = profile.subscribers();
    String flow = stamp.flow();
    MqttFlow its = profile.flows().get(flow);
    String device = names.of(stamp.device());
    String topic = new Topic(its.topic(), stamp.run().toString(), flow).of(device, stamp.device());
    boolean wrongSubscriber =
        subscribers.receives() == Subscribers.Receives.SPLIT
            && subscribers.dealt(stamp.device()) != got.subscriber();
    byte[] sent = contents.of(flow).of(device, stamp);
    boolean lowerQos = got.qos() < Math.min(its.qos(), subscribers.qos());
    return Flaw.of(
        wrongSubscriber || lowerQos || !topic.equals(got.topic()),
        !Arrays.equals(sent, got.payload()));
  }

  @Override
  protected void pulse() throws TargetException {
    loop.pulse();
  }

  @Override
  public Optional<BackendReading.Behind> catchUp(Runnable between)
      throws TargetException, InterruptedException {
    long begun = clock.nanos();
    long until = begun + profile.subscribers().catchUp().nanos();
    loop.fence();
    boolean fenced = look(() -> loop.isFenced() && isQuietSince(begun), until, between);
    readDrops();
    if (fenced && gaps.any(profile.subscribers().receivers())) {
      // The broker tells how many it dropped every few seconds.
      look(
          () -> loop.drops().isRenewed(begun, clock.nanos()),
          Math.min(until, begun + Drops.LONGEST_NANOS),
          between);
    }
    caughtUp = fenced;
    if (fenced) {
      return Optional.empty();
    }
    String broker = "the broker at " + profile.target().broker();
    return Optional.of(
        new BackendReading.Behind(
            broker,
            clock.nanos() - lastArrival < QUIET_NANOS ? BackendReading.Behind.STILL_COMING : null));
  }

  private boolean isShared() {
    return profile.subscribers().receives() == Subscribers.Receives.SHARE;
  }

  private boolean isQuietSince(long begun) {
    return clock.nanos() - Math.max(begun, lastArrival) >= QUIET_NANOS;
  }

  private void readDrops() throws InterruptedException {
    if (profile.target().metrics() != null) {
      loop.drops().read(profile.target().metrics(), clock.nanos());
    }
  }

  @Override
  public String source() {
    return "the broker";
  }

  @Override
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>(loop.remarks());
    loop.drops().sentence().ifPresent(remarks::add);
    if (caughtUp && gaps.isEmpty() && isShared()) {
      remarks.add(
          "no subscriber of the group received anything; a broker without shared subscriptions takes"
              + " $share for a part of the topic (subscribers.receives)");
    }
    return remarks;
  }

  @Override
  public long answered() {
    return Math.max(loop.answered(), lastArrival);
  }

  @Override
  public void close() {
    loop.close();
  }
}
