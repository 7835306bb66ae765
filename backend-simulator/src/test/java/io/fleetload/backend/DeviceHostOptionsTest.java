// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.driver.Carriers;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Coordination;
import io.fleetload.profile.Span;
import io.fleetload.results.run.ClockOffset;
import io.fleetload.results.run.Tenants;
import io.fleetload.rig.Golden;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeviceHostOptionsTest {
  private static final Carriers FIFTY = new Carriers(Tenants.one("t"), 50, 50);
  private static final Coordination WITH_BACKEND = new Coordination("meet", null, true, null);
  private static final Coordination WITHOUT = new Coordination("meet", null, false, null);

  private static void refused(
      Integer shards,
      Coordination place,
      String runId,
      Span longest,
      String option,
      String... what) {
    assertThatThrownBy(
            () ->
                new DeviceHostOptions(shards)
                    .check(place, FIFTY, runId == null ? null : RunId.parse(runId), longest))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(option + ": ")
        .hasMessageContainingAll(what)
        .message()
        .satisfies(line -> Golden.of("shards").holds(option + " " + String.join(" ", what), line));
  }

  @Test
  void shardsThatCannotBeAwaitedAreOneLine() throws Exception {
    for (int count : new int[] {0, 51}) {
      refused(count, WITH_BACKEND, "1f", null, "--shards", "" + count, "1 to 50", "devices.count");
    }
    refused(5, WITH_BACKEND, null, null, "--shards", "--run-id");
    refused(5, WITH_BACKEND, "1f", Span.parse("5m"), "--for", "--shards");
    new DeviceHostOptions(50).check(WITH_BACKEND, FIFTY, RunId.parse("1f"), null);
  }

  @Test
  void shardsThatAgreeAmongThemselvesHaveClocksButAreNotAwaited() throws Exception {
    DeviceHostOptions five = new DeviceHostOptions(5);
    five.check(WITHOUT, FIFTY, null, Span.parse("5m"));
    assertThat(five.areAwaited(WITHOUT)).isFalse();
    assertThat(five.areAwaited(WITH_BACKEND)).isTrue();
    five.check(null, FIFTY, null, Span.parse("5m"));
    assertThat(five.areAwaited(null)).isFalse();
  }

  @Test
  void shardsOnThisHostHaveAPlaceEachForWhatTheirRoundTripsProve() {
    long start = 1_000_000_000L;
    ArrivalLedger ledger =
        new ArrivalLedger(
            List.of("query", "answer"),
            Map.of("answer", "query"),
            50,
            RunId.parse("1f"),
            new DeviceHostOptions(2, true).clocks(FIFTY));
    Stamp.Legs legs =
        new Stamp.Legs(start, start + 700_100_000L, start + 700_100_000L, start + 200_000L);
    ledger.arrived(
        new Stamp(
            RunId.parse("1f"), "answer", Period.MEASURED, 1, 0, start + 200_000L, start, legs),
        start + 700_300_000L);

    assertThat(ledger.book("test", true, true, 1, null).clocks().shards())
        .containsExactly(ClockOffset.oneClock(0), new ClockOffset(700_000_000L, 100_000L, 1));
  }

  @Test
  void withoutShardsNobodyIsAwaitedWhateverTheProfileSays() throws Exception {
    DeviceHostOptions none = new DeviceHostOptions(null);
    none.check(WITH_BACKEND, FIFTY, null, Span.parse("5m"));
    none.check(WITHOUT, FIFTY, null, null);
    assertThat(none.areAwaited(WITH_BACKEND)).isFalse();
  }
}
