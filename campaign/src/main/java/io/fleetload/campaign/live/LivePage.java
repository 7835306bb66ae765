// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fleetload.driver.RunClock;
import io.fleetload.process.UsageException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The live page of a run, for browsers of this host alone: it listens on 127.0.0.1, answers only
 * who names it so, which a page of another site cannot by way of a name of its own (DNS rebinding),
 * and lets no other site read what it answers.
 */
final class LivePage implements AutoCloseable {
  /** Where it is unless the user says otherwise. */
  static final int PORT = 8095;

  /** A page asks every second. */
  private static final long LOOKED_AT_NANOS = 5_000_000_000L;

  private static final long LONGEST_LAST_LOOK_SECONDS = 3;
  private static final int THREADS = 3;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final ExecutorService threads;
  private final List<String> names;
  private final CountDownLatch endSeen = new CountDownLatch(1);
  private final RunClock clock;
  private volatile LiveRun run;
  private volatile long askedNanos;

  private LivePage(HttpServer server, RunClock clock) {
    this.server = server;
    this.clock = clock;
    this.askedNanos = clock.nanos() - LOOKED_AT_NANOS;
    int port = server.getAddress().getPort();
    this.names = List.of("127.0.0.1:" + port, "localhost:" + port);
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            work -> {
              Thread thread = new Thread(work, "live-page");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Takes the port; nothing is answered before {@link #show}.
   *
   * @param port 0 for any that is free
   * @throws UsageException if it is taken
   */
  static LivePage at(int port, RunClock clock) throws UsageException {
    try {
      InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      return new LivePage(HttpServer.create(new InetSocketAddress(here, port), 0), clock);
    } catch (IOException e) {
      throw new UsageException(
          "--live: cannot listen on 127.0.0.1:%d: %s; take another, such as --live=%d, or --live=0"
                  .formatted(port, e.getMessage(), port == PORT ? PORT + 1 : PORT)
              + " for one that is free");
    }
  }

  /** Shows a run. */
  void show(LiveRun shown) {
    run = shown;
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  /** The page's address. */
  String address() {
    return "http://" + names.get(0) + "/";
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (!names.contains(String.valueOf(exchange.getRequestHeaders().getFirst("Host")))) {
        exchange.sendResponseHeaders(403, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.sendResponseHeaders(405, -1);
      } else if (path.equals("/")) {
        askedNanos = clock.nanos();
        send(exchange, "text/html", run.state().report().liveHtml());
      } else if (path.equals("/state")) {
        askedNanos = clock.nanos();
        state(exchange);
      } else {
        exchange.sendResponseHeaders(404, -1);
      }
    }
  }

  private void state(HttpExchange exchange) throws IOException {
    String from = exchange.getRequestHeaders().getFirst("Sec-Fetch-Site");
    if (from != null && !from.equals("same-origin") && !from.equals("none")) {
      exchange.sendResponseHeaders(403, -1);
      return;
    }
    LiveRun.State state = run.state();
    if (("have=" + state.number()).equals(exchange.getRequestURI().getQuery())) {
      exchange.sendResponseHeaders(204, -1);
      return;
    }
    ObjectNode content = state.report().content();
    content.put("number", state.number()).put("ended", state.ended());
    send(exchange, "application/json", text(content));
    if (state.ended()) {
      exchange.close();
      endSeen.countDown();
    }
  }

  private static String text(ObjectNode content) {
    try {
      return JSON.writeValueAsString(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree always has a text", e);
    }
  }

  private static void send(HttpExchange exchange, String type, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("Content-Security-Policy", "frame-ancestors 'none'");
    exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.sendResponseHeaders(200, bytes.length);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }

  /**
   * Shows how the run ended. Whoever looks at the page is given a moment to see it; nobody is
   * waited for otherwise.
   *
   * @param why what was wrong where it has no result, in one line, or null
   */
  void end(String why) {
    run.end(why);
    if (clock.nanos() - askedNanos < LOOKED_AT_NANOS) {
      try {
        boolean unused = endSeen.await(LONGEST_LAST_LOOK_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
