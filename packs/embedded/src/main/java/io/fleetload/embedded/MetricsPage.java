// SPDX-License-Identifier: EPL-2.0
package io.fleetload.embedded;

import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * {@code /metrics} in Prometheus' text format, on 127.0.0.1: the server's own figures and what its
 * process costs.
 */
public final class MetricsPage implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final HttpServer server;

  private MetricsPage(HttpServer server) {
    this.server = server;
  }

  /**
   * Serves the page.
   *
   * @param port 0 for one that is free
   * @param figures writes the server's own figures, again for each request
   * @throws StartFailure if the port is taken
   */
  public static MetricsPage serve(int port, Consumer<Figures> figures) throws StartFailure {
    HttpServer server;
    try {
      InetAddress loopback = InetAddress.getByAddress(LOOPBACK);
      server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
    } catch (IOException e) {
      throw StartFailure.notListening("127.0.0.1:" + port, "--metrics-port", e);
    }
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] page = page(figures).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    return new MetricsPage(server);
  }

  /** Address of the page. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/metrics";
  }

  private static String page(Consumer<Figures> own) {
    Figures figures = new Figures();
    own.accept(figures);
    figures.counter("process_cpu_seconds_total", processorSeconds());
    residentBytes().ifPresent(it -> figures.gauge("process_resident_memory_bytes", it));
    return figures.toString();
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
