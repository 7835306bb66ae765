// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.HonoPack;
import io.fleetload.hono.Profiles;
import io.fleetload.hono.payload.CorrelationId;
import io.fleetload.hono.payload.DittoCommand;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.rig.FreePort;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Devices by HTTP against a server that answers truly, wrongly, late or not at all. */
class HttpDevicesIT {
  private static final long SECONDS = 120;
  private static final Stamp STAMP =
      new Stamp(RunId.parse("1f"), "commandQuery", Period.MEASURED, 7, 42, 1, 2);

  @TempDir private Path directory;
  private HttpPeer peer;
  private DeviceDriver fleet;
  private final AtomicInteger disconnects = new AtomicInteger();
  private final AtomicInteger unexpectedAnswers = new AtomicInteger();

  @BeforeEach
  void start() throws Exception {
    peer = HttpPeer.start();
    fleet = fleet(peer.port(), "");
  }

  private DeviceDriver fleet(int port, String more) throws Exception {
    HonoProfile profile =
        new Profiles(directory, Map.of())
            .read(
                Profiles.GOOD.replace("count: 50", "count: 50, protocol: http")
                    + "  pulse: { kind: telemetry, rate: 1/s, confirmable: false, payload: binary }\n"
                    + "  alarm: { kind: event, rate: 1/s }\n"
                    + "target: { http: 'localhost:"
                    + port
                    + "' }\n"
                    + more);
    DeviceDriver made =
        new HonoPack()
            .describe(profile)
            .devices(ShardDevices.all(profile.sessions()), RunClock.system());
    made.listen(
        new DeviceDriver.Listener() {
          @Override
          public void ended(int session) {
            disconnects.incrementAndGet();
          }

          @Override
          public void unexpectedAnswer(int session) {
            unexpectedAnswers.incrementAndGet();
          }
        });
    return made;
  }

  @AfterEach
  void stop() throws Exception {
    fleet.close();
    peer.close();
  }

  private static final class Outcome extends CompletableFuture<String> implements Exchange {
    private volatile Inbound inbound;

    @Override
    public void opened(Set<String> traits) {
      once("opened");
    }

    @Override
    public void succeeded(Inbound given) {
      inbound = given;
      once("ok");
    }

    @Override
    public void failed(Cause cause) {
      once(cause.key());
    }

    private void once(String outcome) {
      if (!complete(outcome)) {
        throw new IllegalStateException("a second outcome: " + outcome);
      }
    }

    String word() throws Exception {
      return get(SECONDS, TimeUnit.SECONDS);
    }
  }

  private String connect(int session) throws Exception {
    Outcome outcome = new Outcome();
    fleet.loop().execute(() -> fleet.link(session).connect(outcome));
    return outcome.word();
  }

  private Outcome send(Message message) {
    return send(0, message);
  }

  private Outcome send(int session, Message message) {
    Outcome outcome = new Outcome();
    fleet.loop().execute(() -> fleet.link(session).send(message, outcome));
    return outcome;
  }

  private static Message message(String flow) {
    byte[] body = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    return new Message(flow, 7, 0, STAMP, null, body);
  }

  private static String ok(String headers, String body) {
    return "HTTP/1.1 200 OK\r\n%sContent-Length: %d\r\n\r\n%s"
        .formatted(headers, body.length(), body);
  }

  @ParameterizedTest
  @CsvSource({
    "telemetry, /telemetry, 1, application/json",
    "pulse, /telemetry, 0, application/octet-stream",
    "commandQuery, /telemetry, 1, application/json"
  })
  void eachFlowIsARequestOfHonos(String flow, String path, String qos, String type)
      throws Exception {
    assertThat(connect(0)).isEqualTo("opened");

    assertThat(send(message(flow)).word()).isEqualTo("ok");

    List<String> lines = peer.requests().get(0).lines().toList();
    assertThat(lines)
        .startsWith("POST " + path + " HTTP/1.1", "Host: localhost:" + peer.port())
        .endsWith("Content-Length: 7", "", "{\"a\":1}")
        .contains("QoS-Level: " + qos, "Content-Type: " + type)
        .anyMatch(each -> each.matches("Authorization: Basic [A-Za-z0-9+/=]{40,}"));
    assertThat(lines.contains("hono-ttd: 10")).isEqualTo(flow.equals("commandQuery"));
  }

  @Test
  void anEventNeedsNoQuality() throws Exception {
    connect(0);

    assertThat(send(message("alarm")).word()).isEqualTo("ok");

    assertThat(peer.requests().get(0))
        .startsWith("POST /event HTTP/1.1")
        .doesNotContain("QoS-Level");
  }

