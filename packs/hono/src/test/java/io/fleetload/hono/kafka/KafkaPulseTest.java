// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class KafkaPulseTest {
  private static final long SECOND = 1_000_000_000L;
  private static final MetricName RESPONSES =
      new MetricName("response-total", "consumer-metrics", "", Map.of());

  private final Map<MetricName, Metric> metrics = new HashMap<>();
  private final KafkaPulse pulse = new KafkaPulse(() -> metrics, 0);
  private double responses = 10;

  /** A count that goes on. */
  private final class Responses implements Metric {
    @Override
    public MetricName metricName() {
      return RESPONSES;
    }

    @Override
    public Object metricValue() {
      return responses;
    }
  }

  @Test
  void aCountThatGrowsIsAnAnswer() {
    metrics.put(RESPONSES, new Responses());
    pulse.look(SECOND);
    responses++;
    pulse.look(2 * SECOND);

    assertThat(pulse.answered()).isEqualTo(2 * SECOND);
  }

  @Test
  void aCountThatStandsStillIsNone() {
    metrics.put(RESPONSES, new Responses());
    for (int second = 1; second < 60; second++) {
      pulse.look(second * SECOND);
    }

    assertThat(pulse.answered()).isEqualTo(SECOND);
  }

  @Test
  void itLooksOnceASecondAtMost() {
    metrics.put(RESPONSES, new Responses());
    pulse.look(SECOND - 1);
    assertThat(pulse.answered()).isZero();
  }

  @Test
  void aClientThatDoesNotCountSaysNothingAgainstKafka() {
    for (int second = 1; second < 60; second++) {
      pulse.look(second * SECOND);
    }

    assertThat(pulse.answered()).isEqualTo(59 * SECOND);
  }
}
