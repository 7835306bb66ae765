package io.fleetload.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Span;
import io.fleetload.results.Shard;
import io.fleetload.rig.HandClock;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Backend and shards at the barrier, over one log. */
class BarrierTest {
  private static final Span TIMEOUT = Span.parse("2m");
  private static final String TOGETHER =
      "; run 1f does not begin: its shards begin together or not at all";

  private final HandClock clock = new HandClock(Instant.parse("2026-11-21T18:00:00Z"));
  private final LogsInMemory logs = new LogsInMemory();
  private final List<String> said = new ArrayList<>();
  private int processes;

  private Lead lead(String runId, int shards) {
    return lead(runId, shards, TIMEOUT);
  }

  private Lead lead(String runId, int shards, Span timeout) {
    Lead.Terms terms =
        new Lead.Terms(
            runId, shards, "digest", "backend-" + processes++, timeout, Duration.ofSeconds(30));
    return new Lead(logs.control(TopicLogs.From.BEGINNING), terms, clock, said::add);
  }

  private Lead opened(int shards) throws Exception {
    Lead lead = lead("1f", shards);
    lead.open();
    return lead;
  }

  private Attendance shard(String shard, String profile) {
    return new Attendance(
        logs, "1f", Shard.parse(shard), profile, "process-" + processes++, TIMEOUT, clock);
  }

  private List<Attendance> entered(int of) throws Exception {
    List<Attendance> shards = new ArrayList<>();
    for (int number = 1; number <= of; number++) {
      Attendance each = shard(number + "/" + of, "digest");
      each.enter();
      shards.add(each);
    }
    return shards;
  }

  private static void failed(ThrowingCallable look, String line) {
    assertThatThrownBy(look).isInstanceOf(TargetException.class).hasMessage(line);
  }

  private void refused(Attendance shard, String why) {
    assertThatThrownBy(shard::enter)
        .isInstanceOf(UsageException.class)
        .hasMessage("run.barrier: " + why);
  }

  @Test
  void allAgreeOnOneTimeOnceTheLastIsReady() throws Exception {
    Lead lead = opened(3);
    List<Attendance> shards = entered(3);
    for (Attendance each : shards.subList(0, 2)) {
      clock.pass(Duration.ofSeconds(10));
      each.ready();
      assertThat(lead.look()).isEmpty();
      assertThat(each.look()).isEmpty();
      assertThat(each.begins()).isFalse();
    }
    clock.pass(Duration.ofSeconds(10));
    shards.get(2).ready();
    Instant start = clock.instant().plus(Lead.MARGIN);
    assertThat(lead.look()).as("decided, and not yet read back").isEmpty();
    clock.pass(Duration.ofSeconds(1));
    assertThat(lead.look()).contains(start);
    for (Attendance each : shards) {
      assertThat(each.look()).contains(start);
      assertThat(each.begins()).isTrue();
    }
  }

  @Test
  void theLogIsOpenOnlyWhileItIsLookedAt() throws Exception {
    Lead lead = opened(1);
    Attendance shard = entered(1).get(0);
    assertThat(logs.open).as("the backend's").isEqualTo(1);
    shard.ready();
    assertThat(logs.open).isEqualTo(2);
    lead.look();
    assertThat(shard.look()).isPresent();
    shard.leave();
    lead.close();
    assertThat(logs.open).isZero();
  }

  @Test
  void whoIsMissingIsNamedAndNobodyBeginsWithoutThem() throws Exception {
    Lead lead = opened(5);
    List<Attendance> shards = entered(5);
    clock.pass(Duration.ofMinutes(1));
    shards.get(1).ready();
    lead.look();
    clock.pass(Duration.ofMinutes(1));
    shards.get(0).ready();
    shards.get(3).ready();
    clock.pass(Duration.ofSeconds(59));
    assertThat(lead.look()).isEmpty();
    assertThat(lead.look()).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    lead.look();
    // Both come now, but it was decided.
    shards.get(2).ready();
    shards.get(4).ready();
    String line = "run.barrier: no shard 3/5, 5/5 within 2m" + TOGETHER;
    failed(lead::look, line);
    for (Attendance each : shards) {
      failed(each::look, line);
      assertThat(each.begins()).isFalse();
    }
  }

  @Test
  void aRunToWhichNobodyComesEnds() throws Exception {
    Lead lead = opened(2);
    clock.pass(Duration.ofSeconds(149));
    lead.look();
    Attendance late = shard("2/2", "digest");
    late.enter();
    lead.look();
    // Who came last is given the time that a fleet takes to connect, here 30 s, and the timeout.
    clock.pass(Duration.ofSeconds(149));
    lead.look();
    assertThat(lead.look()).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    lead.look();
    failed(lead::look, "run.barrier: no shard 1/2, 2/2 within 2m" + TOGETHER);
    failed(shard("1/2", "digest")::enter, "run.barrier: no shard 1/2, 2/2 within 2m" + TOGETHER);
  }

  @Test
  void whileNobodyWaitsAShortTimeoutKeepsNobodyFromComing() throws Exception {
    Lead lead = lead("1f", 2, Span.parse("1s"));
    lead.open();
    clock.pass(Duration.ofSeconds(149));
    lead.look();
    List<Attendance> shards = entered(2);
    lead.look();
    shards.get(0).ready();
    lead.look();
    clock.pass(Duration.ofSeconds(1));
    lead.look();
    failed(lead::look, "run.barrier: no shard 2/2 within 1s" + TOGETHER);
  }

