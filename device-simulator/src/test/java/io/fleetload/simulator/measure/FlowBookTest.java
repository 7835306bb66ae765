package io.fleetload.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.Cold;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.PerSecond;
import io.fleetload.results.Turns;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowBookTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Turns TURNS = new Turns(2, 0, "device-{index}");

  @Test
  void aLongRunIsBookedSecondBySecondWithoutALoss() {
    int seconds = 1_000;
    FlowBook book = new FlowBook(1.0, 0, seconds, TURNS, 0, seconds * SECOND);

    for (int n = 0; n < seconds; n++) {
      long due = n * SECOND;
      book.scheduled(n, due);
      book.sent(n, due + 1);
      if (n % 2 == 0) {
        book.ok(n, due, due + 1, due + 2);
      } else {
        book.failed(n, Cause.Transport.TIMEOUT, due + 2);
      }
    }

    DeviceBook.Flow flow = book.snapshot();
    assertThat(flow.measured().remainder()).isZero();
    assertThat(flow.perSecond().scheduled()).isEqualTo(Collections.nCopies(seconds, 1L));
    assertThat(flow.perSecond().sent()).isEqualTo(Collections.nCopies(seconds, 1L));
    assertThat(sum(flow.perSecond().ok())).isEqualTo(seconds / 2);
    assertThat(sum(flow.perSecond().failed())).isEqualTo(seconds / 2);
  }

  @Test
  void aMessageBelongsToThePeriodOfItsDueTimeWhateverHappensLater() {
    FlowBook book = new FlowBook(1.0, 1, 2, TURNS, 0, 10 * SECOND);

    book.scheduled(0, 0);
    book.sent(0, 9 * SECOND);
    book.ok(0, 0, 9 * SECOND, 9 * SECOND);
    book.scheduled(1, SECOND);
    book.sent(1, 11 * SECOND);
    book.ok(1, SECOND, 11 * SECOND, 12 * SECOND);

    DeviceBook.Flow flow = book.snapshot();
    assertThat(flow.warmUp().ok()).isEqualTo(1);
    assertThat(flow.measured().ok()).isEqualTo(1);
    assertThat(flow.measured().sentInPeriod()).as("it left after the period").isZero();
    assertThat(flow.response().count()).isEqualTo(1);
    assertThat(flow.response().max()).isBetween(11 * SECOND, 11 * SECOND + SECOND / 50);
  }

  @Test
  void theFirstContactOfEachDeviceStandsByItself() {
    FlowBook book = new FlowBook(1.0, 1, 4, TURNS, 0, 10 * SECOND);

    for (int n = 0; n < 4; n++) {
      book.scheduled(n, n * SECOND);
      book.sent(n, n * SECOND);
    }
    book.ok(0, 0, 0, 300_000_000);
    book.failed(1, new Cause.Protocol("5.03"), 2 * SECOND);
    book.ok(2, 2 * SECOND, 2 * SECOND, 2 * SECOND + 1_000_000);

    Cold cold = book.snapshot().cold();
    assertThat(cold.scheduled()).isEqualTo(2);
    assertThat(cold.inMeasured()).isEqualTo(1);
    assertThat(cold.ok()).isEqualTo(1);
    assertThat(cold.failed()).containsOnly(java.util.Map.entry("protocol.5.03", 1L));
    assertThat(cold.response().max()).isBetween(300_000_000L, 300_500_000L);
  }

  @Test
  void eachSecondHasItsOwnPercentilesAndCauses() {
    FlowBook book = new FlowBook(1.0, 0, 9, TURNS, 0, 10 * SECOND);

    for (int n = 0; n < 4; n++) {
      book.scheduled(n, 0);
      book.sent(n, 0);
    }
    book.ok(0, 0, 0, 2_000_000);
    book.ok(1, 0, 0, 4_000_000);
    book.failed(2, Cause.Transport.RESET, SECOND);
    book.retransmitted(3, SECOND);
    book.ok(3, 0, 0, 2 * SECOND);

    PerSecond seconds = book.snapshot().perSecond();
    assertThat(seconds.responseMs().max().get(0)).isBetween(4.0, 4.01);
    assertThat(seconds.responseMs().max().get(1)).isNull();
    assertThat(seconds.responseMs().max().get(2)).isBetween(2_000.0, 2_002.0);
    assertThat(seconds.failedBy()).containsOnlyKeys("transport.reset");
    assertThat(seconds.failedBy().get("transport.reset")).containsExactly(0L, 1L, 0L);
    assertThat(seconds.retransmitted()).containsExactly(0L, 1L, 0L);
  }

  @Test
  void whatIsNotSentStandsUnderItsCause() {
    FlowBook book = new FlowBook(1.0, 0, 3, TURNS, 0, 10 * SECOND);

    for (int n = 0; n < 3; n++) {
      book.scheduled(n, n);
    }
    book.notSent(0, NotSent.DEVICE_BUSY);
    book.notSent(1, NotSent.RUN_ENDED);
    book.notSent(2, NotSent.RUN_ENDED);

    DeviceBook.Flow flow = book.snapshot();
    assertThat(flow.measured().notSent())
        .containsOnly(java.util.Map.entry("deviceBusy", 1L), java.util.Map.entry("runEnded", 2L));
    assertThat(flow.measured().remainder()).isZero();
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
