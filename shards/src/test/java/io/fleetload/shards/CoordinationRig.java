// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.quantity.Span;
import io.fleetload.results.run.Shard;
import io.fleetload.rig.Golden;
import io.fleetload.rig.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The participants of run 1f over one store and one clock. */
final class CoordinationRig {
  final HandClock clock = new HandClock(Instant.parse("2026-11-21T18:00:00Z"));
  final List<String> said = new ArrayList<>();
  final TestStore store;
  private final boolean withBackend;

  /** How long the next answer takes. */
  Duration slowAnswer = Duration.ZERO;

  /** Looks while others wait for its answer, as it does on a thread of its own. */
  private ShardCoordinator leader;

  CoordinationRig(TestStore.Of kind, Path directory, boolean withBackend) {
    this.store = kind.in(directory);
    this.withBackend = withBackend;
  }

  SharedRun run(String runId, int shards, String profile, String timeout) {
    return new SharedRun(store, runId, shards, profile, withBackend, Span.parse(timeout));
  }

  private ShardCoordinator coordinator(SharedRun run, Participant who, Duration connecting) {
    return new ShardCoordinator(
        new Membership(run, who, clock, connecting, said::add, time -> leaderLooks()));
  }

  private void leaderLooks() {
    clock.pass(slowAnswer);
    slowAnswer = Duration.ZERO;
    ShardCoordinator looks = leader;
    // It does not wait for itself.
    leader = null;
    try {
      if (looks != null) {
        looks.look();
      }
    } catch (TargetException | UsageException e) {
      // The others find out.
    } finally {
      leader = looks;
    }
  }

  ShardCoordinator backend(String runId, int shards, String timeout) {
    return coordinator(
        run(runId, shards, "digest", timeout),
        Participant.backend(Shard.WHOLE),
        Duration.ofSeconds(30));
  }

  /** One of several backends. */
  ShardCoordinator backend(Shard which) {
    return backend(which, "digest");
  }

  ShardCoordinator backend(Shard which, String profile) {
    return coordinator(run("1f", 1, profile, "2m"), Participant.backend(which), Duration.ZERO);
  }

  /** From now on this one answers those that come. */
  ShardCoordinator leads(ShardCoordinator backend) {
    leader = backend;
    return backend;
  }

  /** A backend that is there. */
  ShardCoordinator opened(int shards) throws Exception {
    return opened(shards, "2m");
  }

  ShardCoordinator opened(int shards, String timeout) throws Exception {
    ShardCoordinator backend = backend("1f", shards, timeout);
    backend.enter();
    return leads(backend);
  }

  ShardCoordinator shard(String shard) {
    return shard("1f", shard, "digest", "2m");
  }

  ShardCoordinator shard(String runId, String shard, String profile, String timeout) {
    Shard which = Shard.parse(shard);
    return coordinator(
        run(runId, which.of(), profile, timeout), Participant.shard(which), Duration.ZERO);
  }

  /** All shards, there and not connected. */
  List<ShardCoordinator> entered(int of) throws Exception {
    return entered(of, "2m");
  }

  List<ShardCoordinator> entered(int of, String timeout) throws Exception {
    List<ShardCoordinator> shards = new ArrayList<>();
    for (int number = 1; number <= of; number++) {
      ShardCoordinator each = shard("1f", number + "/" + of, "digest", timeout);
      each.enter();
      shards.add(each);
    }
    return shards;
  }

  /** Everything that was written, in one text. */
  String notes() {
    return String.join("\n", store.written);
  }

  static void failed(ThrowingCallable look, String... what) {
    assertEnds(look, TargetException.class, what);
  }

  static void refused(ShardCoordinator participant, String... what) {
    assertEnds(participant::enter, UsageException.class, what);
  }

  /** With one line that names all of it; the golden file keeps the words. */
  private static void assertEnds(
      ThrowingCallable call, Class<? extends Exception> how, String... what) {
    assertThatThrownBy(call)
        .isInstanceOf(how)
        .hasMessageStartingWith("coordination: ")
        .hasMessageContainingAll(what)
        .message()
        .satisfies(
            line ->
                Golden.of("coordination")
                    .holds(String.join(" ", what).replaceAll(" +", " ").strip(), line));
  }
}
