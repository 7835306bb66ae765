// SPDX-License-Identifier: EPL-2.0
package io.fleetload.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.HistogramFlavor;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Sends meters by OTLP, every few seconds and once more at the end. */
final class OtlpExport implements AutoCloseable {
  /** The longest that the end of a run waits for a receiver that does not answer. */
  private static final Duration LAST = Duration.ofSeconds(3);

  private final OtlpMeterRegistry registry;
  private Thread publisher;

  /**
   * Begins to send.
   *
   * @param sender takes what is to be sent
   */
  OtlpExport(OtlpSettings settings, Map<String, String> source, OtlpSender sender) {
    this.registry =
        OtlpMeterRegistry.builder(new Config(settings, source))
            .clock(Clock.SYSTEM)
            .threadFactory(this::publisher)
            .metricsSender(sender)
            .build();
  }

  private Thread publisher(Runnable work) {
    publisher = new Thread(work, "otlp");
    publisher.setDaemon(true);
    return publisher;
  }

  MeterRegistry registry() {
    return registry;
  }

  /** Sends the last figures; what is under way is not the last and goes before them. */
  @Override
  public void close() {
    Thread last =
        new Thread(
            () -> {
              registry.stop();
              try {
                publisher.join();
              } catch (InterruptedException e) {
                return;
              }
              registry.close();
            },
            "otlp-last");
    last.setDaemon(true);
    last.start();
    try {
      last.join(LAST.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** None of its values comes from Micrometer's own reading of the environment. */
  private record Config(OtlpSettings settings, Map<String, String> source) implements OtlpConfig {
    @Override
    public String get(String key) {
      return null;
    }

    @Override
    public String url() {
      return settings.shownUrl();
    }

    /** The sender has them; here they could get into a log. */
    @Override
    public Map<String, String> headers() {
      return Map.of();
    }

    @Override
    public Duration step() {
      return settings.interval();
    }

    @Override
    public Map<String, String> resourceAttributes() {
      Map<String, String> all = new LinkedHashMap<>(source);
      all.putAll(settings.resource());
      // Of one value for several processes, their figures would be taken for one another's.
      all.put("service.instance.id", source.get("service.instance.id"));
      return all;
    }

    @Override
    public AggregationTemporality aggregationTemporality() {
      return AggregationTemporality.CUMULATIVE;
    }

    @Override
    public HistogramFlavor histogramFlavor() {
      return HistogramFlavor.EXPLICIT_BUCKET_HISTOGRAM;
    }

    @Override
    public TimeUnit baseTimeUnit() {
      return TimeUnit.SECONDS;
    }
  }
}
