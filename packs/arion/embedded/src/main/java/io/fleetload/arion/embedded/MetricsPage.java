// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpServer;
import io.fleetload.arion.embedded.fault.Connections;
import io.fleetload.arion.embedded.service.Traffic;
import io.fleetload.arion.embedded.store.Rules;
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
  private final Rules rules;
  private final Connections connections;
  private final HttpServer server;

  MetricsPage(int port, Traffic traffic, Rules rules, Connections connections) throws IOException {
    this.traffic = traffic;
    this.rules = rules;
    this.connections = connections;
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
    figure(page, "arion_connections_open", "gauge", connections.size());
    figure(page, "arion_connections_accepted_total", "counter", connections.accepted.sum());
    type(page, "arion_requests_total", "counter");
    requests(page, "RequestGoalstates", traffic.reads);
    requests(page, "RequestGoalstateStream", traffic.streamReads);
    requests(page, "PushGoalstates", traffic.writes);
    figure(page, "arion_unknown_keys_total", "counter", traffic.unknown.sum());
    figure(page, "arion_rules", "gauge", rules.size());
    long watchers = traffic.watchersCame.sum() - traffic.watchersLeft.sum();
    figure(page, "arion_watchers", "gauge", watchers);
    figure(page, "arion_watched_rules_total", "counter", traffic.watched.sum());
    figure(page, "process_cpu_seconds_total", "counter", processorSeconds());
    residentBytes().ifPresent(it -> figure(page, "process_resident_memory_bytes", "gauge", it));
    return page.toString();
  }

  private static void requests(StringBuilder page, String method, LongAdder count) {
    String line = "arion_requests_total{method=\"%s\"} %d\n".formatted(method, count.sum());
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
