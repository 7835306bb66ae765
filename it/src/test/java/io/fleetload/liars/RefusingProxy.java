// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between devices and Hono's HTTP adapter, and answers each seventh message that Hono takes
 * as if the tenant's limit had been reached.
 */
final class RefusingProxy implements AutoCloseable {
  private static final int EACH = 7;
  private static final int TOO_MANY_REQUESTS = 429;

  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final AtomicInteger seen = new AtomicInteger();
  private final AtomicInteger lies = new AtomicInteger();
  private final HttpServer server;
  private final String hono;
  private final boolean delivers;

  /**
   * Begins to listen.
   *
   * @param hono host and port of the adapter
   * @param delivers whether Hono gets what is refused
   */
  RefusingProxy(String hono, boolean delivers) throws IOException {
    this.hono = hono;
    this.delivers = delivers;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  String address() {
    return server.getAddress().getHostString() + ":" + server.getAddress().getPort();
  }

  /** How often it lied. */
  int told() {
    return lies.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    boolean lie = seen.incrementAndGet() % EACH == 0;
    int status = lie && !delivers ? TOO_MANY_REQUESTS : forwarded(exchange, body);
    if (lie) {
      lies.incrementAndGet();
      status = TOO_MANY_REQUESTS;
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private int forwarded(HttpExchange exchange, byte[] body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + hono + exchange.getRequestURI()))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (name.matches("(?i)authorization|content-type|qos-level")) {
                values.forEach(each -> request.header(name, each));
              }
            });
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
