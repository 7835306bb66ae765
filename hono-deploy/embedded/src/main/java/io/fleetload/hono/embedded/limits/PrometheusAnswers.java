// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.limits;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.eclipse.hono.service.metric.MetricsTags;
import org.eclipse.hono.service.metric.MetricsTags.ProcessingOutcome;
import org.eclipse.hono.service.metric.MicrometerBasedMetrics;

/**
 * Answers of a Prometheus to the two queries by which Hono checks a tenant's limits, out of the
 * adapters' own meters (https://prometheus.io/docs/prometheus/latest/querying/api/). It knows no
 * other query. What it says is of this process since its begin, without the delay of a scrape.
 */
public final class PrometheusAnswers {
  private static final Pattern TENANT = Pattern.compile("tenant=\"([^\"]*)\"");
  private static final Set<String> COUNTED =
      Set.of(
          ProcessingOutcome.FORWARDED.asTag().getValue(),
          ProcessingOutcome.UNPROCESSABLE.asTag().getValue());

  private final MeterRegistry meters;

  /** Answers out of these meters. */
  public PrometheusAnswers(MeterRegistry meters) {
    this.meters = meters;
  }

  /** The answer to a query, as JSON; empty for one that it does not know. */
  public Optional<JsonObject> to(String query) {
    Matcher tenant = TENANT.matcher(query);
    if (!tenant.find()) {
      return Optional.empty();
    }
    String id = tenant.group(1);
    if (query.contains(prometheus(MicrometerBasedMetrics.METER_TELEMETRY_PAYLOAD) + "_bytes_sum")) {
      return Optional.of(
          answer(
              payload(MicrometerBasedMetrics.METER_TELEMETRY_PAYLOAD, id)
                  + payload(MicrometerBasedMetrics.METER_COMMAND_PAYLOAD, id)));
    }
    return query.contains(prometheus(MicrometerBasedMetrics.METER_CONNECTIONS_AUTHENTICATED) + "{")
        ? Optional.of(answer(connections(id)))
        : Optional.empty();
  }

  private double payload(String meter, String tenant) {
    return meters
        .find(meter)
        .tags(MetricsTags.getTenantTag(tenant).getKey(), tenant)
        .summaries()
        .stream()
        .filter(each -> COUNTED.contains(each.getId().getTag("status")))
        .mapToDouble(DistributionSummary::totalAmount)
        .sum();
  }

  private double connections(String tenant) {
    return meters
        .find(MicrometerBasedMetrics.METER_CONNECTIONS_AUTHENTICATED)
        .tags(MetricsTags.getTenantTag(tenant).getKey(), tenant)
        .gauges()
        .stream()
        .flatMapToDouble(each -> DoubleStream.of(value(each)))
        .sum();
  }

  private static double value(Gauge gauge) {
    return Double.isNaN(gauge.value()) ? 0 : gauge.value();
  }

  private static String prometheus(String meter) {
    return meter.replace('.', '_');
  }

  /** Hono reads the value as a whole number. */
  private static JsonObject answer(double value) {
    JsonArray sample = new JsonArray().add(0).add(Long.toString((long) Math.floor(value)));
    return new JsonObject()
        .put("status", "success")
        .put(
            "data",
            new JsonObject()
                .put("resultType", "vector")
                .put(
                    "result",
                    new JsonArray()
                        .add(
                            new JsonObject()
                                .put("metric", new JsonObject())
                                .put("value", sample))));
  }
}
