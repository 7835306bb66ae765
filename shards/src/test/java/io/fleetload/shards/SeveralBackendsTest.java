// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import static io.fleetload.shards.CoordinationRig.failed;
import static io.fleetload.shards.CoordinationRig.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.run.Shard;
import io.fleetload.rig.HandClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Several backends take part in a run, and the first of them leads it. */
@ParameterizedClass
@EnumSource(TestStore.Of.class)
class SeveralBackendsTest {
  @Parameter private TestStore.Of kind;
  @TempDir private Path directory;
  private CoordinationRig rig;
  private HandClock clock;

  @BeforeEach
  void begin() {
    rig = new CoordinationRig(kind, directory.resolve("shared"), true);
    clock = rig.clock;
  }

  private ShardCoordinator entered(String backend) throws Exception {
    ShardCoordinator entered = rig.backend(Shard.parse(backend));
    entered.enter();
    return backend.startsWith("1/") ? rig.leads(entered) : entered;
  }

  @Test
  void theFlowsBeginOnceAllBackendsAreThereInWhateverOrderTheyCame() throws Exception {
    ShardCoordinator third = entered("3/3");
    ShardCoordinator leading = entered("1/3");
    ShardCoordinator shard = rig.shard("1/1");
    shard.enter();
    shard.ready();
    assertThat(leading.look()).isEmpty();
    assertThat(leading.look()).as("one backend is not there").isEmpty();
    ShardCoordinator second = entered("2/3");
    Instant start = clock.instant().plus(Attendance.MARGIN);
    assertThat(leading.look()).contains(start);
    assertThat(second.look()).contains(start);
    assertThat(third.look()).contains(start);
    assertThat(shard.look()).contains(start);
  }

  @Test
  void theOthersEndWhenTheLeadingOneSaysSo() throws Exception {
    ShardCoordinator leading = entered("1/2");
    ShardCoordinator second = entered("2/2");
    ShardCoordinator shard = rig.shard("1/1");
    shard.enter();
    shard.ready();
    leading.look();
    second.look();
    assertThat(second.isOver()).isFalse();
    second.over();
    assertThat(second.isOver()).as("it is not for them to say").isFalse();
    leading.over();
    assertThat(second.isOver()).isTrue();
  }

  @Test
  void aBackendThatDoesNotComeIsNamed() throws Exception {
    ShardCoordinator leading = entered("1/2");
    ShardCoordinator shard = rig.shard("1/1");
    shard.enter();
    shard.ready();
    leading.look();
    clock.pass(Duration.ofMinutes(2));
    failed(leading::look, "no backend 2/2 ", "2m", "run 1f");
    failed(shard::look, "no backend 2/2 ", "2m", "run 1f");
  }

  @Test
  void aBackendDoesNotWaitForTheOneThatLeadsAndIsGone() throws Exception {
    ShardCoordinator early = entered("2/3");
    entered("1/3");
    ShardCoordinator third = entered("3/3");
    assertThat(third.look()).isEmpty();
    clock.pass(Duration.ofSeconds(120 + 120 + 9));
    assertThat(third.look()).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    failed(third::look, "backend 3/3 ", "the backend ", "2m", "run 1f");
    assertThat(early.look()).as("it has just heard of the one that leads").isEmpty();
  }

  @Test
  void backendsThatCountOtherwiseOrAreThereAlreadyAreRefused() throws Exception {
    entered("1/2");
    refused(
        rig.backend(Shard.parse("2/3")), "backend 2/3 counts 3", "backend 1/2 ", "run 1f counts 2");
    refused(rig.backend(Shard.parse("1/2")), "backend 1/2 ", "run 1f", "--run-id");
  }

  @Test
  void aBackendWithAnotherProfileIsRefusedAndTheRunGoesOn() throws Exception {
    ShardCoordinator leading = entered("1/2");
    refused(
        rig.backend(Shard.parse("2/2"), "other"),
        "backend 2/2 ",
        "another profile",
        "backend 1/2 ",
        "run 1f",
        "--set");
    entered("2/2");
    ShardCoordinator shard = rig.shard("1/1");
    shard.enter();
    shard.ready();
    leading.look();
    assertThat(leading.look()).isPresent();
  }

  @Test
  void aBackendThatComesOnceTheFlowsHaveBegunIsRefused() throws Exception {
    ShardCoordinator leading = entered("1/2");
    entered("2/2");
    ShardCoordinator shard = rig.shard("1/1");
    shard.enter();
    shard.ready();
    leading.look();
    leading.look();
    refused(
        rig.backend(Shard.parse("2/2")),
        "run 1f ",
        "2026-11-21T18:00:03Z",
        "backend 2/2 ",
        "--run-id");
  }

  @Test
  void theBooksOfTheOthersComeToTheLeadingOneAlsoFromOneThatEndedEarly() throws Exception {
    ShardCoordinator leading = entered("1/3");
    ShardCoordinator second = entered("2/3");
    ShardCoordinator third = entered("3/3");
    ShardCoordinator shard = rig.shard("1/1");
    shard.enter();
    shard.ready();
    Path book = Files.writeString(directory.resolve("book"), "a book");
    try (BookCollector books =
        new BookCollector(
            rig.run("1f", 1, "digest", "2m"),
            leading::has,
            3,
            Duration.ofMinutes(2),
            clock,
            directory.resolve("in"))) {
      leading.look();
      leading.look();
      for (ShardCoordinator each : new ShardCoordinator[] {second, third, shard}) {
        each.look();
      }
      assertThat(third.handIn(book)).isTrue();
      assertThat(books.look()).as("the shard's is missing").isFalse();
      shard.handIn(book);
      assertThat(books.look()).isTrue();
      books.awaitBackends(Duration.ofSeconds(30));
      assertThat(books.look()).isFalse();
      assertThat(books.missing()).containsExactly("2/3");
      second.handIn(book);
      assertThat(books.look()).isTrue();
      assertThat(books.missing()).isEmpty();
    }
    for (int number = 2; number <= 3; number++) {
      Path arrived = new Shard(number, 3).backendDirectory(directory.resolve("in"));
      assertThat(arrived.resolve(BackendBook.FILE)).hasContent("a book");
    }
  }

  @Test
  void aBookThatDoesNotComeIsWaitedForNoLongerThanThat() throws Exception {
    ShardCoordinator leading = entered("1/2");
    try (BookCollector books =
        new BookCollector(
            rig.run("1f", 1, "digest", "2m"),
            leading::has,
            2,
            Duration.ofMinutes(2),
            clock,
            directory.resolve("in"))) {
      books.awaitBackends(Duration.ofSeconds(30));
      assertThat(books.look()).isFalse();
      clock.pass(Duration.ofSeconds(30));
      assertThat(books.look()).isTrue();
      assertThat(books.missing()).containsExactly("2/2");
    }
  }
}