  @Test
  void aCommandComesInTheResponseAndIsAnsweredUnderItsRequestId() throws Exception {
    String id = new CorrelationId(STAMP).text();
    byte[] written = new DittoCommand("setBrightness").body("device-7", id, STAMP);
    String body = new String(written, StandardCharsets.UTF_8);
    connect(0);
    peer.answers(
        request -> ok("hono-command: setBrightness\r\nhono-cmd-req-id: 209corr\r\n", body));
    Outcome query = send(message("commandQuery"));
    assertThat(query.word()).isEqualTo("ok");
    assertThat(query.inbound).isEqualTo(new Inbound(7, STAMP, "/command/res/209corr", false));
    peer.answers(request -> HttpPeer.ACCEPTED);

    Message answer =
        new Message("commandResponse", 7, 0, STAMP, query.inbound, new byte[] {'{', '}'});
    assertThat(send(answer).word()).isEqualTo("ok");

    assertThat(peer.requests().get(1))
        .startsWith("POST /command/res/209corr?hono-cmd-status=200 HTTP/1.1");
    assertThat(peer.connections()).isEqualTo(1);
  }

  @Test
  void aCommandWithAnotherBodyThanTheBackendWroteIsAltered() throws Exception {
    byte[] written = new DittoCommand("setBrightness").body("device-7", "another", STAMP);
    String body = new String(written, StandardCharsets.UTF_8);
    connect(0);
    peer.answers(request -> ok("Hono-Command: x\r\nHono-Cmd-Req-Id: 1\r\n", body));

    Outcome query = send(message("commandQuery"));

    assertThat(query.word()).isEqualTo("ok");
    assertThat(query.inbound.altered()).isTrue();
  }

  @Test
  void aCommandThatWantsNoAnswerIsNoneToAnswer() throws Exception {
    connect(0);
    peer.answers(request -> ok("hono-command: reset\r\n", "{}"));

    Outcome query = send(message("commandQuery"));

    assertThat(query.word()).isEqualTo("ok");
    assertThat(query.inbound).isNull();
  }

  @Test
  void aGatewayNamesTheDeviceInEachRequest() throws Exception {
    fleet.close();
    fleet = fleet(peer.port(), "gateways: { count: 5 }\n");
    byte[] written =
        new DittoCommand("setBrightness").body("device-7", new CorrelationId(STAMP).text(), STAMP);
    connect(2);
    peer.answers(
        request ->
            ok(
                "hono-command: x\r\nhono-cmd-req-id: 209\r\n",
                new String(written, StandardCharsets.UTF_8)));
    Outcome query = send(2, message("commandQuery"));
    assertThat(query.word()).isEqualTo("ok");
    Message answer = new Message("commandResponse", 7, 0, STAMP, query.inbound, new byte[0]);
    assertThat(send(2, answer).word()).isEqualTo("ok");

    assertThat(query.inbound.altered()).isFalse();
    assertThat(peer.requests().get(0)).startsWith("PUT /telemetry/tload/device-7 HTTP/1.1");
    assertThat(peer.requests().get(1))
        .startsWith("PUT /command/res/tload/device-7/209?hono-cmd-status=200 HTTP/1.1");
  }

  @ParameterizedTest
  @CsvSource({
    "401, protocol.http.401",
    "413, protocol.http.413",
    "503, protocol.http.503",
    "302, protocol.http.302",
    "999, protocol.http.other"
  })
  void aStatusThatIsNoSuccessIsTheCause(int status, String cause) throws Exception {
    connect(0);
    peer.answers(request -> "HTTP/1.1 %d Because\r\nContent-Length: 2\r\n\r\n{}".formatted(status));

    assertThat(send(message("telemetry")).word()).isEqualTo(cause);
    assertThat(disconnects).hasValue(0);
  }

  @Test
  void aSecondAnswerIsUnexpectedAndIsNotThatOfTheNextRequest() throws Exception {
    connect(0);
    peer.answers(request -> HttpPeer.ACCEPTED + HttpPeer.ACCEPTED);
    assertThat(send(message("telemetry")).word()).isEqualTo("ok");
    peer.answers(request -> "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n");

    assertThat(send(message("telemetry")).word()).isEqualTo("protocol.http.503");
    assertThat(unexpectedAnswers).hasValue(1);
  }

