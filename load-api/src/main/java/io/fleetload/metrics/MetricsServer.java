// SPDX-License-Identifier: EPL-2.0
package io.fleetload.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fleetload.process.UsageException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * {@code GET /metrics}, and {@code GET /ready} for who waits for the tool: 503 until {@link
 * #ready()}. On the JDK's own server and a thread of its own: off the run's path.
 */
public final class MetricsServer implements AutoCloseable {
  private static final String PATH = "/metrics";
  private static final String READY = "/ready";
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final Meters meters = new Meters();
  private final HttpServer server;
  private final ExecutorService thread;
  private final String host;
  private volatile boolean ready;

  private MetricsServer(HttpServer server, String host) {
    this.server = server;
    this.host = host;
    this.thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread answering = new Thread(work, "metrics");
              answering.setDaemon(true);
              return answering;
            });
  }

  /**
   * Starts it.
   *
   * @param port 0 for any that is free
   * @throws UsageException if it cannot listen there
   */
  public static MetricsServer start(String host, int port) throws UsageException {
    HttpServer server;
    try {
      InetSocketAddress address = new InetSocketAddress(host, port);
      if (address.isUnresolved()) {
        throw new UsageException("--metrics-host: found \"" + host + "\", which has no address");
      }
      server = HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new UsageException(
          "--metrics-port: cannot listen on %s:%d: %s; take another, or 0 for one that is free"
              .formatted(host, port, e.getMessage()));
    }
    MetricsServer started = new MetricsServer(server, host);
    server.createContext(PATH, started::answer);
    server.createContext(READY, started::answerReady);
    server.setExecutor(started.thread);
    server.start();
    return started;
  }

  /** What it shows. */
  public Meters meters() {
    return meters;
  }

  /** The page's address. */
  public String address() {
    String name = host.contains(":") ? "[" + host + "]" : host;
    return "http://" + name + ":" + server.getAddress().getPort() + PATH;
  }

  /** From now on the tool is ready for what it is for. */
  public void ready() {
    ready = true;
  }

  private void answerReady(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean known = exchange.getRequestURI().getPath().equals(READY);
      exchange.sendResponseHeaders(known ? ready ? 200 : 503 : 404, -1);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      byte[] page = meters.page().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", TYPE);
      exchange.sendResponseHeaders(200, page.length);
      try (OutputStream body = exchange.getResponseBody()) {
        body.write(page);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
    meters.close();
  }
}
