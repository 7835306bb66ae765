// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.FakeTerminal;
import io.fleetload.campaign.view.Terminal;
import io.fleetload.progress.ToolEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What stands on the terminal, and what in a log. */
class ScreenTest {
  private static final String[] MEASURING = {
    "measure  [#############-----------------]   45 %, 11 s left",
    "flow               asked/s  reached/s     p99 ms     failed  in flight",
    "telemetry             20.0       19.0       20.3          0          1",
    "commandResponse          -       20.0        3.0          0          0",
    "sessions 50 of 50 connected, generator lag p99 2.2 ms, limit 100",
  };

  private FakeTerminal terminal = new FakeTerminal(80, 24);
  private Screen screen = screen(80, 24, false);

  private Screen screen(int columns, int rows, boolean colour) {
    terminal = new FakeTerminal(columns, rows);
    Terminal first = new Terminal(columns, rows, colour);
    return new Screen(terminal.stream(), terminal.stream(), () -> first);
  }

  private static ToolEvent.Progress devices(
      String phase,
      Double left,
      Double whole,
      long confirmed,
      Double lag,
      ToolEvent.FlowProgress... of) {
    List<String> names = List.of("telemetry", "commandResponse");
    Map<String, ToolEvent.FlowProgress> flows = new LinkedHashMap<>();
    for (int i = 0; i < of.length; i++) {
      flows.put(names.get(i), of[i]);
    }
    return new ToolEvent.Progress(
        "device-simulator",
        phase,
        left,
        flows,
        whole,
        new ToolEvent.DeviceProgress(50, of.length == 0 ? 20 : 50, confirmed, lag, 100),
        null);
  }

  private static ToolEvent.Progress connecting() {
    return devices("connect", null, null, 0, null);
  }

  private static ToolEvent.Progress measuring(long failed, long confirmed) {
    return devices(
        "measure",
        11.0,
        20.0,
        confirmed,
        2.24,
        new ToolEvent.FlowProgress(20.0, 19, failed, 1, 20.31),
        new ToolEvent.FlowProgress(null, 20, 0, 0, 3.0));
  }

  private static ToolEvent.Progress backend(long first) {
    return new ToolEvent.Progress(
        "backend-simulator",
        "receive",
        null,
        Map.of("telemetry", new ToolEvent.FlowProgress(null, 39.5, 0, 0, 6.0)),
        null,
        null,
        new ToolEvent.Receipts(first, 0, 0));
  }

  private static ToolEvent said(String text) {
    return new ToolEvent.Sentence("loadtest", text);
  }

  @Test
  void everySecondIsWrittenOverTheOneBefore() {
    screen.tell(said("starting the embedded Hono stack"));
    screen.tell(connecting());
    assertThat(terminal.shown())
        .containsExactly(
            "starting the embedded Hono stack",
            "connect  [############------------------]   40 %",
            "sessions 20 of 50 connected");
    screen.tell(measuring(0, 100));
    screen.tell(measuring(0, 140));
    assertThat(terminal.shown()).first().isEqualTo("starting the embedded Hono stack");
    assertThat(terminal.shown().subList(1, 6)).containsExactly(MEASURING);
    assertThat(terminal.shown()).hasSize(6);
    screen.tell(connecting());
    assertThat(terminal.shown()).as("fewer lines leave none of the old ones").hasSize(3);
  }

  @Test
  void whatIsWaitedForIsOneLineThatGoesWithTheNextMessage() {
    screen.tell(said("starting the embedded server"));
    screen.tell(new ToolEvent.StartWait("server", null, 1L));
    screen.tell(new ToolEvent.StartWait("server", "broker, grid", 2L));
    assertThat(terminal.shown())
        .containsExactly(
            "starting the embedded server", "server starts, 2 s: waits for broker, grid");
    screen.tell(connecting());
    assertThat(terminal.shown()).hasSize(3).doesNotContain("server starts, 2 s");
    screen.tell(said("over"));
    assertThat(terminal.shown()).containsExactly("starting the embedded server", "over");
  }

  @Test
  void aWindowMadeNarrowerLeavesNothingOfWhatItBroke() {
    AtomicReference<Terminal> now = new AtomicReference<>(new Terminal(80, 24, false));
    terminal = new FakeTerminal(80, 24);
    screen = new Screen(terminal.stream(), terminal.stream(), now::get);
    screen.tell(said("first"));
    screen.tell(measuring(0, 100));
    terminal.narrowed(40);
    now.set(new Terminal(40, 24, false));
    screen.tell(measuring(0, 100));
    assertThat(terminal.shown()).hasSize(6).startsWith("first");
    assertThat(terminal.shown()).allSatisfy(line -> assertThat(line).hasSizeLessThan(40));
    assertThat(terminal.isClean()).isTrue();
  }

  @Test
  void aMessageStandsAboveTheLinesAndNoneOfThemIsLeftBehind() {
    screen.tell(connecting());
    screen.tell(said("a page is silent"));
    assertThat(terminal.shown()).containsExactly("a page is silent");
    screen.tell(measuring(0, 100));
    screen.tell(new ToolEvent.Sentence("provisioning", "done"));
    screen.tell(measuring(0, 100));
    assertThat(terminal.shown())
        .hasSize(7)
        .startsWith("a page is silent", "provisioning: done", MEASURING[0]);
  }

