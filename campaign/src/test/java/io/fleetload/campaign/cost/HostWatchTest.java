// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.fleetload.profile.Generator;
import io.fleetload.profile.Share;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host of two processors, as Linux describes it; a second is 200 ticks of them. */
class HostWatchTest {
  private static final Golden WORDS = Golden.of("run");
  private static final long DEVICES = 41;
  private static final long STACK = 42;

  @TempDir private Path proc;

  private long nanos;
  private long all = 10_000;
  private long others = 3_000;
  private long steal = 500;
  private long devices = 20;
  private long stack = 700;

  @BeforeEach
  void write() throws IOException {
    write('S');
  }

  private void write(char stateOfTheStack) throws IOException {
    long user = others + devices + stack;
    Files.writeString(
        proc.resolve("stat"),
        "cpu  %d 0 0 %d 0 0 0 %d 0 0\ncpu0 1 2 3 4\ncpu1 1 2 3 4\nintr 5\n"
            .formatted(user, all - user - steal, steal));
    process(DEVICES, 'S', devices);
    process(STACK, stateOfTheStack, stack);
  }

  private void process(long pid, char state, long used) throws IOException {
    Path directory = Files.createDirectories(proc.resolve(Long.toString(pid)));
    // The name of a program may look like the end of it.
    Files.writeString(
        directory.resolve("stat"),
        "%d (a) b) %s 1 1 1 0 -1 0 0 0 0 0 %d %d 0 0\n".formatted(pid, state, used - 10, 10));
  }

  private HostWatch watch(Generator limits, boolean targetIsElsewhere) {
    HostWatch watch = new HostWatch(proc, () -> nanos, limits, targetIsElsewhere);
    watch.process(DEVICES);
    watch.target("hono-embedded", STACK);
    watch.begin();
    return watch;
  }

  /** Seconds in which these had that many of the 200 ticks. */
  private void pass(HostWatch watch, int seconds, int toOthers, int toSteal, int toStack)
      throws IOException {
    for (int i = 0; i < seconds; i++) {
      nanos += 1_000_000_000L;
      all += 200;
      others += toOthers;
      steal += toSteal;
      stack += toStack;
      devices += 10;
      write();
      watch.look();
    }
  }

  private static Generator defaults() {
    return new Generator(null);
  }

  @Test
  void whatTheRunItselfTakesIsNoFault() throws IOException {
    HostWatch watch = watch(defaults(), true);
    pass(watch, 20, 4, 0, 180);
    HostLoad load = watch.load();
    assertThat(load.processors()).isEqualTo(2);
    assertThat(load.run()).isCloseTo(0.95, within(1e-3));
    assertThat(load.others()).isCloseTo(0.02, within(1e-3));
    assertThat(load.maxOthers()).isEqualTo(0.15);
    assertThat(load.reasons()).isEmpty();
  }

  @Test
  void aHostThatWorksForOthersGivesNoVerdictOnTheTarget() throws IOException {
    HostWatch watch = watch(defaults(), true);
    pass(watch, 10, 60, 8, 50);
    assertThat(watch.load().reasons())
        .singleElement(STRING)
        .satisfies(reason -> WORDS.says(reason, "34 %", " 2 ", "15% (generator.maxOthers)"));
  }

  @Test
  void theLimitIsTheProfiles() throws IOException {
    HostWatch watch =
        watch(new Generator(null, null, null, null, null, Share.parse("40%"), null), true);
    pass(watch, 10, 60, 8, 50);
    assertThat(watch.load().maxOthers()).isEqualTo(0.4);
    assertThat(watch.load().reasons()).isEmpty();
  }

  @Test
  void whereAnExternalTargetIsOnThisHostItsWorkIsAmongTheOthersAndNotHeldToALimit()
      throws IOException {
    HostWatch watch = watch(defaults(), false);
    pass(watch, 10, 150, 0, 10);
    assertThat(watch.load().others()).isCloseTo(0.75, within(1e-3));
    assertThat(watch.load().maxOthers()).isNull();
    assertThat(watch.load().reasons()).isEmpty();
  }

  @Test
  void theBusiestTenSecondsAreToldOfALongRun() throws IOException {
    HostWatch watch = watch(defaults(), true);
    pass(watch, 100, 0, 0, 50);
    pass(watch, 10, 140, 0, 50);
    pass(watch, 90, 0, 0, 50);
    assertThat(watch.load().othersPeak()).isCloseTo(0.7, within(1e-3));
    assertThat(watch.load().others()).isCloseTo(0.035, within(1e-3));
  }

  @Test
  void aProcessOfTheRunThatEndedKeepsWhatItHad() throws IOException {
    HostWatch watch = watch(defaults(), true);
    pass(watch, 10, 0, 0, 100);
    Files.delete(proc.resolve(Long.toString(DEVICES)).resolve("stat"));
    watch.look();
    assertThat(watch.load().others()).isZero();
  }

  @Test
  void aTargetThatASignalStoppedIsNotToBlame() throws IOException {
    HostWatch watch = watch(defaults(), true);
    for (int tenth = 0; tenth < 60; tenth++) {
      nanos += 100_000_000L;
      write(tenth >= 20 && tenth < 50 ? 'T' : 'S');
      watch.lookAtStates();
    }
    pass(watch, 1, 0, 0, 50);
    assertThat(watch.health("hono-embedded", 7.0).stoppedMs()).isEqualTo(3_000);
    assertThat(watch.health("hono-embedded", 7.0).longestGcPauseMs()).isEqualTo(7);
    assertThat(watch.load().reasons())
        .singleElement(STRING)
        .satisfies(
            reason -> WORDS.says(reason, "hono-embedded", "3.0 s", "1000 ms (generator.maxPause)"));
  }

  @Test
  void theWaitsOfItsThreadsAddUp() throws IOException {
    Path tasks = proc.resolve(Long.toString(STACK)).resolve("task");
    thread(tasks, "1", 1_000);
    HostWatch watch = watch(defaults(), true);
    thread(tasks, "1", 3_000);
    thread(tasks, "2", 500);
    watch.look();
    Files.delete(tasks.resolve("2").resolve("schedstat"));
    thread(tasks, "1", 4_000);
    watch.look();
    assertThat(watch.health("hono-embedded", null).waitedSeconds()).isEqualTo(3.5);
    assertThat(watch.health("device-simulator", null)).isNull();
  }

  private static void thread(Path tasks, String id, long waitedMillis) throws IOException {
    Files.writeString(
        Files.createDirectories(tasks.resolve(id)).resolve("schedstat"),
        "77 %d 5\n".formatted(waitedMillis * 1_000_000));
  }

  @Test
  void whereNobodySaysItTheResultSaysThat() throws IOException {
    Files.delete(proc.resolve("stat"));
    HostWatch watch = watch(defaults(), true);
    watch.look();
    assertThat(watch.load().others()).isNull();
    WORDS.says(watch.load().unknown(), "/proc/stat");
    assertThat(watch.load().reasons()).isEmpty();
  }

  @Test
  void aRunThatNeverMeasuredSaysNothing() {
    assertThat(new HostWatch(proc, () -> nanos, defaults(), true).load()).isNull();
  }
}
