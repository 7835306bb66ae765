// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpServer;
import io.fleetload.ngsi.embedded.http.Traffic;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** {@code /metrics} in Prometheus' text format, on 127.0.0.1. */
final class MetricsPage implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final Traffic traffic;
  private final HttpServer server;

  MetricsPage(int port, Traffic traffic) throws IOException {
    this.traffic = traffic;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] page = page().getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/metrics";
  }

  private String page() {
    StringBuilder page = new StringBuilder();
    figure(page, "ngsi_connections_open", "gauge", traffic.connections.sum());
    figure(page, "ngsi_connections_accepted_total", "counter", traffic.accepted.sum());
    figure(page, "ngsi_requests_total", "counter", traffic.requests.sum());
    figure(page, "ngsi_requests_refused_total", "counter", traffic.refused.sum());
    figure(page, "ngsi_queries_emptied_total", "counter", traffic.emptied.sum());
    figure(page, "ngsi_entities", "gauge", traffic.entities.sum());
    figure(page, "ngsi_subscriptions", "gauge", traffic.subscriptions.sum());
    figure(page, "ngsi_history_instances", "gauge", traffic.instances.sum());
    type(page, "ngsi_notifications_total", "counter");
    notifications(page, "taken", traffic.notified);
    notifications(page, "failed", traffic.notNotified);
    notifications(page, "dropped", traffic.dropped);
    notifications(page, "lost", traffic.lost);
    notifications(page, "repeated", traffic.repeated);
    notifications(page, "merged", traffic.merged);
    figure(page, "process_cpu_seconds_total", "counter", processorSeconds());
    residentBytes().ifPresent(it -> figure(page, "process_resident_memory_bytes", "gauge", it));
    return page.toString();
  }

  private static void notifications(StringBuilder page, String result, LongAdder count) {
    String line = "ngsi_notifications_total{result=\"%s\"} %d\n".formatted(result, count.sum());
    page.append(line);
  }

  private static void figure(StringBuilder page, String name, String type, Number value) {
    type(page, name, type);
    page.append(name).append(' ').append(value).append('\n');
  }

  private static void type(StringBuilder page, String name, String type) {
    page.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static double processorSeconds() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        / 1e9;
  }

  /** Empty where the system has no such file. */
  private static Optional<Long> residentBytes() {
    try {
      List<String> lines = Files.readAllLines(Path.of("/proc/self/status"));
      return lines.stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1_024)
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
