// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.run.Shard;
import org.junit.jupiter.api.Test;

/** What follows from notes in an order. */
class RunStateTest {
  private final Participant backend = Participant.backend(Shard.WHOLE);
  private final Participant shard = Participant.shard(Shard.WHOLE);
  private final RunState state = new RunState("1f");

  private void bothAreHere() {
    state.saw(backend, new Note.Here(1, "digest", true));
    state.saw(shard, new Note.Here(1, "digest", true));
  }

  @Test
  void aStartThatWasWrittenAfterTheEndIsNone() {
    bothAreHere();
    state.saw(shard, new Note.ShardFailure("shard 1/1 gave up: it was stopped"));
    state.saw(backend, new Note.Start("2026-11-21T18:00:03Z"));
    assertThat(state.start()).isEmpty();
    assertThat(state.failure())
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .startsWith("coordination: shard 1/1 ")
                    .contains("it was stopped", "run 1f"));
  }

  @Test
  void anEndThatWasWrittenAfterTheStartIsNone() {
    bothAreHere();
    state.saw(backend, new Note.Start("2026-11-21T18:00:03Z"));
    state.saw(shard, new Note.ShardFailure("shard 1/1 gave up: it was stopped"));
    state.saw(backend, new Note.Start("2026-11-21T18:00:09Z"));
    assertThat(state.start()).hasToString("Optional[2026-11-21T18:00:03Z]");
    assertThat(state.failure()).isEmpty();
  }

  @Test
  void aNoteThatALogShowsTwiceCountsOnce() {
    bothAreHere();
    state.saw(shard, new Note.Here(1, "digest", true));
    assertThat(state.refusal(shard)).isEmpty();
    assertThat(state.here()).isEqualTo(2);
  }

  @Test
  void whoHasNoPlaceHasNoSay() {
    bothAreHere();
    Participant second = Participant.shard(Shard.WHOLE);
    state.saw(second, new Note.Here(1, "digest", true));
    state.saw(second, new Note.ShardReady(0));
    state.saw(second, new Note.ShardFailure("shard 1/1 gave up"));
    state.saw(Participant.backend(Shard.WHOLE), new Note.Start("2026-11-21T18:00:03Z"));
    assertThat(state.missing()).containsExactly("shard 1/1");
    assertThat(state.start()).isEmpty();
    assertThat(state.failure()).isEmpty();
    state.saw(shard, new Note.ShardReady(0));
    assertThat(state.missing()).isEmpty();
  }

  @Test
  void aBackendThatTheShardsDoNotExpectIsRefused() {
    state.saw(shard, new Note.Here(1, "digest without a backend", false));
    state.saw(backend, new Note.Here(1, "digest with one", true));
    assertThat(state.refusal(backend))
        .hasValueSatisfying(
            line -> assertThat(line).contains("the backend ", "shard 1/1", "run 1f", "--set"));
  }

  @Test
  void ofManyMissingShardsSomeAreNamed() {
    state.saw(backend, new Note.Here(999_999, "digest", true));
    assertThat(state.missing())
        .singleElement()
        .asString()
        .startsWith("shard 1/999999, 2/999999, ")
        .endsWith(", 20/999999 and 999979 more");
  }
}
