// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FlowScriptTest {
  private static final Schedule TEN_A_SECOND = new Schedule(10, 0.5);

  @Test
  void whatHappensToAMessageDependsOnTheSeedAndItsNumberOnly() {
    FlowScript one = script(7, new Delays.Uniform(10, 20));
    FlowScript again = script(7, new Delays.Uniform(10, 20));
    FlowScript other = script(8, new Delays.Uniform(10, 20));
    assertThat(IntStream.range(0, 100).mapToObj(one::act))
        .isEqualTo(IntStream.range(0, 100).mapToObj(again::act).toList());
    assertThat(one.act(50).delayNanos()).isNotEqualTo(other.act(50).delayNanos());
  }

  @Test
  void theFirstRuleThatNamesAMessageWins() {
    FlowScript script = script(1, Delays.none());
    assertThat(script.act(3).reply()).isEqualTo(Reply.NOT_FOUND);
    assertThat(script.act(4).reply()).isEqualTo(Reply.OK);
    assertThat(script.act(13).reply()).isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void silenceIsOnlyWhereTheRunLastsLongEnoughForItToEnd() {
    FlowScript script = script(1, Delays.none());
    assertThat(script.act(5).reply()).isEqualTo(Reply.SILENCE);
    assertThat(script.act(85).reply()).isEqualTo(Reply.OK);
    assertThat(script.act(97).reply()).isEqualTo(Reply.OK);
    assertThat(script.act(98).reply()).isEqualTo(Reply.SILENCE);
  }

  @Test
  void aMessageIsOvertakenOnlyByOneThatArrives() {
    FlowScript script = script(1, Delays.none());
    assertThat(script.act(8).delivery()).isEqualTo(Delivery.LATE);
    // Its device's next message is 4 further on, number 33, which the server refuses.
    assertThat(script.act(29).delivery()).isEqualTo(Delivery.ONCE);
    assertThat(script.act(19).delivery()).isEqualTo(Delivery.NEVER);
  }

  @Test
  void aMessageThatFailsOnTheWayIsNeverDelivered() {
    assertThat(script(1, Delays.none()).act(3).delivery()).isEqualTo(Delivery.NEVER);
  }

  @Test
  void aLateCommandIsOneOfAQueryThatHadItsCommand() {
    FlowScript script =
        new FlowScript(
            TEN_A_SECOND,
            4,
            100,
            100,
            1,
            Delays.none(),
            List.of(new Rule<>(10, 1, Reply.NO_COMMAND), new Rule<>(5, 0, Reply.LATE_COMMAND)),
            List.of(),
            0);
    assertThat(script.act(0).reply()).as("it has no query before it").isEqualTo(Reply.OK);
    assertThat(script.act(10).reply()).isEqualTo(Reply.LATE_COMMAND);
    assertThat(script.act(15).reply()).as("11 had no command").isEqualTo(Reply.OK);
  }

  @Test
  void delaysHaveTheDistributionTheySay() {
    assertThat(median(new Delays.Constant(30))).isCloseTo(30, within(0.1));
    assertThat(median(new Delays.Uniform(100, 300))).isCloseTo(200, within(4.0));
    assertThat(median(new Delays.TwoPeaks(10, 90, 0.1))).isCloseTo(10, within(0.1));
    assertThat(median(new Delays.Exponential(50, 100, 900)))
        .isCloseTo(50 + 100 * Math.log(2), within(4.0));
  }

  @Test
  void anAnswerDueInTheStallLeavesAtItsEndAndNoOtherDoes() {
    FlowScript flow =
        new FlowScript(
            TEN_A_SECOND, 4, 100, 100, 1, new Delays.Constant(1), List.of(), List.of(), 0);
    long second = 1_000_000_000L;
    Script script = new Script(false, new Stall(second, 4 * second), Map.of("telemetry", flow));
    long began = 1_000 * second;
    assertThat(script.release(stamp(began, 9), began + 950_000_000L))
        .isEqualTo(began + 951_000_000L);
    assertThat(script.release(stamp(began, 10), began + 1_050_000_000L))
        .isEqualTo(began + 4 * second);
    assertThat(script.release(stamp(began, 39), began + 5 * second))
        .as("it came after the stall, behind another message of its device")
        .isEqualTo(began + 5 * second + 1_000_000L);
  }

  private static Stamp stamp(long began, int n) {
    long due = began + TEN_A_SECOND.dueNanos(n);
    return new Stamp(RunId.parse("1"), "telemetry", Period.MEASURED, 0, n, due, due);
  }

  private static double median(Delays delays) {
    LatencyHistogram histogram = new LatencyHistogram();
    IntStream.range(0, 20_000).forEach(n -> histogram.record(delays.of(42, n)));
    return histogram.percentile(50) / 1e6;
  }

  private static FlowScript script(long seed, Delays delays) {
    return new FlowScript(
        TEN_A_SECOND,
        4,
        100,
        80,
        seed,
        delays,
        List.of(new Rule<>(10, 3, Reply.NOT_FOUND), new Rule<>(5, 0, Reply.SILENCE)),
        List.of(new Rule<>(20, 19, Delivery.NEVER), new Rule<>(7, 1, Delivery.LATE)),
        2);
  }
}
