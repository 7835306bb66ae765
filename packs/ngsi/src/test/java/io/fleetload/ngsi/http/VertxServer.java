// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server of HTTP/1.1 and HTTP/2 on which a test answers. */
final class VertxServer implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final BlockingQueue<HttpServerRequest> requests = new LinkedBlockingQueue<>();

  VertxServer(HttpServerOptions options) throws Exception {
    server =
        vertx
            .createHttpServer(options)
            .requestHandler(requests::add)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(TestUsers.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  int port() {
    return server.actualPort();
  }

  /** The next request. */
  HttpServerRequest request() throws InterruptedException {
    return requests.poll(TestUsers.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  int requestsLeft() {
    return requests.size();
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
