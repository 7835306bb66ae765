// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.limit.LimitBook;
import io.fleetload.results.limit.LimitCourse;
import io.fleetload.results.limit.LimitKind;
import io.fleetload.results.run.MessageSet;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LimitResultTest {
  private static final List<Long> NOTHING = seconds(0, 0, 0, 0, 0, 0);

  @Test
  void aRefusalAboveTheVolumeIsWhatTheProfileExpects() {
    LimitCourse course =
        volume(seconds(60, 60, 60, 0, 0, 0), seconds(60, 0, 0, 0, 0, 0), seconds(0, 1, 1, 0, 0, 0));

    assertThat(judged(LimitKind.BYTES, 100, 0, course))
        .isEqualTo(new LimitResult.TenantLimit(60, 2, 0, 0, 3L, null));
  }

  @Test
  void aRefusalOfWhatCannotHaveReachedTheVolumeIsBelowIt() {
    LimitCourse course =
        volume(seconds(60, 40, 60, 0, 0, 0), seconds(60, 0, 0, 0, 0, 0), seconds(0, 1, 1, 0, 0, 0));

    assertThat(judged(LimitKind.BYTES, 100, 0, course).refusedBelow()).isOne();
  }

  @Test
  void anAcceptanceIsAboveTheVolumeOnlyAfterTheTimeThatTheTargetHas() {
    LimitCourse course =
        volume(seconds(100, 10, 10, 10, 10, 10), seconds(100, 10, 10, 10, 10, 10), NOTHING);

    assertThat(judged(LimitKind.BYTES, 100, 0, course).acceptedAbove()).isEqualTo(5);
    assertThat(judged(LimitKind.BYTES, 100, 2, course).acceptedAbove()).isEqualTo(3);
    assertThat(judged(LimitKind.BYTES, 100, 60, course).acceptedAbove()).isZero();
  }

  @Test
  void sessionsThatEndedMakeRoomForOthers() {
    LimitCourse course =
        new LimitCourse(
            7,
            seconds(2, 1, 0, 1, 0, 0),
            seconds(0, 1, 1, 0, 0, 0),
            seconds(2, 0, 0, 1, 0, 0),
            seconds(0, 0, 1, 0, 0, 0),
            seconds(2, 0, 0, 1, 0, 0),
            seconds(0, 1, 0, 0, 0, 0));

    assertThat(judged(LimitKind.CONNECTIONS, 2, 0, course))
        .isEqualTo(new LimitResult.TenantLimit(2, 1, 0, 0, 3L, 0L));
  }

  @Test
  void aSessionRefusedThoughOneEndedIsBelowTheLimitWhenTheTargetHadItsTime() {
    LimitCourse course =
        new LimitCourse(
            7,
            seconds(2, 0, 0, 0, 1, 0),
            seconds(0, 1, 0, 0, 1, 0),
            seconds(2, 0, 0, 0, 0, 0),
            seconds(0, 1, 0, 0, 0, 0),
            seconds(2, 0, 0, 0, 0, 0),
            seconds(0, 0, 0, 0, 1, 0));

    assertThat(judged(LimitKind.CONNECTIONS, 2, 1, course).refusedBelow()).isOne();
    assertThat(judged(LimitKind.CONNECTIONS, 1, 1, course).refusedBelow()).isZero();
  }

  @Test
  void aRateIsJudgedBySecondsAndByWhatPassedInAll() {
    LimitCourse kept =
        volume(
            seconds(90, 150, 150, 90, 0, 0),
            seconds(90, 100, 100, 90, 0, 0),
            seconds(0, 50, 50, 0, 0, 0));
    LimitCourse early =
        volume(
            seconds(90, 90, 90, 90, 0, 0),
            seconds(90, 80, 90, 90, 0, 0),
            seconds(0, 10, 0, 0, 0, 0));
    LimitCourse open =
        volume(seconds(150, 150, 150, 150, 0, 0), seconds(150, 150, 150, 150, 0, 0), NOTHING);

    assertThat(judged(LimitKind.MESSAGES, 100, 0, kept))
        .isEqualTo(new LimitResult.TenantLimit(100, 100, 0, 0, 3L, null));
    assertThat(judged(LimitKind.MESSAGES, 100, 0, early).refusedBelow()).isEqualTo(10);
    assertThat(judged(LimitKind.MESSAGES, 100, 0, open).acceptedAbove()).isEqualTo(100);
  }

  @Test
  void booksOfShardsAddUpBySecondOfTheEpochAndByTenant() {
    LimitBook one = book("a", 10, seconds(60, 60));
    LimitBook later = book("a", 11, seconds(50, 50));
    LimitBook other = book("b", 10, seconds(9));

    List<LimitBook> sum = LimitBook.sum(List.of(one, other), List.of(later));

    assertThat(sum).hasSize(2);
    assertThat(sum.get(0).course().firstEpochSecond()).isEqualTo(10);
    assertThat(sum.get(0).course().begun()).containsExactly(60L, 110L, 50L);
    assertThat(sum.get(0).keptOut()).isEqualTo(2);
    assertThat(sum.get(0).refused().get("flow").toArray()).containsExactly(10, 11);
    assertThat(sum.get(1)).isEqualTo(other);
    assertThat(LimitBook.sum(null, List.of(one))).containsExactly(one);
  }

  private static LimitBook book(String tenant, long first, List<Long> begun) {
    List<Long> none = begun.stream().map(each -> 0L).toList();
    return new LimitBook(
        LimitKind.BYTES,
        tenant,
        100,
        0,
        1,
        Map.of("flow", numbers((int) first)),
        new LimitCourse(first, begun, none, none, none, none, none));
  }

  private static LimitResult.TenantLimit judged(
      LimitKind kind, double limit, double within, LimitCourse course) {
    return LimitResult.judged(new LimitBook(kind, "t", limit, within, 0, Map.of(), course), 3L);
  }

  /** A course in which each confirmed second has one message that was sent in it. */
  private static LimitCourse volume(List<Long> begun, List<Long> confirmed, List<Long> refused) {
    List<Long> none = begun.stream().map(each -> 0L).toList();
    List<Long> accepted = confirmed.stream().map(each -> each > 0 ? 1L : 0L).toList();
    return new LimitCourse(7, begun, none, confirmed, none, accepted, refused);
  }

  private static MessageSet numbers(int n) {
    return Books.numbers(n, n + 1);
  }

  private static List<Long> seconds(long... counts) {
    return LongStream.of(counts).boxed().toList();
  }
}