  @Test
  void theOthersNeedNotWaitForOneThatGivesUp() throws Exception {
    Lead lead = opened(2);
    List<Attendance> shards = entered(2);
    shards.get(0).ready();
    shards.get(1).giveUp("the CoAP adapter at a:1 is not reachable\nsecond line");
    String line =
        "run.barrier: shard 2/2 gave up: the CoAP adapter at a:1 is not reachable" + TOGETHER;
    failed(shards.get(0)::look, line);
    failed(lead::look, line);
  }

  @Test
  void ofAStartAndAnEndTheFirstInTheLogCountsForAll() throws Exception {
    Lead lead = opened(2);
    List<Attendance> shards = entered(2);
    shards.get(0).ready();
    shards.get(1).ready();
    lead.look();
    // The start stands in the log; the shard that gives up has not read it.
    shards.get(1).giveUp("it was stopped");
    assertThat(lead.look()).isPresent();
    assertThat(shards.get(0).look()).isEqualTo(lead.look());
    int before = logs.control.size();
    shards.get(0).giveUp("it was stopped");
    assertThat(logs.control).as("who knows the start says no more").hasSize(before);
  }

  @Test
  void aLogThatIsSlowToShowTheDecisionIsNotGivenAnother() throws Exception {
    Lead lead = opened(1);
    Attendance shard = entered(1).get(0);
    shard.ready();
    lead.look();
    int decided = logs.control.size();
    logs.slow = true;
    clock.pass(Duration.ofMinutes(5));
    assertThat(lead.look()).isEmpty();
    logs.slow = false;
    assertThat(lead.look()).isPresent();
    assertThat(logs.control).hasSize(decided);
  }

  @Test
  void aStartThatWasWrittenAfterTheEndIsNone() {
    Meeting meeting = new Meeting("1f");
    meeting.saw(new ControlNote.Opened(1, "digest", "backend"));
    meeting.saw(new ControlNote.Here(Shard.WHOLE, "digest", "process"));
    meeting.saw(new ControlNote.Gone(Shard.WHOLE, "process", "it was stopped"));
    meeting.saw(new ControlNote.Start("2026-11-21T18:00:03Z"));
    assertThat(meeting.start()).isEmpty();
    assertThat(meeting.failure())
        .contains("run.barrier: shard 1/1 gave up: it was stopped" + TOGETHER);
  }

  @Test
  void aShardThatIsStartedAgainIsRefusedAndTheOneBeforeKeepsItsPlace() throws Exception {
    Lead lead = opened(2);
    List<Attendance> shards = entered(2);
    Attendance again = shard("2/2", "digest");
    String why =
        "shard 2/2 of run 1f is there already; give every shard its own number, and every run its"
            + " own --run-id";
    refused(again, why);
    again.ready();
    shards.get(0).ready();
    lead.look();
    assertThat(said).containsExactly("refused: " + why);
    assertThat(logs.notes()).as("the second's READY counts for nobody").doesNotContain("start");
    shards.get(1).ready();
    lead.look();
    assertThat(lead.look()).isPresent();
    refused(
        shard("2/2", "digest"),
        "run 1f began at %s; shard 2/2 is too late, and one that ended cannot be started again"
            .formatted(clock.instant().plus(Lead.MARGIN)));
  }

  @Test
  void whoDoesNotBelongToTheRunIsToldWhy() throws Exception {
    refused(
        shard("2/2", "digest"),
        "no backend waits for the shards of run 1f; start it first, with --shards 2");
    Lead lead = opened(2);
    refused(
        shard("2/3", "digest"),
        "this is shard 2/3, but the backend of run 1f waits for 2 shards; all need one number");
    refused(
        shard("2/2", "other"),
        "shard 2/2 has another profile than the backend of run 1f; give all of them the same file"
            + " and the same --set");
    lead.look();
    assertThat(said).hasSize(2).allMatch(line -> line.startsWith("refused: "));
    assertThat(entered(2)).as("neither took the place of another").hasSize(2);
  }

  @Test
  void runsInOneTopicDoNotSeeEachOther() throws Exception {
    lead("0e", 7).open();
    Lead lead = opened(1);
    Attendance shard = entered(1).get(0);
    shard.ready();
    lead.look();
    assertThat(lead.look()).isPresent();
    assertThat(shard.look()).isPresent();
    assertThatThrownBy(() -> lead("0e", 7).open())
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "run.barrier: run 0e was at topic c already; give every run a --run-id of its own");
  }

  @Test
  void aShardDoesNotWaitForABackendThatIsGone() throws Exception {
    opened(2);
    Attendance shard = entered(2).get(0);
    shard.ready();
    clock.pass(Duration.ofSeconds(129));
    assertThat(shard.look()).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    failed(
        shard::look,
        "run.barrier: the backend of run 1f decided nothing within 2m; is it still there?");
  }

  @Test
  void aBackendThatIsStoppedSaysSo() throws Exception {
    Lead lead = opened(2);
    Attendance shard = entered(2).get(0);
    shard.ready();
    lead.giveUp("it was stopped");
    failed(shard::look, "run.barrier: the backend gave up: it was stopped" + TOGETHER);
  }

  @Test
  void anotherVersionOfTheNotesIsRefused() throws Exception {
    opened(1);
    byte[] note =
        "{\"version\":2,\"note\":\"ready\",\"shard\":\"1/1\",\"process\":\"p\"}"
            .getBytes(StandardCharsets.UTF_8);
    logs.control.add(new TopicLog.Entry(logs.control.size(), "1f", ByteBuffer.wrap(note)));
    failed(
        shard("1/1", "digest")::enter,
        "run.barrier: topic c holds a note of run 1f that this version does not know; the backend"
            + " and all shards must be of one version");
  }
}
