// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A receiver of OTLP over HTTP, which keeps what each process sent last. */
public final class OtlpReceiver implements AutoCloseable {
  private static final Map<String, String> UNITS = Map.of("s", "seconds", "ns", "nanoseconds");

  private final HttpServer server;
  private final int code;
  private final CountDownLatch first = new CountDownLatch(1);
  private final Map<String, String> headers = new TreeMap<>();
  private final Map<Map<String, String>, List<Metric>> last = new LinkedHashMap<>();
  private String path;

  /** At a free port of this host. */
  public OtlpReceiver() throws IOException {
    this(200);
  }

  /**
   * At a free port of this host.
   *
   * @param code its answer to everything
   */
  public OtlpReceiver(int code) throws IOException {
    this.code = code;
    this.server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  /** Address of the receiver; the base of the paths of all signals. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      ExportMetricsServiceRequest request =
          ExportMetricsServiceRequest.parseFrom(exchange.getRequestBody());
      synchronized (this) {
        path = exchange.getRequestURI().getPath();
        exchange
            .getRequestHeaders()
            .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
        for (ResourceMetrics each : request.getResourceMetricsList()) {
          last.put(
              attributes(each.getResource().getAttributesList()),
              each.getScopeMetrics(0).getMetricsList());
        }
      }
      exchange.sendResponseHeaders(code, -1);
    }
    first.countDown();
  }

  /** Waits for the first request. */
  public boolean heard() throws InterruptedException {
    return first.await(1, TimeUnit.MINUTES);
  }

  /** The path of the last request. */
  public synchronized String path() {
    return path;
  }

  /** A header of the last request. */
  public synchronized String header(String name) {
    return headers.get(name);
  }

  /** The resources of those that sent something, by their attributes. */
  public synchronized List<Map<String, String>> resources() {
    return List.copyOf(last.keySet());
  }

  /** The sum of a counter's last values, over all points that have these attributes. */
  public synchronized double counter(String name, String... wanted) {
    return metrics(name)
        .flatMap(metric -> metric.getSum().getDataPointsList().stream())
        .filter(point -> has(point.getAttributesList(), wanted))
        .mapToDouble(NumberDataPoint::getAsDouble)
        .sum();
  }

  /** The last point of the one histogram of that name that has these attributes. */
  public synchronized HistogramDataPoint histogram(String name, String... wanted) {
    return metrics(name)
        .flatMap(metric -> metric.getHistogram().getDataPointsList().stream())
        .filter(point -> has(point.getAttributesList(), wanted))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The names of the series that a Prometheus keeps of it, by its rules for OTLP: dots become
   * underscores, the unit is at the end unless it is in the name, then {@code total} for a counter.
   *
   * @see <a
   *     href="https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/">Prometheus
   *     and OpenMetrics Compatibility</a>
   */
  public synchronized Set<String> namesInPrometheus() {
    Set<String> names = new TreeSet<>();
    for (Metric metric : last.values().stream().flatMap(List::stream).toList()) {
      String name = metric.getName().replace('.', '_');
      String unit = UNITS.getOrDefault(metric.getUnit(), metric.getUnit());
      if (!unit.isEmpty() && !List.of(name.split("_")).contains(unit)) {
        name += "_" + unit;
      }
      if (metric.hasHistogram()) {
        names.addAll(List.of(name + "_bucket", name + "_count", name + "_sum"));
      } else {
        names.add(metric.hasSum() ? name + "_total" : name);
      }
    }
    return names;
  }

  private Stream<Metric> metrics(String name) {
    return last.values().stream()
        .flatMap(List::stream)
        .filter(metric -> metric.getName().equals(name));
  }

  private static boolean has(List<KeyValue> attributes, String... wanted) {
    Map<String, String> all = attributes(attributes);
    for (int i = 0; i < wanted.length; i += 2) {
      if (!wanted[i + 1].equals(all.get(wanted[i]))) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, String> attributes(List<KeyValue> attributes) {
    return attributes.stream()
        .collect(Collectors.toMap(KeyValue::getKey, each -> each.getValue().getStringValue()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
