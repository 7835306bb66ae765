// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.TargetException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a broker may send as the answer to a request that is not of the load. */
@Timeout(60)
class BrokerClientTest {
  private static final BrokerClient.Bounds SMALL = new BrokerClient.Bounds(100_000, 1_000, 60_000);
  private static final BrokerClient.Bounds SHORT = new BrokerClient.Bounds(100_000, 1_000, 300);
  private static final Buffer PART = Buffer.buffer("x".repeat(500));

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private BrokerClient client(BrokerClient.Bounds bounds, Consumer<HttpServerResponse> answering)
      throws Exception {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                (HttpServerRequest request) -> {
                  request.response().setChunked(true);
                  request.response().exceptionHandler(gone -> {});
                  answering.accept(request.response());
                })
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
    String target =
        "url: \"http://127.0.0.1:%d\", context: \"http://h/c\"".formatted(server.actualPort());
    return new BrokerClient(
        vertx, Profiles.of(target, "subscriptions: [{ type: T, stamp: senttime }]\n"), bounds);
  }

  private static BrokerClient.Answer ask(BrokerClient client, HttpMethod method)
      throws TargetException {
    return client.answer(client.send(method, "/anything", null, null));
  }

  private void goOn(HttpServerResponse response) {
    if (!response.closed()) {
      response.write(PART).onSuccess(written -> vertx.runOnContext(later -> goOn(response)));
    }
  }

  @Test
  void anAnswerWithoutEndIsOneLine() throws Exception {
    BrokerClient client = client(SMALL, this::goOn);

    for (HttpMethod each : new HttpMethod[] {HttpMethod.GET, HttpMethod.POST}) {
      assertThatThrownBy(() -> ask(client, each))
          .isInstanceOf(TargetException.class)
          .hasMessageContainingAll("http://127.0.0.1:", " 100000 bytes", "(target.url)");
    }
  }

  @Test
  void anAnswerThatTricklesHasADeadline() throws Exception {
    BrokerClient client =
        client(SHORT, answer -> vertx.setPeriodic(20, timer -> answer.write(Buffer.buffer("x"))));

    assertThatThrownBy(() -> ask(client, HttpMethod.GET))
        .isInstanceOf(TargetException.class)
        .hasMessageEndingWith("(target.url)");
  }

  @Test
  void ofAnAnswerThatIsNoListTheBeginningIsKept() throws Exception {
    BrokerClient client =
        client(SMALL, answer -> answer.write(PART).compose(it -> answer.end("y".repeat(5_000))));

    assertThat(ask(client, HttpMethod.POST).body()).hasSizeLessThanOrEqualTo(1_000);
    assertThat(ask(client, HttpMethod.GET).body()).hasSize(5_500);
  }
}
