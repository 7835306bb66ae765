// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Pulse of Kafka: whether it answers, by the client's own count of responses: a consumer asks all
 * the time, and is answered at least every half second ({@code fetch.max.wait.ms}), whether there
 * are records or not. So nothing has to be asked that could hold up the receiving.
 */
final class KafkaPulse {
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final String GROUP = "consumer-metrics";
  private static final String RESPONSES = "response-total";

  private final Supplier<Map<MetricName, ? extends Metric>> metrics;
  private Metric counter;
  private double responses = -1;
  private long looked;
  private long answered;

  /**
   * Kafka has just answered.
   *
   * @param metrics of the consumer
   * @param now monotonic time in ns
   */
  KafkaPulse(Supplier<Map<MetricName, ? extends Metric>> metrics, long now) {
    this.metrics = metrics;
    this.looked = now;
    this.answered = now;
  }

  /**
   * Looks, once a second at most.
   *
   * @param now monotonic time in ns
   */
  void look(long now) {
    if (now - looked < LOOK_NANOS) {
      return;
    }
    looked = now;
    Metric found = counter();
    // A client without the count is one that says nothing against Kafka.
    if (found == null || !(found.metricValue() instanceof Double count) || count != responses) {
      responses = found != null && found.metricValue() instanceof Double count ? count : -1;
      answered = now;
    }
  }

  /** Time at which Kafka was seen to answer last, monotonic in ns. */
  long answered() {
    return answered;
  }

  private Metric counter() {
    if (counter == null) {
      for (Map.Entry<MetricName, ? extends Metric> each : metrics.get().entrySet()) {
        if (each.getKey().group().equals(GROUP) && each.getKey().name().equals(RESPONSES)) {
          counter = each.getValue();
        }
      }
    }
    return counter;
  }
}
