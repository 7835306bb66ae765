// SPDX-License-Identifier: EPL-2.0
package io.fleetload.metrics;

import io.fleetload.pages.Page;
import io.fleetload.pages.PageServer;
import io.fleetload.process.UsageException;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * {@code GET /metrics} for Prometheus, and for who waits for the tool {@code GET /q/health/ready},
 * also {@code /ready}: 503 until {@link #ready()}. {@code GET /q/health/live} is 200 as long as the
 * process answers.
 */
final class MetricsServer implements AutoCloseable {
  private static final String PATH = "/metrics";
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final Meters meters;
  private final PageServer server;
  private final String host;
  private volatile boolean ready;

  private MetricsServer(InetSocketAddress address, String host, Meters meters) throws IOException {
    this.host = host;
    this.meters = meters;
    this.server = PageServer.start(address, request -> page(request.path()).to(request));
  }

  /**
   * Starts it.
   *
   * @param port 0 for any that is free
   * @param meters what it shows
   * @throws UsageException if it cannot listen there
   */
  static MetricsServer start(String host, int port, Meters meters) throws UsageException {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new UsageException("--metrics-host: found \"" + host + "\", which has no address");
    }
    try {
      return new MetricsServer(address, host, meters);
    } catch (IOException e) {
      throw new UsageException(
          "--metrics-port: cannot listen on %s:%s: %s; take another, or 0 for one that is free"
              .formatted(host, port, e.getMessage()));
    }
  }

  /** The page's address. */
  String address() {
    String name = host.contains(":") ? "[" + host + "]" : host;
    return "http://" + name + ":" + server.port() + PATH;
  }

  /** From now on the tool is ready for what it is for. */
  void ready() {
    ready = true;
  }

  private Page page(String path) {
    return switch (path) {
      case PATH -> new Page(200, TYPE, meters.page());
      case "/q/health/live" -> health(true);
      case "/q/health/ready", "/ready" -> health(ready);
      default -> Page.of(404);
    };
  }

  private static Page health(boolean up) {
    return new Page(
        up ? 200 : 503,
        "application/json; charset=UTF-8",
        "{\"status\":\"%s\",\"checks\":[]}".formatted(up ? "UP" : "DOWN"));
  }

  @Override
  public void close() {
    server.close();
  }
}
