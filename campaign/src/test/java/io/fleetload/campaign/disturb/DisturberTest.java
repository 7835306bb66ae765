// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.disturb;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.part.PartCommand;
import io.fleetload.campaign.part.PartFailure;
import io.fleetload.campaign.part.TargetParts;
import io.fleetload.pack.TargetPart;
import io.fleetload.profile.disturb.Action;
import io.fleetload.profile.disturb.Disturbance;
import io.fleetload.progress.ToolEvent;
import io.fleetload.quantity.Span;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.outage.DisturbanceNote;
import io.fleetload.results.outage.Disturbances;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisturberTest {
  private static final long SECOND = 1_000_000_000L;
  private static final TargetPart ADAPTER =
      new TargetPart("adapter", List.of("CoAP adapter"), List.of("adapter"), null);

  @TempDir private Path directory;
  private final List<String> done = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private final ManualActions turns = new ManualActions();
  private PartFailure failure;

  /** DueActions that a test takes itself. */
  private static final class ManualActions implements Disturber.DueActions {
    private final TreeMap<Long, Runnable> due = new TreeMap<>();
    private long now;

    @Override
    public void after(long nanos, Runnable what) {
      due.put(now + nanos, what);
    }

    @Override
    public boolean end() {
      due.clear();
      return true;
    }

    void goTo(long nanos) {
      while (!due.isEmpty() && due.firstKey() <= nanos) {
        now = due.firstKey();
        due.pollFirstEntry().getValue().run();
      }
      now = nanos;
    }
  }

  private final class NotedParts implements TargetParts {
    @Override
    public String place() {
      return "embedded";
    }

    @Override
    public Integer restart(TargetPart part, Integer processes) throws PartFailure {
      return does("restart " + part.name());
    }

    @Override
    public Integer end(TargetPart part) throws PartFailure {
      return does("end " + part.name());
    }

    @Override
    public Integer begin(TargetPart part) throws PartFailure {
      return does("begin " + part.name());
    }

    private Integer does(String what) throws PartFailure {
      done.add(turns.now / SECOND + " " + what);
      if (failure != null) {
        throw failure;
      }
      return null;
    }
  }

  private Disturber disturber(Disturbance... asked) throws IOException {
    return new Disturber(
        List.of(asked),
        List.of(ADAPTER),
        new DisturbingPlaces(
            new NotedParts(),
            new PartCommand(directory.resolve("logs").resolve("disturb.log")),
            directory.resolve("profile.yaml")),
        directory,
        turns,
        new Clock() {
          @Override
          public Instant instant() {
            return Instant.ofEpochMilli(turns.now / 1_000_000);
          }

          @Override
          public ZoneOffset getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }
        },
        said::add);
  }

  private static Disturbance asked(String at, Action action, String length) {
    return new Disturbance(
        Span.parse(at),
        "adapter",
        action,
        length == null ? null : Span.parse(length),
        null,
        null,
        null,
        null);
  }

  private static Disturbance command(String at, String... words) {
    return new Disturbance(Span.parse(at), null, null, null, null, null, List.of(words), null);
  }

  private static ToolEvent.Progress measuring(double secondsLeft) {
    return new ToolEvent.Progress(
        "device-simulator", "measure", secondsLeft, Map.of(), 60.0, null, null);
  }

  private DisturbanceNote note() throws IOException {
    return ResultFiles.read(directory.resolve(Disturbances.FILE), Disturbances.class)
        .notes()
        .get(0);
  }

  @Test
  void aRestartIsDoneWhenItIsDueAfterTheBeginOfTheMeasuredPhase() throws Exception {
    try (Disturber disturber = disturber(asked("10s", Action.RESTART, null))) {
      assertThat(note().worked()).isFalse();
      assertThat(note().why()).isEqualTo("the run ended before it");

      disturber.saw(measuring(59));
      disturber.saw(measuring(58));
      turns.goTo(60 * SECOND);

      assertThat(done).containsExactly("9 restart adapter");
      assertThat(note())
          .isEqualTo(
              new DisturbanceNote(
                  "adapter", "adapter: restart", "embedded", 9_000L, 9_000L, true, null, null));
    }
    assertThat(done).hasSize(1);
  }

  @Test
  void aPartThatIsStoppedIsAwayForItsTime() throws Exception {
    try (Disturber disturber = disturber(asked("10s", Action.STOP, "20s"))) {
      disturber.saw(measuring(60));
      turns.goTo(15 * SECOND);
      assertThat(note().worked()).isFalse();
      turns.goTo(60 * SECOND);
    }
    assertThat(done).containsExactly("10 end adapter", "30 begin adapter");
    assertThat(note().worked()).isTrue();
    assertThat(note().endedEpochMs()).isEqualTo(30_000);
  }

  @Test
  void whatIsAwayAtTheEndIsBroughtBackAndWasNotDone() throws Exception {
    try (Disturber disturber = disturber(asked("10s", Action.STOP, "20s"))) {
      disturber.saw(measuring(60));
      turns.goTo(15 * SECOND);
    }
    assertThat(done).containsExactly("10 end adapter", "15 begin adapter");
    assertThat(note().worked()).isFalse();
    assertThat(note().why()).isEqualTo("the run ended before it was over");
  }

  @Test
  void aFailureIsNotedWithItsCode() throws Exception {
    failure = new PartFailure("no such service", 17);
    try (Disturber disturber = disturber(asked("10s", Action.RESTART, null))) {
      disturber.saw(measuring(60));
      turns.goTo(60 * SECOND);
    }
    assertThat(note().worked()).isFalse();
    assertThat(note().exitCode()).isEqualTo(17);
    assertThat(note().why()).isEqualTo("no such service");
    assertThat(said).contains("disturb.adapter failed: no such service");
  }

  @Test
  void aCommandIsReadByNoShellAndItsCodeIsNoted() throws Exception {
    Path program =
        Files.writeString(directory.resolve("restart"), "#!/bin/sh\necho \"$1\"\nexit \"$2\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (Disturber disturber = disturber(command("5s", "./restart", "$HOME; false", "0"))) {
      disturber.saw(measuring(60));
      turns.goTo(60 * SECOND);
    }
    assertThat(note().worked()).isTrue();
    assertThat(note().exitCode()).isZero();
    assertThat(note().place()).isEqualTo("command");
    assertThat(directory.resolve("logs").resolve("disturb.log")).hasContent("$HOME; false");
  }

  @Test
  void aCommandThatFailsOrIsNoProgramWasNotDone() throws Exception {
    try (Disturber disturber = disturber(command("5s", "false"))) {
      disturber.saw(measuring(60));
      turns.goTo(60 * SECOND);
    }
    assertThat(note().worked()).isFalse();
    assertThat(note().exitCode()).isEqualTo(1);

    turns.goTo(0);
    try (Disturber disturber = disturber(command("5s", "./nowhere"))) {
      disturber.saw(measuring(60));
      turns.goTo(60 * SECOND);
    }
    assertThat(note().worked()).isFalse();
    assertThat(note().why()).contains("nowhere").contains("chmod +x");
  }
}
