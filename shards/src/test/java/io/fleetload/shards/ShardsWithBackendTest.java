// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import static io.fleetload.shards.CoordinationRig.failed;
import static io.fleetload.shards.CoordinationRig.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.HandClock;
import io.fleetload.shards.log.LogStore;
import io.fleetload.shards.log.SharedLog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shards and the backend of a run agree on when to begin, over each store. */
@ParameterizedClass
@EnumSource(TestStore.Of.class)
class ShardsWithBackendTest {
  private static final String[] UNKNOWN = {"the log ", "run 1f", "one version"};
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BY = "'by':{'process':'p','shard':'1/1'},";

  @Parameter private TestStore.Of kind;
  @TempDir private Path directory;
  private CoordinationRig rig;
  private HandClock clock;

  @BeforeEach
  void begin() {
    rig = new CoordinationRig(kind, directory, true);
    clock = rig.clock;
  }

  @Test
  void allAgreeOnOneTimeOnceTheLastIsReady() throws Exception {
    ShardCoordinator backend = rig.opened(3);
    List<ShardCoordinator> shards = rig.entered(3);
    for (ShardCoordinator each : shards.subList(0, 2)) {
      clock.pass(Duration.ofSeconds(10));
      each.ready();
      assertThat(backend.look()).isEmpty();
      assertThat(each.look()).isEmpty();
      assertThat(each.handIn(null)).isFalse();
    }
    clock.pass(Duration.ofSeconds(10));
    shards.get(2).ready();
    Instant start = clock.instant().plus(Attendance.MARGIN);
    assertThat(backend.look()).contains(start);
    clock.pass(Duration.ofSeconds(1));
    assertThat(backend.look()).contains(start);
    for (ShardCoordinator each : shards) {
      assertThat(each.look()).contains(start);
    }
  }

  @Test
  void noShardBeginsBeforeTheBackendSaysSo() throws Exception {
    ShardCoordinator backend = rig.opened(2);
    List<ShardCoordinator> shards = rig.entered(2);
    shards.get(0).ready();
    shards.get(1).ready();
    clock.pass(Duration.ofMinutes(2));
    for (ShardCoordinator each : shards) {
      assertThat(each.look()).isEmpty();
      assertThat(each.look()).isEmpty();
    }
    assertThat(rig.notes()).doesNotContain("\"start\":\"", "\"failure\":\"", "\"failed\"");
    backend.look();
    assertThat(shards.get(0).look()).isPresent().isEqualTo(shards.get(1).look());
  }

  @Test
  void theLogIsOpenOnlyWhileItIsLookedAt() throws Exception {
    ShardCoordinator backend = rig.opened(1);
    ShardCoordinator shard = rig.entered(1).get(0);
    assertThat(rig.store.open).as("the backend's two, while the fleet connects").isEqualTo(2);
    shard.ready();
    backend.look();
    assertThat(rig.store.open).isEqualTo(3);
    assertThat(shard.look()).isPresent();
    shard.leave();
    backend.leave();
    assertThat(rig.store.open).isZero();
  }

  @Test
  void whoIsMissingIsNamedAndNobodyBeginsWithoutThem() throws Exception {
    ShardCoordinator backend = rig.opened(5);
    List<ShardCoordinator> shards = rig.entered(5);
    clock.pass(Duration.ofMinutes(1));
    shards.get(1).ready();
    backend.look();
    clock.pass(Duration.ofMinutes(1));
    shards.get(0).ready();
    shards.get(3).ready();
    clock.pass(Duration.ofSeconds(59));
    assertThat(backend.look()).isEmpty();
    assertThat(backend.look()).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    String[] line = {"no shard 3/5, 5/5 ", "2m", "run 1f"};
    failed(backend::look, line);
    // Both come now, but it was decided.
    shards.get(2).ready();
    shards.get(4).ready();
    failed(backend::look, line);
    for (ShardCoordinator each : shards) {
      failed(each::look, line);
      assertThat(each.handIn(null)).isFalse();
    }
  }