  @Test
  void aNameIsNoCommandToTheTerminal() {
    screen.tell(said("run \u001b[2J\u0007 of somebody"));
    assertThat(terminal.shown()).containsExactly("run ?[2J? of somebody");
  }

  @Test
  void theEndLeavesACleanTerminal() {
    screen.tell(measuring(0, 100));
    assertThat(terminal.isClean()).as("whatever ends the process").isTrue();
    terminal.echo("^C");
    screen.tell(said("quickstart: INTERRUPTED (incomplete)"));
    screen.tell(new ToolEvent.Problem("loadtest", 3, "the target is gone"));
    assertThat(terminal.shown())
        .containsExactly("quickstart: INTERRUPTED (incomplete)", "the target is gone");
    assertThat(terminal.isClean()).isTrue();
  }

  @Test
  void aWindowMadeNarrowerInMidRunIsNotWrapped() {
    terminal = new FakeTerminal(40, 24);
    screen = new Screen(terminal.stream(), terminal.stream(), () -> new Terminal(80, 24, false));
    screen.tell(measuring(0, 100));
    screen.tell(measuring(0, 100));
    assertThat(terminal.shown()).hasSize(5);
    assertThat(terminal.isClean()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("widths")
  void noLineIsWiderThanTheTerminalAndNoFigureIsCut(int columns) {
    screen = screen(columns, 24, false);
    for (int i = 0; i < 3; i++) {
      screen.tell(backend(60));
      screen.tell(measuring(7, 123_456));
    }
    List<String> whole = new ArrayList<>(figures(MEASURING));
    whole.addAll(List.of("7", "39.5", "123396", "/s"));
    assertThat(terminal.shown()).hasSizeLessThanOrEqualTo(6);
    assertThat(terminal.shown()).allSatisfy(line -> assertThat(line).hasSizeLessThan(columns + 1));
    if (columns >= 20) {
      assertThat(figures(terminal.shown().toArray(new String[0]))).isSubsetOf(whole);
    }
  }

  static IntStream widths() {
    return IntStream.rangeClosed(1, 100);
  }

  private static List<String> figures(String... lines) {
    List<String> figures = new ArrayList<>();
    for (String line : lines) {
      for (String word : line.split("[ ,/%]+")) {
        if (word.matches("[\\d.]+")) {
          figures.add(word);
        }
      }
    }
    return figures;
  }

  @Test
  void aLowTerminalShowsTheFirstLines() {
    screen = screen(80, 4, false);
    screen.tell(said("first"));
    for (int i = 0; i < 5; i++) {
      screen.tell(measuring(0, 100));
    }
    assertThat(terminal.shown()).containsExactly("first", MEASURING[0], MEASURING[1], MEASURING[2]);
  }

  @Test
  void whatIsConfirmedButNotReceivedASecondLaterIsLateOrLost() {
    screen.tell(measuring(0, 100));
    screen.tell(backend(100));
    screen.tell(measuring(0, 140));
    screen.tell(backend(139));
    screen.tell(measuring(0, 180));
    assertThat(terminal.shown().get(5))
        .as("of the 80 of the last two seconds nobody can know yet")
        .matches("backend  39.5/s .* 0, .* 0, .* 0");
    screen.tell(backend(139));
    screen.tell(measuring(0, 180));
    assertThat(terminal.shown().get(5)).contains("late or lost 1,");
  }

  @Test
  void coloursAreOnlyWhereTheyAreWanted() {
    screen.tell(measuring(3, 100));
    assertThat(terminal.colours()).isEmpty();
    String[] plain = terminal.shown().toArray(new String[0]);
    screen = screen(80, 24, true);
    screen.tell(measuring(3, 100));
    assertThat(terminal.colours()).containsExactlyInAnyOrder("0", "1", "31");
    assertThat(terminal.shown()).containsExactly(plain);
  }

  @Test
  void aGeneratorOverItsLimitSaysSoInWords() {
    screen.tell(
        devices("drain", 3.2, 15.0, 9, 250.0, new ToolEvent.FlowProgress(20.0, 0, 0, 12, null)));
    assertThat(terminal.shown())
        .startsWith("drain    [#######################-------]   78 %, 4 s left")
        .contains("telemetry          -        0.0          -          0         12")
        .endsWith("sessions 50 of 50 connected, generator lag p99 250.0 ms, OVER its limit of 100");
  }

  @Test
  void aLogHasALineAtEveryChangeOfPhaseAndEvery5Seconds() {
    screen = new Screen(terminal.stream(), terminal.stream(), () -> Terminal.NONE);
    for (int i = 0; i < 3; i++) {
      screen.tell(connecting());
      screen.tell(backend(1));
    }
    screen.tell(said("in between"));
    for (int i = 0; i < 8; i++) {
      screen.tell(
          devices(
              "measure", 20.0 - i, 20.0, 1, 1.0, new ToolEvent.FlowProgress(9.0, 9, 0, 0, 1.0)));
    }
    assertThat(terminal.shown())
        .containsExactly(
            "connect   20 of 50 sessions connected",
            "in between",
            "measure    20s left telemetry 9 of 9/s p99 1.0 ms",
            "measure    15s left telemetry 9 of 9/s p99 1.0 ms");
    assertThat(terminal.colours()).isEmpty();
  }
}
