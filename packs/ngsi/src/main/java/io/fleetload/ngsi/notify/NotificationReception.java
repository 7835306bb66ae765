// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.driver.Arrival;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.QueueReception;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.stamp.RunId;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Reception of the broker's notifications, as they come. One thread makes all calls; the HTTP
 * servers have others.
 */
final class NotificationReception extends QueueReception<Notification> {

  /** To be woken by each notification costs more than to read it. */
  private static final long GATHERING_NANOS = 1_000_000;

  private static final long LONGEST_REMOVAL_NANOS = 15_000_000_000L;

  /**
   * No broker says when it has notified of everything. It has when it has come to a change that was
   * made after all others, and is then quiet so long: some notify of several changes at once.
   */
  private static final long QUIET_NANOS = 3_000_000_000L;

  private final Vertx vertx;
  private final BrokerClient broker;
  private final Inbox inbox;
  private final Answers answers;
  private final Endpoints endpoints;
  private final MadeSubscriptions subscriptions;
  private final Probe probe;
  private final long longestCatchUpNanos;
  private final EntityOrder order = new EntityOrder();
  private final List<String> remarks = new ArrayList<>();
  private volatile long answered;
  private long lastNotified;

  NotificationReception(
      NgsiProfile profile,
      Vertx vertx,
      ArrivalBook book,
      BackendWatch watch,
      RunClock clock,
      StopSignal stop)
      throws UsageException {
    super(Integer.MAX_VALUE, book, watch, clock);
    this.vertx = vertx;
    this.broker = new BrokerClient(vertx, profile);
    Receivers receivers = new Receivers(profile);
    this.answers =
        new Answers(profile.receiver().answer(), profile.run().seed(), receivers.subscriptions());
    // A backend that counts the run of the first stamp needs names of its own all the same.
    RunId named = book.runId() == null ? RunId.drawn(new SecureRandom()) : book.runId();
    String run = named.toString();
    WatchedEntities watched = new WatchedEntities(profile, named, clock);
    this.inbox =
        new Inbox(queue(), profile, receivers, new SentEntities(profile, watched), book.runId());
    String name = LeftSubscriptions.name(profile) + run + ":";
    BlockingQueue<Integer> probed = new LinkedBlockingQueue<>();
    this.endpoints =
        new Endpoints(vertx, profile, run, receivers, inbox, answers, clock, probed::add);
    this.subscriptions =
        new MadeSubscriptions(profile, broker, receivers, watched, endpoints, name, clock, stop);
    this.probe = new Probe(broker, endpoints, probed, name, run, clock, stop);
    this.longestCatchUpNanos = profile.receiver().catchUp().nanos();
    this.answered = clock.nanos();
  }

  /**
   * Makes the subscriptions, once the broker is known to reach this host.
   *
   * @throws TargetException if it does not, or does not want one of them
   * @throws UsageException if the ports are taken
   * @throws InterruptedException if the tool has to stop before that
   */
  void begin() throws TargetException, UsageException, InterruptedException {
    endpoints.listen();
    if (!endpoints.everywhere().isEmpty()) {
      remarks.add(endpoints.everywhere());
    }
    probe.look();
    long begun = clock.nanos();
    subscriptions.make();
    answered = clock.nanos();
    remarks.add(
        "%,d %s made in %.1f s"
            .formatted(
                subscriptions.count(),
                subscriptions.count() == 1 ? "subscription" : "subscriptions",
                (answered - begun) / 1e9));
  }

  @Override
  public List<String> remarks() {
    List<String> all = new ArrayList<>(remarks);
    add(all, answers.refusals(), "notifications were refused with 503, as receiver.answer says");
    add(all, answers.hangs(), "notifications were not answered, as receiver.answer says");
    add(all, endpoints.tooLarge(), "notifications were larger than 16 MB and not read");
    add(all, inbox.notAsked(), "notifications were of requests that are not notified: true");
    return all;
  }

  private static void add(List<String> remarks, long count, String what) {
    if (count > 0) {
      remarks.add("%,d %s".formatted(count, what));
    }
  }

  /** The broker does little to find one subscription. */
  @Override
  protected void pulse() {
    var unused =
        broker
            .send(HttpMethod.GET, subscriptions.first(), null)
            .onSuccess(answer -> answered = clock.nanos());
  }

  @Override
  public Optional<BackendReading.Behind> catchUp(Runnable between)
      throws TargetException, InterruptedException {
    long begun = clock.nanos();
    long marked = 0;
    while (marked == 0 || !isQuietSince(Math.max(marked, lastNotified))) {
      look(between);
      if (marked == 0 && probe.isMarked()) {
        marked = clock.nanos();
      }
      if (clock.nanos() - begun > longestCatchUpNanos) {
        return Optional.of(behind(begun));
      }
    }
    return Optional.empty();
  }

  private BackendReading.Behind behind(long begun) {
    if (answered() <= begun) {
      return new BackendReading.Behind(broker.described(), null);
    }
    if (clock.nanos() - Math.max(begun, lastNotified) < QUIET_NANOS) {
      return new BackendReading.Behind(broker.described(), BackendReading.Behind.STILL_COMING);
    }
    return new BackendReading.Behind(
        broker.described() + ", which had to notify of one more change (receiver.catchUp),", null);
  }

  /** A broker that answers nothing meanwhile is suspended, and may notify when it goes on. */
  private boolean isQuietSince(long last) {
    return clock.nanos() - last >= QUIET_NANOS && answered > last;
  }

  @Override
  protected void gather() {
    LockSupport.parkNanos(GATHERING_NANOS);
  }

  @Override
  protected void take(Notification each) {
    lastNotified = each.nanos();
    switch (each.kind()) {
      case UNSTAMPED -> {
        for (int i = 0; i < each.count(); i++) {
          book.unstamped();
        }
      }
      case FOREIGN -> book.foreign();
      case STAMPED -> {
        long received = clock.epochNanos(each.nanos());
        boolean overtaken = order.overtaken(each.thing(), each.stamp().sent());
        Arrival arrival = book.arrived(each.stamp(), received, each.receiver(), overtaken);
        noteArrival(arrival, each.stamp(), each.flaws(), each.nanos());
      }
    }
  }

  @Override
  public long answered() {
    return Math.max(answered, lastNotified);
  }

  @Override
  public void close() {
    try {
      subscriptions.remove(LONGEST_REMOVAL_NANOS);
      probe.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