  @Test
  void aRunToWhichNobodyComesEnds() throws Exception {
    ShardCoordinator backend = rig.opened(2);
    clock.pass(Duration.ofSeconds(149));
    backend.look();
    rig.shard("2/2").enter();
    backend.look();
    // Who came last is given the time that a fleet takes to connect, here 30 s, and the timeout.
    clock.pass(Duration.ofSeconds(149));
    backend.look();
    assertThat(backend.look()).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    failed(backend::look, "no shard 1/2, 2/2 ", "2m", "run 1f");
    failed(rig.shard("1/2")::enter, "no shard 1/2, 2/2 ", "2m", "run 1f");
  }

  @Test
  void whileNobodyWaitsAShortTimeoutKeepsNobodyFromComing() throws Exception {
    ShardCoordinator backend = rig.opened(2, "1s");
    clock.pass(Duration.ofSeconds(149));
    backend.look();
    List<ShardCoordinator> shards = rig.entered(2, "1s");
    backend.look();
    shards.get(0).ready();
    backend.look();
    clock.pass(Duration.ofSeconds(1));
    failed(backend::look, "no shard 2/2 ", "1s", "run 1f");
  }

  @Test
  void theOthersNeedNotWaitForOneThatGivesUp() throws Exception {
    ShardCoordinator backend = rig.opened(2);
    List<ShardCoordinator> shards = rig.entered(2);
    shards.get(0).ready();
    shards.get(1).giveUp("the CoAP adapter at a:1 is not reachable\nsecond line");
    String[] line = {"shard 2/2 ", "the CoAP adapter at a:1", "run 1f"};
    failed(backend::look, line);
    failed(shards.get(0)::look, line);
    int before = rig.store.written.size();
    shards.get(0).giveUp("it failed");
    backend.giveUp("it failed");
    assertThat(rig.store.written).as("who knows the end says no more").hasSize(before);
  }

  @Test
  void ofAStartAndAnEndTheFirstInTheLogCountsForAll() throws Exception {
    ShardCoordinator backend = rig.opened(2);
    List<ShardCoordinator> shards = rig.entered(2);
    shards.get(0).ready();
    shards.get(1).ready();
    backend.look();
    // The start stands in the log; the shard that gives up has not read it.
    shards.get(1).giveUp("it was stopped");
    assertThat(backend.look()).isPresent();
    assertThat(shards.get(0).look()).isEqualTo(backend.look());
    int before = rig.store.written.size();
    shards.get(0).giveUp("it was stopped");
    assertThat(rig.store.written).as("who knows the start says no more").hasSize(before);
  }

  @Test
  void aLogThatIsSlowToShowTheDecisionIsWaitedFor() throws Exception {
    ShardCoordinator backend = rig.opened(1);
    ShardCoordinator shard = rig.entered(1).get(0);
    shard.ready();
    assertThat(backend.look()).isPresent();
    rig.store.slow = true;
    assertThat(shard.look()).isEmpty();
    rig.store.slow = false;
    assertThat(shard.look()).isPresent();
  }

  @Test
  void aLogThatNeverShowsWhatIsThereIsGivenUp() throws Exception {
    rig.opened(1);
    rig.store.slow = true;
    failed(rig.shard("1/1")::enter, "the log ");
    failed(rig.backend("2f", 1, "2m")::enter, "the log ");
  }

  @Test
  void aBackendThatDoesNotAnswerIsNotWaitedForForEver() throws Exception {
    rig.opened(1);
    rig.leads(null);
    failed(rig.shard("1/1")::enter, "the backend ", "run 1f ", "shard 1/1", "the log");
  }

  @Test
  void theStartLeavesThreeTimesAsLongAsTheSlowestAnswerTook() throws Exception {
    ShardCoordinator backend = rig.opened(2);
    List<ShardCoordinator> shards = List.of(rig.shard("1/2"), rig.shard("2/2"));
    shards.get(0).enter();
    rig.slowAnswer = Duration.ofSeconds(4);
    shards.get(1).enter();
    for (ShardCoordinator each : shards) {
      each.ready();
    }
    assertThat(backend.look()).contains(clock.instant().plusSeconds(12));
  }

