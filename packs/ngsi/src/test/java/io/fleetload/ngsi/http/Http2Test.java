// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Http2Test {
  private static final String PUT =
      "flows: { put: { rate: 1/s, request: \"PATCH /a/{{n}}\", body: '{ \"v\": \"{{n}}\" }' } }";

  private VertxServer server;
  private TestUsers users;

  @AfterEach
  void stop() throws Exception {
    if (users != null) {
      assertThat(users.faults()).isZero();
      users.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private void connected(HttpServerOptions options) throws Exception {
    server = new VertxServer(options);
    users = TestUsers.connected("http://127.0.0.1:" + server.port(), ", http: 2", PUT);
  }

  @Test
  void requestsOfAllUsersAreUnderWayAtOnceOnOneConnection() throws Exception {
    connected(new HttpServerOptions());
    List<HttpServerRequest> requests = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      users.send("put", n);
      requests.add(server.request());
    }
    assertThat(requests).extracting(HttpServerRequest::version).containsOnly(HttpVersion.HTTP_2);
    assertThat(requests)
        .extracting(HttpServerRequest::connection)
        .containsOnly(requests.get(0).connection());
    assertThat(requests.get(0).authority()).hasToString("127.0.0.1:" + server.port());
    for (int n = 2; n >= 0; n--) {
      requests.get(n).response().setStatusCode(204).end();
      assertThat(users.next()).isEqualTo("put " + n + " succeeded");
    }
    assertThat(users.bytes()[0] + users.bytes()[0] + users.bytes()[0]).isPositive();
  }

  @Test
  void usersWithConnectionsOfTheirOwnSpeakTheVersionOfTheirGroup() throws Exception {
    server = new VertxServer(new HttpServerOptions());
    users =
        TestUsers.alone(
            "http://127.0.0.1:" + server.port(),
            ", groups: { old: { count: 1 }, modern: { count: 2, http: 2, bind: [127.0.0.3] } }",
            "flows: { get: { of: old, rate: 1/s, request: GET /a }, list: { of: modern, rate: 1/s, request: \"GET /b/{{user}}\" } }");
    users.sendAlone(0, "get", 0);
    HttpServerRequest old = server.request();
    users.sendAlone(2, "list", 1);
    HttpServerRequest modern = server.request();

    assertThat(old.version()).isEqualTo(HttpVersion.HTTP_1_1);
    assertThat(modern.version()).isEqualTo(HttpVersion.HTTP_2);
    assertThat(modern.remoteAddress().host()).isEqualTo("127.0.0.3");
    assertThat(modern.path()).isEqualTo("/b/2");
  }

  @Test
  void aRequestOverTheServersLimitWaits() throws Exception {
    connected(
        new HttpServerOptions().setInitialSettings(new Http2Settings().setMaxConcurrentStreams(1)));
    users.send("put", 0);
    users.send("put", 1);
    HttpServerRequest first = server.request();
    assertThat(server.requestsLeft()).isZero();
    first.response().setStatusCode(204).end();

    assertThat(users.next()).isEqualTo("put 0 succeeded");
    server.request().response().setStatusCode(204).end();
    assertThat(users.next()).isEqualTo("put 1 succeeded");
  }

  @Test
  void aRequestThatIsGivenUpLeavesTheConnectionToTheOthers() throws Exception {
    connected(new HttpServerOptions());
    users.send("put", 0);
    users.send("put", 1);
    HttpServerRequest first = server.request();
    HttpServerRequest second = server.request();
    CountDownLatch reset = new CountDownLatch(1);
    first.response().exceptionHandler(why -> reset.countDown());
    users.abandon("put 0");

    assertThat(reset.await(TestUsers.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    second.response().setStatusCode(204).end();
    assertThat(users.next()).isEqualTo("put 1 succeeded");
    assertThat(users.left()).isEmpty();
  }

  @Test
  void aStreamThatTheServerResetsIsAReset() throws Exception {
    connected(new HttpServerOptions());
    users.send("put", 0);
    server.request().response().reset(2);

    assertThat(users.next()).isEqualTo("put 0 failed transport.reset");
  }

  @Test
  void aServerThatGoesAwayAnswersWhatIsUnderWayAndTheNextRequestOpensAnotherConnection()
      throws Exception {
    connected(new HttpServerOptions());
    users.send("put", 0);
    HttpServerRequest first = server.request();
    users.send("put", 1);
    HttpServerRequest second = server.request();
    first.connection().goAway(0, second.response().streamId());
    first.response().setStatusCode(204).end();
    assertThat(users.next()).isEqualTo("put 0 succeeded");
    users.send("put", 2);
    HttpServerRequest third = server.request();
    assertThat(third.connection()).isNotEqualTo(second.connection());
    third.response().setStatusCode(204).end();
    assertThat(users.next()).isEqualTo("put 2 succeeded");
    second.response().setStatusCode(204).end();
    assertThat(users.next()).isEqualTo("put 1 succeeded");
  }

  @Test
  void aServerThatSpeaksOnlyHttp1IsNoPeer() throws Exception {
    try (RawServer old = new RawServer()) {
      users = TestUsers.of(old.url(), "", ", http: 2", PUT);
      users.connect();
      try (RawServer.Peer peer = old.accept()) {
        peer.request();
        peer.write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
      }

      assertThat(users.next()).isEqualTo("session failed protocol.notHttp2");
    }
  }
}
