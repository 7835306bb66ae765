// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.watch;

import io.fleetload.arion.grpc.ArionMethod;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.provision.Markers;
import io.fleetload.arion.provision.RuleServer;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.rule.Told;
import io.fleetload.arion.schema.ReadRequest;
import io.fleetload.driver.Arrival;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.book.BackendBook;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Receives the news of all watchers, as it comes. One thread makes all calls; connections have
 * others, which wait if this one does not keep up.
 */
final class WatcherReception implements BackendDriver.Reception {
  private static final int LOOK_MILLIS = 10;
  private static final int MOST_WAITING = 100_000;
  private static final int MOST_AT_ONCE = 10_000;
  private static final long PULSE_NANOS = 1_000_000_000L;
  private static final long LONGEST_OPEN_NANOS = 20_000_000_000L;
  private static final long LONGEST_CATCH_UP_NANOS = 24_000_000_000L;

  /**
   * Silence after which a server has reported everything, in ns. The embedded server reports in the
   * order of the writes. Another server's marker may overtake, so only silence shows that all is
   * here.
   */
  private static final long QUIET_NANOS = 2_000_000_000L;

  private final ArionProfile profile;
  private final ArrivalBook book;
  private final BackendWatch watch;
  private final RunClock clock;
  private final RuleServer server;
  private final Markers markers;
  private final AllWatchers watchers;
  private final ToldMessages messages;
  private final BlockingQueue<Told> told = new LinkedBlockingQueue<>(MOST_WAITING);
  private final List<Told> taken = new ArrayList<>();
  private volatile long answered;
  private long pulsed;
  private long lastTold;

  WatcherReception(ArionProfile profile, ArrivalBook book, BackendWatch watch, RunClock clock)
      throws UsageException {
    this.profile = profile;
    this.book = book;
    this.watch = watch;
    this.clock = clock;
    RuleSet rules = new RuleSet(profile.rules());
    this.server = new RuleServer(profile.target());
    this.markers = new Markers(server, rules);
    this.watchers = new AllWatchers(profile, clock, this::put);
    this.messages = new ToldMessages(profile, book.runId());
    this.answered = clock.nanos();
    this.pulsed = answered;
  }

  private void put(Told each) {
    try {
      told.put(each);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Has all watchers watch.
   *
   * @throws TargetException if one of them hears nothing
   * @throws UsageException if the profile describes the way to the server wrongly
   * @throws InterruptedException if the thread was interrupted
   */
  void begin() throws TargetException, UsageException, InterruptedException {
    long until = clock.nanos() + LONGEST_OPEN_NANOS;
    await(markers.write(Markers.AT_THE_BEGINNING), ArionMethod.WRITE);
    watchers.begin(await(markers.versions(), ArionMethod.READ));
    while (watchers.without(Markers.AT_THE_BEGINNING) > 0) {
      look(() -> {});
      if (watchers.ended() != null) {
        throw server.trouble(ArionMethod.WATCH, watchers.ended());
      }
      if (clock.nanos() > until) {
        throw new TargetException(
            "the server at %s did not report a new rule to %d of %d watchers (target.server, watchers)"
                .formatted(
                    profile.target().server(),
                    watchers.without(Markers.AT_THE_BEGINNING),
                    watchers.count()));
      }
    }
  }

  private <T> T await(CompletableFuture<T> answer, ArionMethod method) throws TargetException {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw server.trouble(method, e.getCause());
    }
  }

  @Override
  public void receive(BooleanSupplier stop, Runnable between) throws InterruptedException {
    while (!stop.getAsBoolean()) {
      look(between);
    }
  }

  @Override
  public Optional<BackendBook.Behind> catchUp(Runnable between) throws InterruptedException {
    long until = clock.nanos() + LONGEST_CATCH_UP_NANOS;
    CompletableFuture<Void> written = markers.write(Markers.AT_THE_END);
    while (watchers.without(Markers.AT_THE_END) > 0 || !isQuiet()) {
      look(between);
      if (written.isCompletedExceptionally() || clock.nanos() > until) {
        return Optional.of(behind());
      }
    }
    CompletableFuture<Void> gone = markers.delete();
    while (!gone.isDone() && clock.nanos() < until) {
      look(between);
    }
    return Optional.empty();
  }

  private boolean isQuiet() {
    return profile.target().isEmbedded() || clock.nanos() - lastTold >= QUIET_NANOS;
  }

  private BackendBook.Behind behind() {
    long without = watchers.without(Markers.AT_THE_END);
    String who = without == 0 ? "" : " to %d of %d watchers".formatted(without, watchers.count());
    return new BackendBook.Behind("Arion at " + profile.target().server() + who, null);
  }

  private void look(Runnable between) throws InterruptedException {
    watch.looks(clock.nanos(), LOOK_MILLIS * 1_000_000L);
    Told first = told.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    long returned = clock.nanos();
    if (first != null) {
      take(first);
      told.drainTo(taken, MOST_AT_ONCE);
      taken.forEach(this::take);
      taken.clear();
    }
    watch.turnedToAll(returned);
    if (returned - pulsed >= PULSE_NANOS) {
      pulsed = returned;
      watchers.beginAnew();
      // A request without a key has an answer without a rule.
      CompletableFuture<Void> unused =
          server
              .send(ArionMethod.READ, new ReadRequest().write())
              .thenRun(() -> answered = clock.nanos());
    }
    between.run();
  }

  private void take(Told each) {
    lastTold = each.nanos();
    if (markers.has(each, watchers.group(each.watcher()))) {
      watchers.marked(each.watcher(), Markers.serial(each));
      return;
    }
    long received = clock.epochNanos(each.nanos());
    Optional<ToldMessages.Message> message = messages.of(each, received);
    if (message.isEmpty()) {
      book.unstamped();
      return;
    }
    Stamp its = message.get().stamp();
    Arrival arrival = book.arrived(its, received, watchers.receiver(each.watcher()));
    message.get().flaws().forEach(flaw -> book.flawed(its, flaw));
    if (arrival == Arrival.FIRST && its.period() == Period.MEASURED) {
      watch.turnedTo(each.nanos(), clock.nanos());
    }
  }

  @Override
  public long answered() {
    return Math.max(answered, lastTold);
  }

  @Override
  public void close() {
    watchers.close();
    server.close();
  }
}
