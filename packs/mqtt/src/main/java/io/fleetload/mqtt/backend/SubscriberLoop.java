// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.backend;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.mqtt.client.Brokers;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.profile.Subscribers;
import io.fleetload.mqtt.session.MqttLoop;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The subscribers, all on one thread. */
final class SubscriberLoop {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MOST_OPENING = 100;
  private static final long LONGEST_OPENING_SECONDS = 60;
  private static final long AGAIN_NANOS = 1_000_000_000L;
  private static final long REOPEN_NANOS = 200_000_000L;

  /** Time for a clean session of each. */
  private static final long CLEAN_NANOS = 500_000_000L;

  private final MqttProfile profile;
  private final RunClock clock;
  private final Consumer<SubscriberReception.Got> inbox;
  private final NioLoop loop;
  private final MqttLoop mqtt;
  private final Brokers brokers;
  private final List<InetSocketAddress> addresses;
  private final List<SourceAddress> sources;
  private final List<Subscriber> subscribers = new ArrayList<>();
  private final CompletableFuture<Void> opened = new CompletableFuture<>();
  private final Drops drops = new Drops();
  private final AtomicInteger fenced = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicInteger slept = new AtomicInteger();
  private final AtomicInteger forgotten = new AtomicInteger();
  private final AtomicLong unexpected = new AtomicLong();
  private final AtomicLong unanswered = new AtomicLong();
  private volatile boolean fencing;
  private volatile String refusedLater;
  private volatile long answered;
  private int next;
  private int ready;

  /** Subscribers that are not connected yet. */
  SubscriberLoop(
      MqttProfile profile, String run, RunClock clock, Consumer<SubscriberReception.Got> inbox)
      throws TargetException, UsageException, IOException {
    this.profile = profile;
    this.clock = clock;
    this.inbox = inbox;
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    this.loop =
        new NioLoop(
            "subscribers",
            profile.generator().precision().nanos(),
            key -> TcpConnection.ready(key, buffer));
    this.mqtt = new MqttLoop(loop, clock::nanos);
    int count = profile.subscribers().count();
    this.brokers = new Brokers(profile, loop, count);
    this.addresses = Brokers.addresses(profile);
    this.sources = SourceAddress.of(List.of(), ShardDevices.all(count));
    this.answered = clock.nanos();
    SubscribedTopics topics = new SubscribedTopics(profile, run);
    for (int i = 0; i < count; i++) {
      subscribers.add(new Subscriber(i, topics, this));
    }
  }

  /** Opens all of them, some at a time. */
  void open(StopSignal stop) throws TargetException, InterruptedException {
    loop.start();
    loop.execute(
        () -> {
          for (int i = 0; i < MOST_OPENING; i++) {
            openNext();
          }
        });
    long until = clock.nanos() + TimeUnit.SECONDS.toNanos(LONGEST_OPENING_SECONDS);
    while (true) {
      try {
        opened.get(100, TimeUnit.MILLISECONDS);
        return;
      } catch (ExecutionException e) {
        throw new TargetException(e.getCause().getMessage());
      } catch (TimeoutException e) {
        if (stop.why() != null) {
          throw new InterruptedException("stopped while subscribers connected");
        }
        if (clock.nanos() > until) {
          throw new TargetException(
              "the broker at %s did not let all subscribers in within %d s (target.broker)"
                  .formatted(profile.target().broker(), LONGEST_OPENING_SECONDS));
        }
      }
    }
  }

  private void openNext() {
    if (next < subscribers.size()) {
      open(subscribers.get(next++));
    }
  }

  private void open(Subscriber subscriber) {
    int number = subscriber.number();
    subscriber.open(sources.get(0), addresses.get(number % addresses.size()));
  }

  /** A subscriber is connected and has its subscriptions. */
  void ready() {
    ready++;
    answered = clock.nanos();
    if (ready == subscribers.size()) {
      opened.complete(null);
      if (profile.subscribers().sleepy() != null) {
        loop.after(profile.subscribers().sleepy().awake().nanos(), () -> sleep(0));
      }
    } else {
      openNext();
    }
  }

  /** A subscriber cannot do its part. */
  void failed(String why) {
    if (!opened.completeExceptionally(new IllegalStateException(why))) {
      refusedLater = why;
    }
  }

  /** A subscriber lost its connection, and comes back. */
  void lost(Subscriber subscriber) {
    lost.incrementAndGet();
    loop.after(REOPEN_NANOS, () -> open(subscriber));
  }

