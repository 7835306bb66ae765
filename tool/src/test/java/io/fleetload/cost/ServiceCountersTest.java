// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.cost.ServiceFailures;
import org.junit.jupiter.api.Test;

class ServiceCountersTest {
  private final ServiceCounters counters = new ServiceCounters();

  private static ProcessReading page(Double noCredit, Double timeouts) {
    return new ProcessReading(
        1.0, null, null, null, null, null, null, null, null, noCredit, timeouts);
  }

  @Test
  void theMeasuredPhaseAndWhatWasBeforeAreToldApart() {
    counters.before(page(100.0, 10.0));
    counters.at(page(350.0, 30.0));
    counters.at(page(351.0, 30.0));
    counters.at(page(360.0, 34.0));
    assertThat(counters.failures())
        .isEqualTo(new ServiceFailures(10, 4, new ServiceFailures.Before(250, 20)));
  }

  @Test
  void aReadingOfBeforeThatComesTooLateIsLeftOut() {
    counters.before(page(100.0, 10.0));
    counters.at(page(150.0, 10.0));
    counters.before(page(120.0, 10.0));
    counters.at(page(160.0, 10.0));
    counters.before(page(170.0, 10.0));
    assertThat(counters.failures())
        .isEqualTo(new ServiceFailures(10, 0, new ServiceFailures.Before(50, 0)));
  }

  @Test
  void aCounterThatAppearsInTheRunCountsFromZero() {
    counters.before(page(null, null));
    counters.at(page(null, null));
    counters.at(page(2_551.0, null));
    assertThat(counters.failures())
        .isEqualTo(new ServiceFailures(2_551, 0, new ServiceFailures.Before(0, 0)));
  }

  @Test
  void aServiceThatBeganAnewCountsFromZero() {
    counters.at(page(100.0, 10.0));
    counters.at(ProcessReading.NOTHING);
    counters.at(page(3.0, 0.0));
    assertThat(counters.failures()).isEqualTo(new ServiceFailures(3, 0, null));
  }

  @Test
  void aPageWithoutTheCountersSaysNothing() {
    counters.before(page(null, null));
    counters.at(page(null, null));
    counters.at(page(null, null));
    assertThat(counters.failures()).isNull();
    assertThat(new ServiceCounters().failures()).isNull();
  }
}
