// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpServer;
import io.fleetload.jt808.embedded.gateway.Traffic;
import io.fleetload.jt808.embedded.store.Saver;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** {@code /metrics} in Prometheus' text format, on 127.0.0.1. */
final class MetricsPage implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final Traffic traffic;
  private final Optional<Saver> saver;
  private final HttpServer server;

  /**
   * Serves it.
   *
   * @param port 0 for one that is free
   * @throws IOException if the port is taken
   */
  MetricsPage(int port, Traffic traffic, Optional<Saver> saver) throws IOException {
    this.traffic = traffic;
    this.saver = saver;
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
    long accepted = traffic.accepted.sum();
    figure(page, "jt808_connections_open", "gauge", accepted - traffic.closed.sum());
    figure(page, "jt808_connections_accepted_total", "counter", accepted);
    type(page, "jt808_messages_total", "counter");
    for (Map.Entry<Integer, LongAdder> each : new TreeMap<>(traffic.messages()).entrySet()) {
      String id = "{id=\"%04x\"} ".formatted(each.getKey());
      page.append("jt808_messages_total").append(id).append(each.getValue()).append('\n');
    }
    figure(page, "jt808_published_total", "counter", traffic.published.sum());
    figure(page, "jt808_acknowledged_total", "counter", traffic.acknowledged.sum());
    figure(page, "jt808_unreadable_total", "counter", traffic.unreadable.sum());
    figure(page, "jt808_commands_total", "counter", traffic.commands.sum());
    saver.ifPresent(
        present -> {
          figure(page, "jt808_saver_saved_total", "counter", present.saved.sum());
          figure(page, "jt808_saver_dropped_total", "counter", present.dropped.sum());
          figure(page, "jt808_saver_waiting", "gauge", present.waiting());
        });
    figure(page, "process_cpu_seconds_total", "counter", processorSeconds());
    residentBytes().ifPresent(it -> figure(page, "process_resident_memory_bytes", "gauge", it));
    return page.toString();
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