  @Test
  void whatIsNoHttpIsACause() throws Exception {
    connect(0);
    peer.answers(request -> "220 mail.example.com ESMTP\r\n");

    assertThat(send(message("telemetry")).word()).isEqualTo("protocol.answer.notHttp");
    peer.answers(request -> HttpPeer.ACCEPTED);
    assertThat(send(message("telemetry")).word()).isEqualTo("ok");
  }

  @ParameterizedTest
  @CsvSource({"''", "'HTTP/1.1 202 Accepted\r\nContent-Length: 5\r\n\r\nhel'"})
  void aConnectionThatEndsBeforeTheAnswerFailsWhatIsUnderWay(String part) throws Exception {
    connect(0);
    CountDownLatch asked = new CountDownLatch(1);
    peer.answers(
        request -> {
          asked.countDown();
          return part;
        });
    Outcome cut = send(message("telemetry"));
    asked.await(SECONDS, TimeUnit.SECONDS);
    peer.endConnections();

    assertThat(cut.word()).isEqualTo("transport.disconnected");
    peer.answers(request -> HttpPeer.ACCEPTED);
    assertThat(send(message("telemetry")).word()).isEqualTo("ok");
    assertThat(disconnects).hasValue(0);
  }

  @Test
  void aConnectionThatTheServerKeepsNotIsOpenedAgain() throws Exception {
    connect(0);
    peer.answers(
        request -> "HTTP/1.1 202 Accepted\r\nConnection: close\r\ncontent-length: 0\r\n\r\n");

    assertThat(send(message("telemetry")).word()).isEqualTo("ok");
    assertThat(send(message("telemetry")).word()).isEqualTo("ok");

    assertThat(peer.connections()).isEqualTo(2);
    assertThat(disconnects).hasValue(0);
  }

  @Test
  void whileAQueryWaitsOtherMessagesHaveTheirOwnConnection() throws Exception {
    connect(0);
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    peer.answers(
        request -> {
          if (request.contains("hono-ttd")) {
            asked.countDown();
            await(release);
          }
          return HttpPeer.ACCEPTED;
        });
    Outcome query = send(message("commandQuery"));
    asked.await(SECONDS, TimeUnit.SECONDS);

    assertThat(send(message("telemetry")).word()).isEqualTo("ok");
    assertThat(send(message("telemetry")).word()).isEqualTo("ok");
    assertThat(query).isNotDone();
    release.countDown();

    assertThat(query.word()).isEqualTo("ok");
    assertThat(peer.connections()).isEqualTo(2);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatIsGivenUpIsAnsweredToNoOne() throws Exception {
    connect(0);
    CountDownLatch asked = new CountDownLatch(1);
    peer.answers(
        request -> {
          asked.countDown();
          return "";
        });
    Outcome givenUp = send(message("telemetry"));
    asked.await(SECONDS, TimeUnit.SECONDS);
    CompletableFuture.runAsync(() -> fleet.link(0).abandon(givenUp), fleet.loop()::execute)
        .get(SECONDS, TimeUnit.SECONDS);
    peer.answers(request -> HttpPeer.ACCEPTED);

    assertThat(send(message("telemetry")).word()).isEqualTo("ok");
    assertThat(givenUp).isNotDone();
    assertThat(unexpectedAnswers).hasValue(0);
  }

  @Test
  void aDeviceThatLeftSendsNothing() throws Exception {
    connect(0);
    CompletableFuture.runAsync(() -> fleet.link(0).close(), fleet.loop()::execute)
        .get(SECONDS, TimeUnit.SECONDS);

    assertThat(send(message("telemetry")).word()).isEqualTo("transport.disconnected");
    assertThat(connect(0)).isEqualTo("opened");
    assertThat(send(message("telemetry")).word()).isEqualTo("ok");
  }

  @Test
  void aServerThatIsGoneIsKnownWithTheNextRequest() throws Exception {
    CompletableFuture<Void> rest = new CompletableFuture<>();
    connect(0);
    peer.close();

    assertThat(send(message("telemetry")).word())
        .isIn("transport.disconnected", "transport.unreachable");
    assertThat(send(message("telemetry")).word())
        .isIn("transport.disconnected", "transport.unreachable");
    // The session ends after its message, on the thread of the wire.
    fleet.loop().execute(() -> rest.complete(null));
    rest.get(SECONDS, TimeUnit.SECONDS);
    assertThat(disconnects).hasValue(1);
  }

  @Test
  void ifNothingListensThatIsKnownAtOnce() throws Exception {
    fleet.close();
    fleet = fleet(FreePort.choose(), "");

    assertThat(connect(0)).isEqualTo("transport.unreachable");
  }
}
