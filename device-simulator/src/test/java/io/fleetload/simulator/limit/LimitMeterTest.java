// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.RunClock;
import io.fleetload.profile.Carriers;
import io.fleetload.profile.limit.ExpectedLimits;
import io.fleetload.quantity.Size;
import io.fleetload.quantity.Span;
import io.fleetload.results.limit.LimitBook;
import io.fleetload.results.limit.LimitKind;
import io.fleetload.results.run.Tenants;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LimitMeterTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Cause LIMIT = new Cause.Protocol("4.29");
  private static final Cause OTHER = new Cause.Protocol("5.03");

  /** Devices 0 and 2 are of tenant a, 1 and 3 of b. */
  private static final Tenants TENANTS =
      new Tenants(List.of(new Tenants.TenantShare("a", 1), new Tenants.TenantShare("b", 1)));

  @Test
  void bytesAreCountedByTenantAndSecond() {
    LimitMeter meter = meter(new ExpectedLimits(null, new Size(100), null, null, null));

    meter.sent(0, 60, 0);
    meter.sent(1, 7, 0);
    meter.ok(0, 60, 0, SECOND);
    meter.sent(2, 50, 2 * SECOND);
    Cause booked = meter.failed("telemetry", 7, 2, LIMIT, 2 * SECOND);

    LimitBook a = meter.snapshot().get(0);
    assertThat(a.tenant()).isEqualTo("a");
    assertThat(a.course().firstEpochSecond()).isEqualTo(1_000);
    assertThat(a.course().begun()).containsExactly(60L, 0L, 50L);
    assertThat(a.course().confirmed()).containsExactly(0L, 60L, 0L);
    assertThat(a.course().accepted()).containsExactly(1L, 0L, 0L);
    assertThat(a.course().refused()).containsExactly(0L, 0L, 1L);
    assertThat(meter.snapshot().get(1).course().begun()).containsExactly(7L);
    assertThat(booked).isEqualTo(new Cause.Refusal("4.29"));
    assertThat(a.refused().get("telemetry").toArray()).containsExactly(7);
  }

  @Test
  void whatIsNoAnswerOfALimitStaysAFailure() {
    LimitMeter meter = meter(new ExpectedLimits(null, new Size(100), null, null, List.of("a")));

    assertThat(meter.failed("telemetry", 7, 0, OTHER, 0)).isEqualTo(OTHER);
    assertThat(meter.failed("telemetry", 7, 0, Cause.Transport.TIMEOUT, 0))
        .isEqualTo(Cause.Transport.TIMEOUT);
    assertThat(meter.failed("telemetry", 7, 1, LIMIT, 0))
        .as("tenant b has no limit")
        .isEqualTo(LIMIT);
    assertThat(meter.snapshot()).extracting(LimitBook::tenant).containsExactly("a");
  }

  @Test
  void aSessionIsKeptOutWhileItsLastAttemptWasRefusedAndItNeverOpened() {
    LimitMeter meter = meter(new ExpectedLimits(null, null, 1, Span.parse("3s"), List.of()));

    meter.attempt(0, 0);
    meter.opened(0, 0, 0);
    meter.attempt(2, 0);
    Cause booked = meter.notOpened(2, LIMIT, SECOND);

    assertThat(booked).isEqualTo(new Cause.Refusal("4.29"));
    assertThat(meter.keepsOut(2)).isTrue();
    assertThat(meter.keepsOut(0)).isFalse();
    LimitBook book = meter.snapshot().get(0);
    assertThat(book.keptOut()).isOne();
    assertThat(book.withinSeconds()).isEqualTo(3);
    assertThat(book.course().over()).containsExactly(0L, 1L);

    meter.ended(0, 2 * SECOND);
    meter.attempt(2, 2 * SECOND);
    meter.opened(2, 2 * SECOND, 3 * SECOND);
    assertThat(meter.keepsOut(2)).isFalse();
    meter.attempt(0, 4 * SECOND);
    meter.notOpened(0, LIMIT, 4 * SECOND);
    assertThat(meter.keepsOut(0)).as("it was open before").isFalse();
    assertThat(meter.snapshot().get(0).course().ended()).containsExactly(0L, 0L, 1L, 0L, 0L);
  }

  @Test
  void aProfileThatExpectsNothingHasNoBook() {
    LimitMeter meter = LimitMeter.none();

    assertThat(meter.failed("telemetry", 7, 0, LIMIT, 0)).isEqualTo(LIMIT);
    assertThat(meter.notOpened(0, LIMIT, 0)).isEqualTo(LIMIT);
    assertThat(meter.snapshot()).isNull();
  }

  private static LimitMeter meter(ExpectedLimits expected) {
    RunClock clock =
        new RunClock() {
          @Override
          public long nanos() {
            return 0;
          }

          @Override
          public long epochNanos(long nanos) {
            return 1_000 * SECOND + nanos;
          }
        };
    return new LimitMeter(
        expected, (LimitKind kind) -> Set.of(LIMIT.key()), new Carriers(TENANTS, 4, 4), clock);
  }
}
