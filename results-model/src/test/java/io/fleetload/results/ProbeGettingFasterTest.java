package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.limit.Probe;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A probe of 10 s: its windows are of one second each. */
class ProbeGettingFasterTest {
  private static Boolean gettingFaster(String threshold, long... millisBySecond) {
    DeviceBook.Flow flow = Books.sender();
    ResponseIntervals intervals =
        new ResponseIntervals(
            1,
            1,
            List.of(),
            LongStream.of(millisBySecond)
                .mapToObj(ms -> ResponseIntervals.encoded(Books.millis(ms, ms, ms)))
                .toList());
    DeviceBook book =
        Books.device(
            Map.of(
                "telemetry",
                new DeviceBook.Flow(
                    flow.asked(),
                    flow.measuredFrom(),
                    flow.measuredTo(),
                    flow.warmUp(),
                    flow.measured(),
                    flow.response(),
                    flow.service(),
                    flow.sent(),
                    flow.ok(),
                    flow.perSecond(),
                    null,
                    null,
                    intervals)));
    Result result =
        Result.join(
            book,
            Books.backend(Map.of("telemetry", Books.receiver())),
            List.of(Threshold.parse(threshold)));
    return Probe.of("probe-01", 8, null, result, book).gettingFaster();
  }

  @Test
  void aCrossedProbeWhoseResponseTimesFellIsMarked() {
    assertThat(gettingFaster("flows.*.response.p99 < 1ms", 2_198, 1_600, 900, 400, 160, 82))
        .isTrue();
  }

  @Test
  void oneWhoseResponseTimesRoseOrVariedIsNot() {
    assertThat(gettingFaster("flows.*.response.p99 < 1ms", 82, 160, 400, 900, 1_600, 2_198))
        .isNull();
    assertThat(gettingFaster("flows.*.response.p99 < 1ms", 90, 70, 120, 80, 75, 130)).isNull();
  }

  @Test
  void oneThatHeldSaysAllThereIsToSay() {
    assertThat(gettingFaster("flows.*.response.p99 < 1s", 2_198, 1_600, 900, 400, 160, 82))
        .isNull();
  }
}
