package io.fleetload.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.DeviceBook;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowBookTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void aLongRunIsBookedSecondBySecondWithoutALoss() {
    int seconds = 1_000;
    FlowBook book = new FlowBook(1.0, 0, seconds, 0, seconds * SECOND);

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
    FlowBook book = new FlowBook(1.0, 1, 2, 0, 10 * SECOND);

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
  void whatIsNotSentStandsUnderItsCause() {
    FlowBook book = new FlowBook(1.0, 0, 3, 0, 10 * SECOND);

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
