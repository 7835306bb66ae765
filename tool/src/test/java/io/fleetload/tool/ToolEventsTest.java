// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolEventsTest {

  private static final ToolEvent PROBLEM = new ToolEvent.Problem("tool", 2, "one\n\"two\"");

  static List<ToolEvent> events() {
    Map<String, ToolEvent.FlowProgress> flows = new LinkedHashMap<>();
    flows.put("telemetry", new ToolEvent.FlowProgress(600.0, 598, 2, 17, 14.25));
    flows.put("commandResponse", new ToolEvent.FlowProgress(null, 590, 0, 0, 3.0));
    return List.of(
        new ToolEvent.Ready("tool", "a server 1.2"),
        new ToolEvent.Progress("tool", "measure", 12.0, flows),
        new ToolEvent.Progress("tool", "connect", null, Map.of()),
        new ToolEvent.Progress(
            "tool",
            "connect",
            null,
            Map.of(),
            null,
            new ToolEvent.DeviceProgress(50, 20, 0, null, 100),
            new ToolEvent.Receipts(7, 1, 2)),
        new ToolEvent.Silence("tool", 1_795_252_800_123L),
        new ToolEvent.Silence("tool", null),
        new ToolEvent.StartWait("tool", "a broker, a grid", 12L),
        new ToolEvent.StartWait("tool", null, null),
        new ToolEvent.Sentence("tool", "a \"line\" — of text"),
        PROBLEM);
  }

  @ParameterizedTest
  @MethodSource("events")
  void anEventIsReadFromItsLine(ToolEvent event) {
    String line = ToolEvents.line(event);
    assertThat(line).hasLineCount(1);
    assertThat(ToolEvents.read(line)).contains(event);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "null", "5", "[]", "{}", "{\"event\":\"other\"}", "Exception in thread"})
  void aLineThatIsNoEventIsNone(String line) {
    assertThat(ToolEvents.read(line)).isEmpty();
  }

  @Test
  void aToolThatIsReadyMaySayWhatTheTargetIs() {
    assertThat(ToolEvents.readyTarget(ToolEvents.line(new ToolEvent.Ready("tool", "a server 1.2"))))
        .isEqualTo("a server 1.2");
    assertThat(ToolEvents.readyTarget(ToolEvents.line(new ToolEvent.Ready("tool", null)))).isNull();
    assertThat(ToolEvents.readyTarget("no event")).isNull();
  }

  @Test
  void aFieldOfALaterVersionIsPassedOver() {
    assertThat(ToolEvents.read("{\"event\":\"ready\",\"tool\":\"tool\",\"port\":1}"))
        .contains(new ToolEvent.Ready("tool", null));
  }

  @Test
  void peopleReadSentencesAndProblemsGoToTheErrors() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Teller teller =
        ToolEvents.plain(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    events().forEach(teller::tell);
    assertThat(out.toString(StandardCharsets.UTF_8).lines().map(String::stripTrailing))
        .containsExactly(
            "tool: ready",
            "measure    12s left telemetry 598 of 600/s p99 14.3 ms failed 2 | commandResponse"
                + " 590/s p99 3.0 ms",
            "connect",
            "connect   20 of 50 sessions connected",
            "tool starts, 12 s: waits for a broker, a grid",
            "tool starts",
            "tool: a \"line\" — of text");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("one\n\"two\"");
  }

  @Test
  void programsReadALineEach() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Teller teller = ToolEvents.json(new PrintStream(out, true, StandardCharsets.UTF_8));
    events().forEach(teller::tell);
    assertThat(
            out.toString(StandardCharsets.UTF_8).lines().map(each -> ToolEvents.read(each).get()))
        .isEqualTo(events());
  }
}
