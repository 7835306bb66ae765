// SPDX-License-Identifier: EPL-2.0
package io.fleetload.metrics;

import io.fleetload.results.time.LatencyHistogram;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Histogram;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A histogram that is filled from HDR histograms, as Prometheus and OTLP have it. Its buckets add
 * up over hosts and over time, which quantiles do not; the exact percentiles are in the result.
 */
final class ResponseBuckets implements Collector {
  private static final double NANOS = 1e9;
  private static final double[] BOUNDS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
  };

  private final String name;
  private final String description;
  private final Map<String, Counts> flows = new LinkedHashMap<>();

  private static final class Counts {
    /** By bucket, each without the ones below; the last one is of what is over all bounds. */
    private final long[] counts = new long[BOUNDS.length + 1];

    private final long beginNanos = epochNanos();

    private double sum;
  }

  private static long epochNanos() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  ResponseBuckets(String name, String description) {
    this.name = name;
    this.description = description;
  }

  synchronized void add(String flow, LatencyHistogram recent) {
    Counts counts = flows.computeIfAbsent(flow, each -> new Counts());
    long below = 0;
    for (int i = 0; i < BOUNDS.length; i++) {
      long upTo = recent.countUpTo(Math.round(BOUNDS[i] * NANOS));
      counts.counts[i] += upTo - below;
      below = upTo;
    }
    counts.counts[BOUNDS.length] += recent.count() - below;
    counts.sum += recent.mean() * recent.count() / NANOS;
  }

  @Override
  public String getPrometheusName() {
    return name;
  }

  @Override
  public synchronized MetricSnapshot collect() {
    HistogramSnapshot.Builder snapshot = HistogramSnapshot.builder().name(name).help(description);
    flows.forEach(
        (flow, counts) ->
            snapshot.dataPoint(
                HistogramSnapshot.HistogramDataPointSnapshot.builder()
                    .labels(Labels.of("flow", flow))
                    .classicHistogramBuckets(buckets(counts))
                    .sum(counts.sum)
                    .build()));
    return snapshot.build();
  }

  private static ClassicHistogramBuckets buckets(Counts counts) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    for (int i = 0; i < BOUNDS.length; i++) {
      buckets.bucket(BOUNDS[i], counts.counts[i]);
    }
    return buckets.bucket(Double.POSITIVE_INFINITY, counts.counts[BOUNDS.length]).build();
  }

  /** Returns the histogram in the form of OTLP: dots in the name, and the unit beside it. */
  synchronized Metric otlp() {
    Histogram.Builder histogram =
        Histogram.newBuilder()
            .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
    flows.forEach((flow, counts) -> histogram.addDataPoints(point(flow, counts)));
    return Metric.newBuilder()
        .setName(name.replace('_', '.'))
        .setDescription(description)
        .setUnit("s")
        .setHistogram(histogram)
        .build();
  }

  private static HistogramDataPoint.Builder point(String flow, Counts counts) {
    HistogramDataPoint.Builder point =
        HistogramDataPoint.newBuilder()
            .addAttributes(
                KeyValue.newBuilder()
                    .setKey("flow")
                    .setValue(AnyValue.newBuilder().setStringValue(flow)))
            .setStartTimeUnixNano(counts.beginNanos)
            .setTimeUnixNano(epochNanos())
            .setSum(counts.sum);
    long count = 0;
    for (int i = 0; i < counts.counts.length; i++) {
      if (i < BOUNDS.length) {
        point.addExplicitBounds(BOUNDS[i]);
      }
      point.addBucketCounts(counts.counts[i]);
      count += counts.counts[i];
    }
    return point.setCount(count);
  }
}
