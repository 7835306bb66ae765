// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pages;

import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Serves pages to {@code GET} requests without a body, one request a connection. A client that is
 * slow or hangs holds nothing: its connection is closed when it is idle, when it is old, and when
 * there are too many newer ones. All of it is one event loop.
 */
public final class PageServer implements AutoCloseable {
  private static final int LONGEST_CLOSE_SECONDS = 5;

  private final Vertx vertx;
  private final HttpServer server;
  private final Limits limits;

  /** The oldest first; of the event loop. */
  private final Set<HttpConnection> open = new LinkedHashSet<>();

  /**
   * Bounds on the clients.
   *
   * @param idle longest time in which a client may neither send nor read
   * @param longest longest time of a connection
   * @param connections largest number of connections; one more closes the oldest
   */
  record Limits(Duration idle, Duration longest, int connections) {
    /** A page of large books takes seconds to make. */
    static final Limits USUAL = new Limits(Duration.ofSeconds(10), Duration.ofSeconds(30), 64);
  }

  private PageServer(Handler<HttpServerRequest> pages, Limits limits) {
    this.limits = limits;
    this.vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setUseDaemonThread(true)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    this.server =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setHttp2ClearTextEnabled(false)
                    .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                    .setIdleTimeout(Math.toIntExact(limits.idle.toMillis())))
            .connectionHandler(this::limit)
            .requestHandler(request -> answer(request, pages));
  }

  /**
   * Starts to serve.
   *
   * @param address port 0 for any that is free
   * @param pages answers on the event loop, so never blocks
   * @throws IOException if it cannot listen there
   */
  public static PageServer start(InetSocketAddress address, Handler<HttpServerRequest> pages)
      throws IOException {
    return start(address, pages, Limits.USUAL);
  }

  static PageServer start(
      InetSocketAddress address, Handler<HttpServerRequest> pages, Limits limits)
      throws IOException {
    PageServer started = new PageServer(pages, limits);
    try {
      started
          .server
          .listen(SocketAddress.inetSocketAddress(address))
          .toCompletionStage()
          .toCompletableFuture()
          .join();
      return started;
    } catch (CompletionException e) {
      started.close();
      throw new IOException(e.getCause().getMessage(), e);
    }
  }

  /** The port that it listens on. */
  public int port() {
    return server.actualPort();
  }

  private void limit(HttpConnection connection) {
    open.add(connection);
    if (open.size() > limits.connections) {
      HttpConnection oldest = open.iterator().next();
      open.remove(oldest);
      oldest.close();
    }
    long end = vertx.setTimer(limits.longest.toMillis(), unused -> connection.close());
    connection.closeHandler(
        unused -> {
          vertx.cancelTimer(end);
          open.remove(connection);
        });
  }

  private static void answer(HttpServerRequest request, Handler<HttpServerRequest> pages) {
    if (!request.method().equals(HttpMethod.GET)) {
      Page.of(405).to(request);
    } else if (hasBody(request.headers())) {
      Page.of(413).to(request);
    } else {
      pages.handle(request);
    }
  }

  private static boolean hasBody(MultiMap headers) {
    String length = headers.get("Content-Length");
    return headers.contains("Transfer-Encoding") || (length != null && !length.equals("0"));
  }

  @Override
  public void close() {
    vertx
        .close()
        .toCompletionStage()
        .toCompletableFuture()
        .completeOnTimeout(null, LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS)
        .join();
  }
}
