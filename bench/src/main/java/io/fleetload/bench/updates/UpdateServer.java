// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.updates;

import io.fleetload.bench.contestant.Running;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;

/**
 * Answers updates of entities as a broker does, without keeping anything, and counts them; ends
 * when its standard input does.
 */
public final class UpdateServer {
  /** The path of the page with the number of updates so far. */
  static final String COUNT = "/count";

  private static final String UPDATES = "/attrs";
  private static final int UPDATED = 204;
  private static final int NOT_FOUND = 404;

  private long updates;

  private UpdateServer() {}

  /** Prints the port when it is ready. */
  public static void main(String[] arguments) throws IOException {
    Running.logWarningsOnly();
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
    UpdateServer server = new UpdateServer();
    int port =
        vertx
            .createHttpServer()
            .requestHandler(server::answer)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join()
            .actualPort();
    System.out.println("port " + port);
    while (System.in.read() >= 0) {
      // Whoever started it holds the other end.
    }
    System.exit(0);
  }

  private void answer(HttpServerRequest request) {
    if (request.path().equals(COUNT)) {
      request.response().end(Long.toString(updates));
    } else if (request.path().endsWith(UPDATES)) {
      request.endHandler(
          whole -> {
            updates++;
            request.response().setStatusCode(UPDATED).end();
          });
    } else {
      request.response().setStatusCode(NOT_FOUND).end();
    }
  }
}
