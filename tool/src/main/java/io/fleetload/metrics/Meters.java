// SPDX-License-Identifier: EPL-2.0
package io.fleetload.metrics;

import io.fleetload.results.time.LatencyHistogram;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A tool's figures as Prometheus reads them and OTLP receivers get them. They are copied here from
 * the tool's books, as often as it tells its progress: nothing is counted twice, and no message
 * costs anything more.
 */
public final class Meters implements AutoCloseable {
  private final CompositeMeterRegistry registry = new CompositeMeterRegistry();
  private final PrometheusMeterRegistry prometheus =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<List<String>, Value> values = new ConcurrentHashMap<>();
  private final Map<String, ResponseBuckets> histograms = new ConcurrentHashMap<>();
  private final JvmGcMetrics pauses = new JvmGcMetrics();

  /** Value that a meter shows until the next one is set. */
  private static final class Value {
    private volatile double now;
  }

  /** With the figures of this process itself: processor time, memory, garbage collection. */
  public Meters() {
    registry.add(prometheus);
    pauses.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /**
   * Sets what was counted so far.
   *
   * @param name dots between the words, without {@code total}
   * @param labels keys and values in turn; the same keys whenever the name is the same
   */
  public void counter(String name, String description, double value, String... labels) {
    values.computeIfAbsent(
                key(name, labels),
                each -> {
                  Value held = new Value();
                  FunctionCounter.builder(name, held, now -> now.now)
                      .description(description)
                      .tags(labels)
                      .register(registry);
                  return held;
                })
            .now =
        value;
  }

  /**
   * Sets what is now.
   *
   * @param name dots between the words, its unit last
   * @param labels as for {@link #counter}
   */
  public void gauge(String name, String description, double value, String... labels) {
    values.computeIfAbsent(
                key(name, labels),
                each -> {
                  Value held = new Value();
                  Gauge.builder(name, held, now -> now.now)
                      .description(description)
                      .tags(labels)
                      .register(registry);
                  return held;
                })
            .now =
        value;
  }

  /**
   * Adds latencies to the histogram of a flow.
   *
   * @param name as Prometheus writes it, its unit, {@code seconds}, last
   * @param recent the latencies since the last call
   */
  public void latencies(String name, String description, String flow, LatencyHistogram recent) {
    histograms
        .computeIfAbsent(
            name,
            each -> {
              ResponseBuckets buckets = new ResponseBuckets(name, description);
              prometheus.getPrometheusRegistry().register(buckets);
              return buckets;
            })
        .add(flow, recent);
  }

  /** The page that Prometheus reads. */
  public String page() {
    return prometheus.scrape();
  }

  /**
   * Sends them to an OTLP receiver from now on, and for the last time when the export is closed.
   *
   * @param say receives one line, once, if they do not arrive
   */
  OtlpExport sentTo(OtlpSettings settings, MetricsSource source, Consumer<String> say) {
    OtlpSender sender = new OtlpSender(settings, this::histograms, say);
    OtlpExport export = new OtlpExport(settings, source.attributes(), sender);
    registry.add(export.registry());
    return export;
  }

  private List<Metric> histograms() {
    return histograms.values().stream().map(ResponseBuckets::otlp).toList();
  }

  private static List<String> key(String name, String... labels) {
    String[] key = new String[labels.length + 1];
    key[0] = name;
    System.arraycopy(labels, 0, key, 1, labels.length);
    return List.of(key);
  }

  @Override
  public void close() {
    pauses.close();
    registry.close();
    prometheus.close();
  }
}
