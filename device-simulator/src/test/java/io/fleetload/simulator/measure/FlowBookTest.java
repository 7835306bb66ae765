// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.Cold;
import io.fleetload.results.book.Course;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Exchanges;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.book.TenantCourse;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.ResponseIntervals;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlowBookTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Tenants TENANTS =
      new Tenants(List.of(new Tenants.TenantShare("loud", 3), new Tenants.TenantShare("quiet", 1)));
  private static final RoundRobin TURNS = new RoundRobin(2, 0, "device-{index}");

  @Test
  void aLongRunIsBookedSecondBySecondWithoutALoss() {
    int seconds = 1_000;
    FlowBook book = new FlowBook(1.0, 0, seconds, TURNS, run(seconds * SECOND));

    for (int n = 0; n < seconds; n++) {
      long due = n * SECOND;
      book.scheduled(n, due);
      book.sent(n, due + 1);
      if (n % 2 == 0) {
        book.ok(n, due, due + 1, due + 2);
      } else {
        book.failed(n, Cause.Transport.TIMEOUT, 0, due + 2);
      }
    }

    DeviceBook.DeviceFlow flow = book.snapshot();
    assertThat(flow.totals().measured().remainder()).isZero();
    assertThat(flow.perSecond().scheduled()).isEqualTo(Collections.nCopies(seconds, 1L));
    assertThat(flow.perSecond().sent()).isEqualTo(Collections.nCopies(seconds, 1L));
    assertThat(sum(flow.perSecond().ok())).isEqualTo(seconds / 2);
    assertThat(sum(flow.perSecond().failed())).isEqualTo(seconds / 2);
  }

  @Test
  void aMessageBelongsToThePeriodOfItsDueTimeWhateverHappensLater() {
    FlowBook book = new FlowBook(1.0, 1, 2, TURNS, run(10 * SECOND));

    book.scheduled(0, 0);
    book.sent(0, 9 * SECOND);
    book.ok(0, 0, 9 * SECOND, 9 * SECOND);
    book.scheduled(1, SECOND);
    book.sent(1, 11 * SECOND);
    book.ok(1, SECOND, 11 * SECOND, 12 * SECOND);

    DeviceBook.DeviceFlow flow = book.snapshot();
    assertThat(flow.totals().warmUp().ok()).isEqualTo(1);
    assertThat(flow.totals().measured().ok()).isEqualTo(1);
    assertThat(flow.totals().measured().sentInPeriod()).as("it left after the period").isZero();
    assertThat(flow.totals().response().count()).isEqualTo(1);
    assertThat(flow.totals().response().max()).isBetween(11 * SECOND, 11 * SECOND + SECOND / 50);
  }

  @Test
  void aMessageThatAnExpectedLimitRefusedIsNoFailureAndTheCountsBalance() {
    FlowBook book = new FlowBook(1.0, 0, 2, TURNS, run(10 * SECOND));

    for (int n = 0; n < 2; n++) {
      book.scheduled(n, 0);
      book.sent(n, 0);
    }
    book.failed(0, new Cause.Refusal("4.29"), 0, SECOND);
    book.failed(1, new Cause.Protocol("5.03"), 0, SECOND);

    DeviceBook.DeviceFlow flow = book.snapshot();
    assertThat(flow.totals().measured().remainder()).isZero();
    assertThat(flow.totals().measured().failedTotal()).isOne();
    assertThat(flow.totals().measured().refusedTotal()).isOne();
    assertThat(flow.totals().measured().failures()).containsOnlyKeys("protocol.5.03");
    assertThat(sum(flow.perSecond().failed())).isOne();
  }

  @Test
  void eachTenantHasItsPartOfTheMeasuredMessages() {
    RoundRobin turns = new RoundRobin(4, 1, "device-{index}");
    FlowBook book =
        new FlowBook(
            1.0,
            2,
            10,
            turns,
            run(10 * SECOND),
            new TenantParts(TENANTS, new byte[] {0, 0, 1, 0}, turns, 0, 0),
            null,
            null);
    for (int n = 0; n < 10; n++) {
      book.scheduled(n, n);
      if (n == 7) {
        book.notSent(n, NotSent.DEVICE_BUSY);
      } else {
        book.sent(n, n == 8 ? 10 * SECOND : n);
      }
    }
    // Messages 1, 5 and 9 are of device 2, which is the second tenant's.
    book.failed(4, Cause.Transport.TIMEOUT, 0, SECOND);
    book.failed(1, Cause.Transport.TIMEOUT, 0, SECOND);
    for (int n : new int[] {0, 2, 3, 5, 6}) {
      book.ok(n, 0, 0, SECOND + n * SECOND);
    }
    book.close(9 * SECOND);
    book.ok(9, 0, 0, 10 * SECOND);

    assertThat(book.figures(1.0, 9 * SECOND).tenants())
        .containsExactly(new TenantCounts("loud", 5, 3, 1), new TenantCounts("quiet", 2, 1, 0));
    DeviceBook.DeviceFlow flow = book.snapshot();
    assertThat(flow.tenants().get(0).due())
        .isEqualTo(new TenantBook.TenantDue(6, 0, 4, Map.of("deviceBusy", 1L)));
    assertThat(flow.tenants().get(1).due()).isEqualTo(new TenantBook.TenantDue(2, 0, 2, Map.of()));
    assertThat(flow.tenants().get(0).sent()).isEqualTo(5);
    assertThat(flow.tenants().get(0).failed()).isEqualTo(1);
    assertThat(flow.tenants().get(0).response().unpacked().count()).isEqualTo(3);
    assertThat(flow.tenants().get(1).sent()).isEqualTo(2);
    assertThat(flow.tenants().get(1).failed()).isZero();
    assertThat(flow.tenants().get(1).response().unpacked().count()).isEqualTo(1);
    assertThat(flow.tenants().get(1).response().unpacked().max())
        .isBetween(6 * SECOND, 6 * SECOND + SECOND / 100);
    assertThat(flow.totals().measured().sent()).isEqualTo(7);
    assertThat(flow.totals().response().count()).isEqualTo(4);
  }

  @Test
  void theIntervalsOfTheTenantsAddUpToThoseOfTheFlow() {
    FlowBook.FlowTimes run = new FlowBook.FlowTimes(0, 100 * SECOND, 7, 1);
    TenantParts parts = new TenantParts(TENANTS, new byte[] {0, 1}, TURNS, 10, 7);
    FlowBook book = new FlowBook(10.0, 70, 1_000, TURNS, run, parts, null, null);
    for (int n = 0; n < 1_000; n++) {
      long due = n * SECOND / 10;
      book.scheduled(n, due);
      book.sent(n, due);
      if (n % 7 == 0) {
        book.failed(n, Cause.Transport.TIMEOUT, 0, due);
      } else {
        book.ok(n, due, due, due + 1_000_000L * (1 + n % 90));
      }
    }
    assertThat(book.course(99 * SECOND).tenants())
        .extracting(each -> each.sent().size())
        .as("the first of 7 s and nine of 10 s are over")
        .containsExactly(10, 10);
    book.close(99 * SECOND);
    Course course = book.course(99 * SECOND);

    assertThat(course.tenants()).extracting(TenantCourse::tenant).containsExactly("loud", "quiet");
    for (int from = 7; from < 97; from += 10) {
      LatencyHistogram times = new LatencyHistogram();
      for (TenantCourse each : course.tenants()) {
        times.add(each.response().between(from, from + 10));
      }
      assertThat(times.summary()).isEqualTo(course.intervals().between(from, from + 10).summary());
    }
    for (int place = 0; place < 11; place++) {
      int its = place;
      int begin = course.tenants().get(0).response().begin(place);
      int end = Math.min(100, course.tenants().get(0).response().begin(place + 1));
      assertThat(course.tenants().stream().mapToLong(each -> each.failed().get(its)).sum())
          .isEqualTo(sum(course.perSecond().failed().subList(begin, end)));
      for (TenantCourse each : course.tenants()) {
        assertThat(each.sent().get(place)).isEqualTo(5L * (end - begin));
        assertThat(each.scheduled().get(place)).isEqualTo(5L * (end - begin));
      }
    }
    assertThat(book.snapshot().tenants())
        .extracting(TenantBook.TenantFlowBook::course)
        .isEqualTo(course.tenants());
  }

  @Test
  void secondsAreCountedFromTheBeginOfTheFlows() {
    long start = 40 * SECOND;
    FlowBook book =
        new FlowBook(1.0, 0, 3, TURNS, new FlowBook.FlowTimes(start, start + 10 * SECOND, 0, 1));
    for (int n = 0; n < 3; n++) {
      book.scheduled(n, start + SECOND);
      assertThat(book.wasSent(n)).isFalse();
      book.sent(n, start + 2 * SECOND);
      assertThat(book.wasSent(n)).isTrue();
    }
    assertThat(book.inFlight()).isEqualTo(3);
    book.retransmitted(0, start + 3 * SECOND);
    book.ok(0, start + SECOND, start + 2 * SECOND, start + 4 * SECOND);
    book.failed(1, Cause.Transport.TIMEOUT, 0, start + 5 * SECOND);
    assertThat(book.inFlight()).isEqualTo(1);

    PerSecond seconds = book.snapshot().perSecond();
    assertThat(seconds.scheduled()).startsWith(0L, 3L);
    assertThat(seconds.sent()).startsWith(0L, 0L, 3L);
    assertThat(seconds.retransmitted()).startsWith(0L, 0L, 0L, 1L);
    assertThat(seconds.ok()).startsWith(0L, 0L, 0L, 0L, 1L);
    assertThat(seconds.failed()).startsWith(0L, 0L, 0L, 0L, 0L, 1L);

    assertThat(book.progress(1.0, 0.5, start + 4 * SECOND).p99Ms()).as("goes on").isNull();
    ToolEvent.FlowProgress progress = book.progress(2.0, 0.5, start + 5 * SECOND);
    assertThat(progress.p99Ms()).isBetween(3_000.0, 3_030.0);
    assertThat(progress.failed()).isEqualTo(1);
    assertThat(progress.inFlight()).isEqualTo(1);
  }

  @Test
  void anUnsettledMessageIsInTheTimesOfItsPeriodAndOfItsIntervalAtTheEnd() {
    FlowBook book = new FlowBook(1.0, 1, 9, TURNS, run(10 * SECOND));
    for (int n = 0; n < 2; n++) {
      book.scheduled(n, n * SECOND);
      book.sent(n, 2 * SECOND);
      book.unsettled(n, n * SECOND, 2 * SECOND, 7 * SECOND);
    }
    book.close(7 * SECOND);
    book.failed(1, Cause.Transport.TIMEOUT, 0, 8 * SECOND);

    DeviceBook.DeviceFlow flow = book.snapshot();
    assertThat(flow.totals().measured().unsettled()).isEqualTo(1);
    assertThat(flow.totals().measured().remainder()).isZero();
    assertThat(flow.totals().warmUp().remainder()).isZero();
    assertThat(flow.totals().response().count()).isEqualTo(1);
    assertThat(flow.totals().response().max() / 1e9).isCloseTo(6, within(0.01));
    assertThat(flow.totals().service().max() / 1e9).isCloseTo(5, within(0.01));
    assertThat(flow.intervals().between(0, 7).count()).isZero();
    assertThat(flow.intervals().between(7, 8).count()).as("of both periods").isEqualTo(2);
  }

  @Test
  void aQueryThatEndedWithoutACommandIsRemembered() {
    FlowBook book = new FlowBook(1.0, 1, 9, TURNS, run(10 * SECOND));
    book.sent(3, SECOND);
    book.failed(3, Cause.Backend.MISSING_COMMAND, 0, 2 * SECOND);
    book.sent(4, SECOND);
    book.failed(4, Cause.Backend.LATE_COMMAND, 0, 2 * SECOND);

    assertThat(book.snapshot().withoutCommand().contains(3)).isTrue();
    assertThat(book.snapshot().withoutCommand().size()).isEqualTo(1);
  }

  @Test
  void progressTellsTheRateSinceItWasLastAsked() {
    FlowBook book = new FlowBook(1.0, 2, 9, TURNS, run(10 * SECOND));
    for (int n = 0; n < 6; n++) {
      book.sent(n, n);
    }
    assertThat(book.progress(2.0, 0.5, SECOND).reached()).isEqualTo(12);
    book.sent(6, SECOND);
    assertThat(book.progress(2.0, 0.5, 2 * SECOND).reached()).isEqualTo(2);
  }

  @Test
  void theFirstContactOfEachDeviceStandsByItself() {
    FlowBook book = new FlowBook(1.0, 1, 4, TURNS, run(10 * SECOND));

    for (int n = 0; n < 4; n++) {
      book.scheduled(n, n * SECOND);
      book.sent(n, n * SECOND);
    }
    book.ok(0, 0, 0, 300_000_000);
    book.failed(1, new Cause.Protocol("5.03"), 0, 2 * SECOND);
    book.ok(2, 2 * SECOND, 2 * SECOND, 2 * SECOND + 1_000_000);

    Cold cold = book.snapshot().totals().cold();
    assertThat(cold.scheduled()).isEqualTo(2);
    assertThat(cold.inMeasured()).isEqualTo(1);
    assertThat(cold.ok()).isEqualTo(1);
    assertThat(cold.failed()).containsOnly(java.util.Map.entry("protocol.5.03", 1L));
    assertThat(cold.response().max()).isBetween(300_000_000L, 300_500_000L);
  }

  @Test
  void eachSecondHasItsOwnPercentilesAndCauses() {
    FlowBook book = new FlowBook(1.0, 0, 9, TURNS, run(10 * SECOND));

    for (int n = 0; n < 4; n++) {
      book.scheduled(n, 0);
      book.sent(n, 0);
    }
    book.ok(0, 0, 0, 2_000_000);
    book.ok(1, 0, 0, 4_000_000);
    book.failed(2, Cause.Transport.RESET, 0, SECOND);
    book.retransmitted(3, SECOND);
    book.ok(3, 0, 0, 2 * SECOND);

    PerSecond seconds = book.snapshot().perSecond();
    ResponseIntervals times = book.snapshot().intervals();
    assertThat(times.between(0, 1).summary().times().max()).isBetween(4.0, 4.01);
    assertThat(times.between(1, 2).count()).isZero();
    assertThat(times.between(2, 3).summary().times().max()).isBetween(2_000.0, 2_002.0);
    assertThat(seconds.failedBy()).containsOnlyKeys("transport.reset");
    assertThat(seconds.failedBy().get("transport.reset")).containsExactly(0L, 1L, 0L);
    assertThat(seconds.retransmitted()).containsExactly(0L, 1L, 0L);
  }

  @Test
  void thePartsOfATimeAreThoseOfTheMeasuredMessagesUntilTheRunIsOver() {
    FlowBook book = new FlowBook(1.0, 1, 9, TURNS, run(10 * SECOND));
    List<String> names = List.of("sending", "waiting");

    book.parts(0, names, 7, 7);
    book.bytes(0, 7, 7);
    assertThat(book.snapshot().totals().exchanges()).isNull();
    book.parts(1, names, 1_000, 3_000);
    book.bytes(1, 10, 20);
    Exchanges before = book.snapshot().totals().exchanges();
    book.parts(2, names, 2_000, 4_000);
    book.bytes(2, 10, 20);
    book.close(SECOND);
    book.parts(3, names, 9_000, 9_000);
    book.bytes(3, 10, 20);

    Exchanges told = book.snapshot().totals().exchanges();
    assertThat(before.parts().get("waiting").max()).isEqualTo(3_000);
    assertThat(told.parts().get("sending").max()).isEqualTo(2_000);
    assertThat(told.parts().get("waiting").max()).isEqualTo(4_000);
    assertThat(told.bytes()).isEqualTo(new Exchanges.Bytes(20, 40));
  }

  @Test
  void aDriverThatTellsOtherPartsThanThePackSaidIsAFaultOfOurs() {
    FlowBook book = new FlowBook(1.0, 1, 9, TURNS, run(10 * SECOND));
    assertThatThrownBy(() -> book.parts(1, List.of("sending", "waiting"), 1_000))
        .hasMessageContainingAll("1 parts", "[sending, waiting]");
  }

  @Test
  void whatIsNotSentStandsUnderItsCause() {
    FlowBook book = new FlowBook(1.0, 0, 3, TURNS, run(10 * SECOND));

    for (int n = 0; n < 3; n++) {
      book.scheduled(n, n);
    }
    book.notSent(0, NotSent.DEVICE_BUSY);
    book.notSent(1, NotSent.RUN_ENDED);
    book.notSent(2, NotSent.RUN_ENDED);

    DeviceBook.DeviceFlow flow = book.snapshot();
    assertThat(flow.totals().measured().notSent())
        .containsOnly(java.util.Map.entry("deviceBusy", 1L), java.util.Map.entry("runEnded", 2L));
    assertThat(flow.totals().measured().remainder()).isZero();
  }

  @Test
  void theIntervalsAddUpToTheWhole() {
    for (FlowBook.FlowTimes run :
        List.of(
            new FlowBook.FlowTimes(0, 100 * SECOND, 7, 1),
            new FlowBook.FlowTimes(0, 100 * SECOND, 7, 10))) {
      FlowBook book = new FlowBook(10.0, 70, 1_000, TURNS, run);
      for (int n = 0; n < 1_000; n++) {
        long due = n * SECOND / 10;
        confirmed(book, n, due, 1_000_000L * (1 + n % 90));
        if (n % 100 == 0) {
          // Looking does not change what stands in the book.
          book.snapshot();
          book.progress(10.0, 1, due);
        }
      }
      DeviceBook.DeviceFlow flow = book.snapshot();
      ResponseIntervals times = flow.intervals();
      LatencyHistogram measured =
          new ResponseIntervals(times.seconds(), times.first(), List.of(), times.measured())
              .between(0, 1_000);
      LatencyHistogram whole = flow.totals().response();
      assertThat(measured.count()).isEqualTo(whole.count());
      assertThat(measured.mean()).isEqualTo(whole.mean());
      for (double percentile = 0; percentile < 98; percentile++) {
        assertThat(measured.percentile(percentile)).isEqualTo(whole.percentile(percentile));
      }
      assertThat(times.between(0, 1_000).count()).isEqualTo(1_000);
      assertThat(times.between(7, 17).count()).isEqualTo(100);
      assertThat(times.measured()).hasSizeLessThanOrEqualTo(run.intervalSeconds() == 1 ? 101 : 11);
    }
  }

  @Test
  void whatIsOverIsEncodedOnceAndShared() {
    FlowBook book = new FlowBook(1.0, 0, 9, TURNS, run(10 * SECOND));
    for (int n = 0; n < 3; n++) {
      confirmed(book, n, n * SECOND, 5);
    }
    List<String> before = book.snapshot().intervals().measured();
    book.scheduled(3, 3 * SECOND);
    List<String> after = book.snapshot().intervals().measured();
    assertThat(after.get(0)).isSameAs(before.get(0));
    assertThat(after.get(1)).isSameAs(before.get(1));
  }

  @Test
  void progressTellsTheSecondsThatAreOverOnce() {
    FlowBook book = new FlowBook(1.0, 0, 9, TURNS, run(10 * SECOND));
    for (int n = 0; n < 2; n++) {
      confirmed(book, n, n * SECOND, 5_000_000);
    }
    assertThat(book.figures(1.0, SECOND + 6_000_000).recent().count()).isEqualTo(1);
    assertThat(book.progress(1.0, 1, SECOND + 6_000_000).p99Ms()).isBetween(5.0, 5.1);
    assertThat(book.progress(1.0, 1, 2 * SECOND).p99Ms()).isBetween(5.0, 5.1);
    assertThat(book.progress(1.0, 1, 3 * SECOND).p99Ms()).isNull();
    confirmed(book, 2, 3 * SECOND, 1);
    book.close(3 * SECOND + 2);
    assertThat(book.figures(1.0, 3 * SECOND + 3).recent().count()).isEqualTo(1);
  }

  /** A message that leaves when it is due and goes well after so many ns. */
  private static void confirmed(FlowBook book, int n, long due, long nanos) {
    book.scheduled(n, due);
    book.sent(n, due);
    book.ok(n, due, due, due + nanos);
  }

  private static FlowBook.FlowTimes run(long measureEndNanos) {
    return new FlowBook.FlowTimes(0, measureEndNanos, 0, 1);
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
