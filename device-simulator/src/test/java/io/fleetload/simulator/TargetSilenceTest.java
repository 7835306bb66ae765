// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.simulator.measure.FlowFigures;
import io.fleetload.simulator.measure.RunFigures;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TargetSilenceTest {
  private static final LatencyHistogram NONE = new LatencyHistogram();

  private final TargetSilence silence = new TargetSilence();
  private long connected = 50;
  private long ok;
  private Map<String, Long> failed = Map.of();
  private Map<String, Long> notSent = Map.of();

  private Optional<ToolEvent.Silence> at(long millis) {
    FlowCounts counts = new FlowCounts(0, 0, 0, ok, failed, notSent, 0, 0);
    return silence.look(
        new RunFigures(
            new DeviceBook.FleetCounts(50, connected, 0, Map.of(), 0, NONE, null, null, null),
            Map.of("event", new FlowFigures(1.0, FlowCounts.NONE, counts, NONE)),
            NONE.summary()),
        millis);
  }

  private static Optional<ToolEvent.Silence> since(Long millis) {
    return Optional.of(new ToolEvent.Silence("device-simulator", millis));
  }

  @Test
  void timeoutsAndNothingElseAreSilenceSinceTheLastAnswer() {
    ok = 7;
    assertThat(at(1_000)).isEmpty();
    assertThat(at(9_000)).as("nothing was due").isEmpty();
    failed = Map.of("transport.timeout", 1L);

    assertThat(at(10_000)).isEqualTo(since(1_000L));
    assertThat(at(11_000)).isEqualTo(since(1_000L));
  }

  @Test
  void soAreMessagesThatHaveNoSessionToBeSentWith() {
    at(1_000);
    notSent = Map.of("notConnected", 1L);

    assertThat(at(5_000)).isEqualTo(since(1_000L));
  }

  @Test
  void aFleetThatSleepsOrIsBusyIsNoProof() {
    at(1_000);
    notSent = Map.of("asleep", 9L, "deviceBusy", 2L);

    assertThat(at(60_000)).isEmpty();
  }

  @Test
  void anAnswerEndsItAndThatIsSaidOnce() {
    at(1_000);
    failed = Map.of("transport.unreachable", 4L);
    assertThat(at(5_000)).isEqualTo(since(1_000L));
    ok = 1;

    assertThat(at(6_000)).isEqualTo(since(null));
    assertThat(at(7_000)).isEmpty();
  }

  @Test
  void anErrorCodeAResetAndANewSessionAreAnswers() {
    at(1_000);
    failed = Map.of("transport.timeout", 1L, "protocol.5.03", 1L);
    assertThat(at(60_000)).isEmpty();
    failed = Map.of("transport.timeout", 2L, "protocol.5.03", 1L, "transport.reset", 1L);
    assertThat(at(120_000)).isEmpty();
    connected = 51;
    assertThat(at(180_000)).isEmpty();
  }

  @Test
  void aFewSecondsAreToldToNobody() {
    at(1_000);
    failed = Map.of("transport.timeout", 1L);

    assertThat(at(3_999)).isEmpty();
    assertThat(at(4_000)).isEqualTo(since(1_000L));
  }
}
