// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.watch;

import io.fleetload.arion.grpc.ArionMethod;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.provision.Markers;
import io.fleetload.arion.provision.RuleServer;
import io.fleetload.arion.rule.RuleNotice;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.schema.ReadRequest;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.QueueReception;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.stamp.Stamp;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Receives the news of all watchers, as it comes. One thread makes all calls; connections have
 * others, which wait if this one does not keep up.
 */
final class WatcherReception extends QueueReception<RuleNotice> {
  private static final int MOST_WAITING = 100_000;
  private static final long LONGEST_OPEN_NANOS = 20_000_000_000L;
  private static final long LONGEST_CATCH_UP_NANOS = 24_000_000_000L;

  /**
   * Silence after which a server has reported everything, in ns. The embedded server reports in the
   * order of the writes. Another server's marker may overtake, so only silence shows that all is
   * here.
   */
  private static final long QUIET_NANOS = 2_000_000_000L;

  private final ArionProfile profile;
  private final RuleServer server;
  private final Markers markers;
  private final AllWatchers watchers;
  private final ToldMessages messages;
  private volatile long answered;
  private long lastTold;

  WatcherReception(ArionProfile profile, ArrivalBook book, BackendWatch watch, RunClock clock)
      throws UsageException {
    super(MOST_WAITING, book, watch, clock);
    this.profile = profile;
    RuleSet rules = new RuleSet(profile.rules());
    this.server = new RuleServer(profile.target());
    this.markers = new Markers(server, rules);
    this.watchers = new AllWatchers(profile, clock, this::put);
    this.messages = new ToldMessages(profile, book.runId());
    this.answered = clock.nanos();
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
  public Optional<BackendReading.Behind> catchUp(Runnable between)
      throws TargetException, InterruptedException {
    long until = clock.nanos() + LONGEST_CATCH_UP_NANOS;
    CompletableFuture<Void> written = markers.write(Markers.AT_THE_END);
    boolean inTime = look(() -> written.isCompletedExceptionally() || hasToldAll(), until, between);
    if (!inTime || written.isCompletedExceptionally()) {
      return Optional.of(behind());
    }
    look(markers.delete()::isDone, until, between);
    return Optional.empty();
  }

  private boolean hasToldAll() {
    return watchers.without(Markers.AT_THE_END) == 0 && isQuiet();
  }

  private boolean isQuiet() {
    return profile.target().isEmbedded() || clock.nanos() - lastTold >= QUIET_NANOS;
  }

  private BackendReading.Behind behind() {
    long without = watchers.without(Markers.AT_THE_END);
    String who = without == 0 ? "" : " to %d of %d watchers".formatted(without, watchers.count());
    return new BackendReading.Behind("Arion at " + profile.target().server() + who, null);
  }

  @Override
  protected void pulse() {
    watchers.beginAnew();
    // A request without a key has an answer without a rule.
    CompletableFuture<Void> unused =
        server
            .send(ArionMethod.READ, new ReadRequest().write())
            .thenRun(() -> answered = clock.nanos());
  }

  @Override
  protected void take(RuleNotice each) {
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
    int receiver = watchers.receiver(each.watcher());
    noteArrival(book.arrived(its, received, receiver), its, message.get().flaws(), each.nanos());
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