  @Test
  void ofTwoBackendsThatLeadAtOnceTheFirstIsKnownHoweverManyDecisionsFollow() throws Exception {
    rig.opened(20);
    String claim = rig.store.written.get(0);
    String process = JSON.readTree(claim).at("/by/process").asText();
    append(LogStore.DECISIONS, claim.replace(process, "another"));
    List<ShardCoordinator> shards = rig.entered(20);
    assertThat(rig.notes().split("\"is\":\"decision\"")).hasSizeGreaterThan(20);
    for (ShardCoordinator each : shards) {
      each.ready();
      assertThat(each.look()).isEmpty();
    }
  }

  @Test
  void thousandsThatAreRefusedAreAnsweredInDecisionsThatABrokerTakes() throws Exception {
    ShardCoordinator backend = rig.opened(1);
    rig.entered(1);
    String here = rig.store.written.get(1);
    String process = JSON.readTree(here).at("/by/process").asText();
    for (int number = 0; number < 2_500; number++) {
      append(
          LogStore.CONTROL, here.replace(process, process.substring(0, 30) + (100_000 + number)));
    }
    rig.store.written.clear();
    backend.look();
    assertThat(rig.store.written).hasSize(3).allMatch(each -> each.length() < 1_000_000);
    List<String> reached = new ArrayList<>();
    int refused = 0;
    for (String each : rig.store.written) {
      JsonNode decision = JSON.readTree(each).path("note");
      reached.add(decision.path("reached").toString());
      refused += decision.path("refused").size();
    }
    assertThat(refused).isEqualTo(2_500);
    assertThat(reached.get(0)).as("not all are answered yet").isEqualTo(reached.get(1));
    assertThat(reached.get(2)).isNotEqualTo(reached.get(1));
  }

  @Test
  void whatIsReadGrowsWithTheShardsAndNotWithTheirSquare() throws Exception {
    long few = readBy(20);
    long many = readBy(80);
    assertThat(many).isLessThan(6 * few);
    assertThat(many / 80).as("entries that one participant reads").isLessThan(30);
  }

  private long readBy(int count) throws Exception {
    rig = new CoordinationRig(kind, directory.resolve("of-" + count), true);
    ShardCoordinator backend = rig.opened(count);
    List<ShardCoordinator> shards = rig.entered(count);
    for (ShardCoordinator each : shards) {
      each.ready();
    }
    Instant start = backend.look().orElseThrow();
    for (ShardCoordinator each : shards) {
      assertThat(each.look()).contains(start);
      each.leave();
    }
    return rig.store.read;
  }

  @Test
  void aShardThatIsStartedAgainIsRefusedAndTheOneBeforeKeepsItsPlace() throws Exception {
    ShardCoordinator backend = rig.opened(2);
    List<ShardCoordinator> shards = rig.entered(2);
    ShardCoordinator again = rig.shard("2/2");
    String[] why = {"shard 2/2 ", "run 1f", "--run-id"};
    refused(again, why);
    again.ready();
    again.giveUp("it has no say");
    shards.get(0).ready();
    backend.look();
    assertThat(rig.said).singleElement().asString().startsWith("refused: ").contains(why);
    assertThat(backend.look()).as("the second's READY counts for nobody").isEmpty();
    shards.get(1).ready();
    backend.look();
    assertThat(backend.look()).isPresent();
    refused(
        rig.shard("2/2"),
        "run 1f ",
        clock.instant().plus(Attendance.MARGIN).toString(),
        "shard 2/2 ",
        "--run-id");
  }

  @Test
  void whoDoesNotBelongToTheRunIsToldWhy() throws Exception {
    refused(rig.shard("2/2"), "no backend ", "run 1f", "--shards 2", "coordination.backend: false");
    ShardCoordinator backend = rig.opened(2);
    refused(rig.shard("2/3"), "shard 2/3 counts 3", "the backend ", "run 1f counts 2");
    refused(
        rig.shard("1f", "2/2", "other", "2m"),
        "shard 2/2 ",
        "another profile",
        "the backend ",
        "run 1f",
        "--set");
    backend.look();
    assertThat(rig.said).hasSize(2).allMatch(line -> line.startsWith("refused: "));
    assertThat(rig.entered(2)).as("neither took the place of another").hasSize(2);
  }