  /** They leave in turn, evenly over the time that one is awake. */
  private void sleep(int number) {
    Subscribers.Sleepy turns = profile.subscribers().sleepy();
    Subscriber subscriber = subscribers.get(number);
    if (!fencing) {
      if (subscriber.isThere()) {
        subscriber.sleep();
        slept.incrementAndGet();
        loop.after(turns.asleep().nanos(), () -> wake(subscriber));
      }
      long step = (turns.awake().nanos() + turns.asleep().nanos()) / subscribers.size();
      loop.after(Math.max(1, step), () -> sleep((number + 1) % subscribers.size()));
    }
  }

  /** All are there while the last messages are waited for. */
  private void wake(Subscriber subscriber) {
    if (!subscriber.isThere()) {
      open(subscriber);
    }
  }

  /** The broker had not kept the session of a subscriber that came back. */
  void forgotten() {
    forgotten.incrementAndGet();
  }

  /** A response could not be published. */
  void unanswered() {
    unanswered.incrementAndGet();
  }

  /** Responds to a request. */
  void respond(SubscriberReception.Got request) {
    loop.execute(() -> subscribers.get(request.subscriber()).respond(request));
  }

  /** The broker sent a subscriber a packet that nothing was waiting for. */
  void unexpected() {
    unexpected.incrementAndGet();
  }

  /** Returns whether all of them were ready once. */
  boolean isOpened() {
    return opened.isDone();
  }

  /** Asks the broker for an answer. */
  void pulse() {
    loop.execute(
        () ->
            subscribers.stream()
                .filter(Subscriber::isThere)
                .findFirst()
                .ifPresent(Subscriber::pulse));
  }

  /**
   * Has each subscriber publish a message to itself: a broker queues messages to a client in their
   * order, so what was before it has come when it comes.
   */
  void fence() {
    fencing = true;
    loop.execute(
        () -> {
          subscribers.forEach(this::wake);
          fenceAgain();
        });
  }

  /** A full queue may drop it, so it is sent until it comes. */
  private void fenceAgain() {
    if (fencing && !isFenced()) {
      subscribers.forEach(Subscriber::fence);
      loop.after(AGAIN_NANOS, this::fenceAgain);
    }
  }

  /** A subscriber's own message came. */
  void fenced() {
    fenced.incrementAndGet();
  }

  /** Returns whether the own message of each subscriber came. */
  boolean isFenced() {
    return fenced.get() >= subscribers.size();
  }

  void answered(long nanos) {
    answered = nanos;
  }

  /** Time of the broker's last answer, monotonic, in ns. */
  long answered() {
    return answered;
  }

  void got(SubscriberReception.Got message) {
    inbox.accept(message);
  }

  MqttProfile profile() {
    return profile;
  }

  MqttLoop mqtt() {
    return mqtt;
  }

  Brokers brokers() {
    return brokers;
  }

  NioLoop loop() {
    return loop;
  }

  long nanos() {
    return clock.nanos();
  }

  Drops drops() {
    return drops;
  }

  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    int times = lost.get();
    if (times > 0) {
      remarks.add("subscribers lost their connection %,d times and came back".formatted(times));
    }
    if (slept.get() > 0) {
      remarks.add("subscribers left %,d times and came back".formatted(slept.get()));
    }
    if (forgotten.get() > 0) {
      remarks.add(
          "the broker had forgotten sessions of subscribers, and what was queued in them: %,d"
              .formatted(forgotten.get()));
    }
    if (unanswered.get() > 0) {
      remarks.add(
          "the broker did not take %,d responses of subscribers".formatted(unanswered.get()));
    }
    if (unexpected.get() > 0) {
      remarks.add(
          "the broker sent subscribers %,d packets that nothing of theirs was waiting for"
              .formatted(unexpected.get()));
    }
    if (refusedLater != null) {
      remarks.add("of a subscriber that came back: " + refusedLater);
    }
    return remarks;
  }

  void close() {
    fencing = false;
    CompletableFuture<Void> closed = new CompletableFuture<>();
    loop.execute(
        () -> {
          List<Subscriber> again = subscribers.stream().filter(Subscriber::close).toList();
          again.forEach(this::open);
          loop.after(again.isEmpty() ? 0 : CLEAN_NANOS, () -> closed.complete(null));
        });
    try {
      closed.get(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // The connections end with the thread.
    }
    loop.close();
  }
}
