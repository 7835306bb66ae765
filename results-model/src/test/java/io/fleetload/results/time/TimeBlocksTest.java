// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeBlocksTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long EPOCH = 1_700_000_013L;

  private static long count(TimeBlocks blocks) {
    return blocks.histograms().stream()
        .filter(Objects::nonNull)
        .mapToLong(each -> LatencyHistogram.decoded(each, LatencyHistogram.Edges.UNKNOWN).count())
        .sum();
  }

  private static BlockRecorder recorded(int from, int to) {
    BlockRecorder recorder = new BlockRecorder();
    for (int second = from; second < to; second++) {
      recorder.record((EPOCH + second) * SECOND + 5, 1_000_000L * (1 + second % 7));
    }
    return recorder;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 64, 65, 1_000, 86_400})
  void aRunOfAnyLengthHasAFewBlocksWithAllItsTimes(int seconds) {
    TimeBlocks blocks = recorded(0, seconds).blocks();
    assertThat(blocks.histograms()).hasSizeBetween(Math.min(seconds, 30), TimeBlocks.MOST);
    assertThat(count(blocks)).isEqualTo(seconds);
    assertThat(blocks.first()).isEqualTo(EPOCH / blocks.seconds());
  }

  @Test
  void theBlocksOfTwoProcessesAreThoseOfOne() {
    TimeBlocks whole = recorded(0, 500).blocks();
    TimeBlocks sum = TimeBlocks.sum(recorded(0, 30).blocks(), recorded(30, 500).blocks());
    assertThat(sum).isEqualTo(whole);
    assertThat(TimeBlocks.sum(TimeBlocks.NONE, whole)).isEqualTo(whole);
    assertThat(TimeBlocks.sum(whole, null)).as("a part is not the whole").isNull();
  }

  @Test
  void aTimeBeforeTheBlockThatGoesOnIsOfThatOne() {
    BlockRecorder recorder = recorded(0, 10);
    recorder.record(EPOCH * SECOND, 1);
    assertThat(count(recorder.blocks())).isEqualTo(11);
    assertThat(recorder.blocks().histograms()).hasSize(10);
  }

  @Test
  void aLengthThatIsNoPowerOfTwoIsRefused() {
    assertThatThrownBy(() -> new TimeBlocks(3, 0, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a power of 2");
  }

  @Test
  void aStallOfOneSecondMakesAPercentileUnsure() {
    LatencyHistogram whole = new LatencyHistogram();
    BlockRecorder steady = new BlockRecorder();
    BlockRecorder stalling = new BlockRecorder();
    LatencyHistogram withStall = new LatencyHistogram();
    for (int i = 0; i < 60_000; i++) {
      long at = (EPOCH + i / 1_000) * SECOND;
      long nanos = 1_000_000L + i * 7_919L % 1_000_003L;
      long stalled = i / 1_000 == 31 ? nanos + 500_000_000L : nanos;
      whole.record(nanos);
      steady.record(at, nanos);
      withStall.record(stalled);
      stalling.record(at, stalled);
    }
    LatencySummary sure = whole.estimates(steady.blocks());
    LatencySummary unsure = withStall.estimates(stalling.blocks());
    assertThat(sure.intervalsBy()).isEqualTo(LatencySummary.BY_BLOCKS);
    assertThat(sure.intervals().get("p99").halfOf(sure.times().p99())).isLessThan(0.01);
    assertThat(unsure.intervals().get("p99").low()).isLessThan(2.1);
    assertThat(unsure.times().p99()).isGreaterThan(500);
    assertThat(withStall.estimates().intervals().get("p99").low())
        .as("single messages do not know of the stall")
        .isGreaterThan(500);
  }

  @Test
  void ofTooFewMessagesThereIsNoUpperEnd() {
    LatencyHistogram few = new LatencyHistogram();
    for (int i = 1; i <= 100; i++) {
      few.record(i * 1_000_000L);
    }
    LatencySummary times = few.estimates();
    assertThat(times.intervalsBy()).isEqualTo(LatencySummary.BY_MESSAGES);
    assertThat(times.intervals().get("p99").high()).isNull();
    assertThat(times.intervals().get("p99").low()).isBetween(96.9, 97.1);
    assertThat(times.intervals().get("p50").isWhole()).isTrue();
    assertThat(new LatencyHistogram().estimates().intervals()).isNull();
  }
}