  @Test
  void runsInOneLogDoNotSeeEachOther() throws Exception {
    rig.backend("0e", 7, "2m").enter();
    ShardCoordinator backend = rig.opened(1);
    ShardCoordinator shard = rig.entered(1).get(0);
    shard.ready();
    backend.look();
    assertThat(backend.look()).isPresent();
    assertThat(shard.look()).isPresent();
    refused(rig.backend("0e", 7, "2m"), "the backend ", "run 0e", "--run-id");
    refused(
        rig.backend("1f", 1, "2m"), "run 1f ", "2026-11-21T18:00:03Z", "the backend ", "--run-id");
  }

  @Test
  void aShardDoesNotWaitForABackendThatIsGone() throws Exception {
    rig.opened(2);
    List<ShardCoordinator> shards = rig.entered(2);
    shards.get(0).ready();
    clock.pass(Duration.ofSeconds(119));
    shards.get(1).ready();
    clock.pass(Duration.ofSeconds(10));
    assertThat(shards.get(0).look()).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    failed(shards.get(0)::look, "shard 1/2 ", "the backend ", "2m", "run 1f");
    clock.pass(Duration.ofSeconds(118));
    assertThat(shards.get(1).look()).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    failed(shards.get(1)::look, "shard 2/2 ", "the backend ", "2m", "run 1f");
  }

  @Test
  void aBackendThatIsStoppedSaysSo() throws Exception {
    ShardCoordinator backend = rig.opened(2);
    ShardCoordinator shard = rig.entered(2).get(0);
    shard.ready();
    backend.giveUp("it was stopped");
    failed(shard::look, "the backend ", "it was stopped", "run 1f");
  }

  @Test
  void whatIsOfAnotherRunOrNoNoteIsPassedOver() throws Exception {
    rig.opened(1);
    append("{'version':%d,'run':'0e','new':1}".formatted(NoteLog.VERSION - 1));
    append("no JSON");
    rig.shard("1/1").enter();
  }

  @ParameterizedTest
  @ValueSource(ints = {NoteLog.VERSION - 1, NoteLog.VERSION + 1})
  void anotherVersionOfTheNotesIsRefused(int version) throws Exception {
    ShardCoordinator backend = rig.opened(1);
    append("{'version':%d,'run':'1f',%s'note':{'is':'ready'}}".formatted(version, BY));
    failed(backend::look, UNKNOWN);
    failed(rig.shard("1/1")::enter, UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        BY + "'note':{'is':'start'}",
        BY + "'note':{'is':'start','at':'soon'}",
        BY + "'note':{'is':'here','shards':1}",
        BY + "'note':{'is':'bookPart','number':0}",
        BY + "'note':{'is':'bookEnd'}",
        BY + "'note':{'is':'decision'}",
        BY + "'note':{'is':'ready','answerMillis':-1}",
        BY + "'note':{'is':'failed'}",
        BY + "'note':{}",
        BY + "'note':null",
        "'by':{'process':'p'},'note':{'is':'ready'}",
        BY + "'note':{'is':'here','shards':0,'profile':'p'}",
        BY + "'note':{'is':'here','shards':2147483647,'profile':'p'}",
        BY + "'note':{'is':'start','at':'+1000000000-12-31T23:59:59Z'}",
        "'by':{},'note':{'is':'ready'}",
        "'by':[],'note':{'is':'ready'}",
        "'note':{'is':'ready'}"
      })
  void aNoteThatLacksAPartIsRefusedAndNoFault(String parts) throws Exception {
    ShardCoordinator backend = rig.opened(1);
    append("{'version':%d,'run':'1f',%s}".formatted(NoteLog.VERSION, parts));
    failed(backend::look, UNKNOWN);
    failed(rig.shard("1/1")::enter, UNKNOWN);
  }

  private void append(String entry) throws Exception {
    for (String name : List.of(LogStore.CONTROL, LogStore.DECISIONS)) {
      append(name, entry.replace('\'', '"'));
    }
  }

  private void append(String name, String entry) throws Exception {
    try (SharedLog log = rig.store.open(name, 1)) {
      log.append(1, entry);
    }
  }
}
