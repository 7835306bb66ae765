// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.HonoPack;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.rig.FreePort;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.Stamp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.Option;
import org.eclipse.californium.core.coap.Response;
import org.eclipse.californium.core.coap.option.OpaqueOptionDefinition;
import org.eclipse.californium.core.network.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The devices of both stacks against Californium's server, over DTLS on the loopback. */
@ParameterizedClass
@EnumSource(HonoDevices.Stack.class)
class CoapFleetIT {
  private static final int DEVICES = 20;
  private static final long SECONDS = 120;
  private static final byte[] BODY = {1, 2, 3};
  private static final OpaqueOptionDefinition TIME =
      new OpaqueOptionDefinition(0xfde8, "Time", false, 0, 16);

  @TempDir private Path directory;
  private CoapPeer peer;
  private DeviceDriver fleet;
  private final HonoDevices.Stack stack;
  private final AtomicInteger disconnects = new AtomicInteger();
  private final AtomicInteger unexpectedAnswers = new AtomicInteger();

  CoapFleetIT(HonoDevices.Stack stack) {
    this.stack = stack;
  }

  @BeforeEach
  void start() throws Exception {
    peer = CoapPeer.start();
    fleet = start(profile(peer.port()));
    fleet.listen(
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
  }

  @AfterEach
  void stop() {
    fleet.close();
    peer.close();
  }

  @Test
  void everyDeviceConnectsAndIsConfirmed() throws Exception {
    for (int i = 0; i < DEVICES; i++) {
      assertThat(connect(i)).isEqualTo("ok");
      assertThat(send(i, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");
    }
    assertThat(peer.received())
        .hasSize(DEVICES)
        .allSatisfy(each -> assertThat(each).isEqualTo(BODY));
    assertThat(disconnects).hasValue(0);
  }

  @Test
  void aCommandIsFoundInTheResponse() throws Exception {
    connect(0);
    peer.answers(
        exchange -> {
          Response response = new Response(CoAP.ResponseCode.CHANGED);
          response.getOptions().setLocationPath("command_response/42");
          response.setPayload("{}");
          exchange.sendResponse(response);
        });

    assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("command 42 null");
  }

  /** What the adapter may answer to {@code hono-time}, and what a device makes of it. */
  private static Stream<Arguments> times() {
    byte[] time = {0x01, (byte) 0x8f, 0, 0, 0, 0};
    long nanos = 0x018f_0000_0000L * 1_000_000;
    return Stream.of(
        Arguments.of(List.of(time), nanos),
        Arguments.of(List.of(new byte[] {0, 0, 1, (byte) 0x8f, 0, 0, 0, 0}), nanos),
        Arguments.of(List.of(), Stamp.UNKNOWN),
        Arguments.of(List.of(new byte[0]), Stamp.UNKNOWN),
        Arguments.of(List.of(new byte[9]), Stamp.UNKNOWN),
        Arguments.of(List.of(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1}), Stamp.UNKNOWN),
        Arguments.of(List.of(new byte[] {0x7f, -1, -1, -1, -1, -1, -1, -1}), Stamp.UNKNOWN),
        Arguments.of(List.of(time, time), Stamp.UNKNOWN));
  }

  @ParameterizedTest
  @MethodSource("times")
  void theAdaptersTimeIsAskedForAndReadAndNothingElseIsTakenForIt(List<byte[]> says, long nanos)
      throws Exception {
    connect(0);
    List<String> asked = new CopyOnWriteArrayList<>();
    peer.answers(
        exchange -> {
          asked.addAll(exchange.getRequest().getOptions().getUriQuery());
          Response response = new Response(CoAP.ResponseCode.CHANGED);
          for (byte[] each : says) {
            response.getOptions().addOption(new Option(TIME, each));
          }
          exchange.sendResponse(response);
        });

    Outcome outcome = send(0, BODY);
    assertThat(outcome.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");
    assertThat(asked).containsExactly("hono-time");
    assertThat(outcome.answeredAt).hasValue(nanos);
  }

  @Test
  void anErrorCodeIsTheCause() throws Exception {
    connect(0);
    peer.answers(
        exchange -> exchange.sendResponse(new Response(CoAP.ResponseCode.SERVICE_UNAVAILABLE)));

    assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("protocol.5.03");
  }

  @Test
  void aSeparateResponseIsAcceptedAndAcknowledged() throws Exception {
    connect(0);
    for (CoAP.Type type : List.of(CoAP.Type.CON, CoAP.Type.NON)) {
      CompletableFuture<Void> acknowledged = new CompletableFuture<>();
      peer.answers(
          exchange -> {
            exchange.sendAccept();
            Response response = new Response(CoAP.ResponseCode.CHANGED);
            response.setType(type);
            response.addMessageObserver(new CoapPeer.Acknowledged(acknowledged));
            exchange.sendResponse(response);
          });

      Outcome outcome = send(0, BODY);
      assertThat(outcome.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");
      assertThat(outcome.accepted).as("the empty acknowledgement before it").hasValue(1);
      if (type == CoAP.Type.CON) {
        acknowledged.get(SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void aSecondResponseIsUnexpectedAndSoIsOneToNoRequest() throws Exception {
    connect(0);
    peer.answers(
        exchange -> {
          exchange.sendAccept();
          peer.answer(exchange, 1, exchange.getRequest().getTokenBytes());
          peer.answer(exchange, 2, exchange.getRequest().getTokenBytes());
          peer.answer(exchange, 3, (byte) 1, (byte) 2);
        });
    assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");
    // What comes after them was answered after they were read.
    peer.answers(null);
    assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");

    assertThat(unexpectedAnswers)
        .as("Californium drops them unseen")
        .hasValue(stack == HonoDevices.Stack.OWN ? 2 : 0);
  }

  @Test
  void anAnswerThatComesLateAndWhatTheProtocolRepeatsAreNotUnexpected() throws Exception {
    connect(0);
    AtomicReference<Exchange> kept = new AtomicReference<>();
    CompletableFuture<Void> came = new CompletableFuture<>();
    peer.answers(
        exchange -> {
          kept.set(exchange);
          came.complete(null);
        });
    Outcome givenUp = send(0, BODY);
    came.get(SECONDS, TimeUnit.SECONDS);
    onLoop(() -> fleet.link(0).abandon(givenUp)).get(SECONDS, TimeUnit.SECONDS);
    peer.answer(kept.get(), 1, kept.get().getRequest().getTokenBytes());
    peer.answers(
        exchange -> {
          exchange.sendAccept();
          peer.answer(exchange, 2, exchange.getRequest().getTokenBytes());
          peer.answer(exchange, 2, exchange.getRequest().getTokenBytes());
        });
    assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");
    peer.answers(null);
    assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");

    assertThat(unexpectedAnswers).hasValue(0);
  }

  @Test
  void aRequestThatIsRejectedIsReset() throws Exception {
    connect(0);
    peer.answers(exchange -> exchange.sendReject());

    assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("transport.reset");
  }

  @Test
  void aRequestWithoutAnAnswerIsSentAgain() throws Exception {
    connect(0);
    peer.loses(1);
    Outcome outcome = send(0, BODY);

    assertThat(outcome.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");
    assertThat(outcome.retransmissions).hasValue(1);
    assertThat(peer.received()).hasSize(1);
  }

  @Test
  void aBodyLargerThanABlockArrivesWhole() throws Exception {
    connect(0);
    byte[] body = new byte[2_600];
    new Random(1).nextBytes(body);

    assertThat(send(0, body).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");
    assertThat(peer.received()).hasSize(1);
    assertThat(peer.received().get(0)).isEqualTo(body);
  }

  @Test
  void whatIsUnderWayWhenTheSessionEndsFailsAtOnce() throws Exception {
    connect(0);
    peer.answers(
        exchange -> {
          exchange.sendAccept();
          peer.endSession(exchange);
        });

    assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("transport.disconnected");
    assertThat(disconnects).hasValue(1);
    assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("transport.disconnected");
  }

  @Test
  void aDeviceThatLeftOrLostItsSessionComesBack() throws Exception {
    connect(0);
    for (Consumer<DeviceLink> end :
        List.<Consumer<DeviceLink>>of(
            DeviceLink::close, link -> link.lose(Cause.Transport.DISCONNECTED))) {
      peer.answers(exchange -> {});
      Outcome underWay = send(0, BODY);
      onLoop(() -> end.accept(fleet.link(0))).get(SECONDS, TimeUnit.SECONDS);
      peer.answers(null);

      assertThat(underWay.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("transport.disconnected");
      assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("transport.disconnected");
      assertThat(connect(0)).isEqualTo("ok");
      assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");
    }
    assertThat(disconnects).hasValue(0);
  }

  @Test
  void allDevicesComeBackAtOnce() throws Exception {
    for (int round = 0; round < 3; round++) {
      List<Outcome> outcomes = Stream.generate(Outcome::new).limit(DEVICES).toList();
      onLoop(
              () -> {
                for (int i = 0; i < DEVICES; i++) {
                  fleet.link(i).lose(Cause.Transport.DISCONNECTED);
                  fleet.link(i).connect(outcomes.get(i));
                }
              })
          .get(SECONDS, TimeUnit.SECONDS);
      for (Outcome each : outcomes) {
        assertThat(each.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");
      }
    }
  }

  @Test
  void whatIsAbandonedIsDeliveredToNobody() throws Exception {
    connect(0);
    CompletableFuture<Runnable> held = new CompletableFuture<>();
    peer.answers(
        exchange -> {
          exchange.sendAccept();
          held.complete(() -> exchange.sendResponse(new Response(CoAP.ResponseCode.CHANGED)));
        });
    Outcome outcome = send(0, BODY);
    Runnable answer = held.get(SECONDS, TimeUnit.SECONDS);
    onLoop(() -> fleet.link(0).abandon(outcome)).get(SECONDS, TimeUnit.SECONDS);
    peer.answers(null);
    answer.run();

    // The next exchange's outcome says that the abandoned one's has passed.
    assertThat(send(0, BODY).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ok");
    assertThat(outcome).isNotDone();
  }

  @Test
  void nobodyListeningIsKnownAtOnce() throws Exception {
    try (DeviceDriver lost = start(profile(FreePort.choose()))) {
      Outcome outcome = new Outcome();
      lost.loop().execute(() -> lost.link(0).connect(outcome));

      assertThat(outcome.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("transport.unreachable");
    }
  }

  private static DeviceDriver start(HonoProfile profile) throws Exception {
    return new HonoPack()
        .describe(profile)
        .devices(ShardDevices.all(profile.sessions()), RunClock.system());
  }

  private String connect(int device) throws Exception {
    Outcome outcome = new Outcome();
    fleet.loop().execute(() -> fleet.link(device).connect(outcome));
    return outcome.get(SECONDS, TimeUnit.SECONDS);
  }

  private Outcome send(int device, byte[] body) {
    Outcome outcome = new Outcome();
    fleet
        .loop()
        .execute(
            () ->
                fleet
                    .link(device)
                    .send(new Message("event", device, 0, null, null, body), outcome));
    return outcome;
  }

  private CompletableFuture<Void> onLoop(Runnable task) {
    return CompletableFuture.runAsync(task, fleet.loop()::execute);
  }

  private HonoProfile profile(int port) throws Exception {
    Path file = directory.resolve("profile.yaml");
    Files.writeString(
        file,
        """
        run: { name: wire }
        target: { kind: external, coap: "127.0.0.1:%d", kafka: "127.0.0.1:9", provision: false }
        tenant: { id: wire }
        devices: { count: %d, stack: %s, psk: { derivedFrom: wire } }
        phases: { measure: 1s, connect: { timeout: 60s } }
        flows: { event: { rate: 1/s } }
        """
            .formatted(port, DEVICES, stack.name().toLowerCase(Locale.ROOT)));
    return (HonoProfile) Scenario.read(file, List.of(), Map.of()).profile();
  }

  /** What came of an exchange, as a word. */
  private static final class Outcome extends CompletableFuture<String>
      implements DeviceLink.Exchange {
    private final AtomicInteger retransmissions = new AtomicInteger();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicLong answeredAt = new AtomicLong(-1);

    @Override
    public void accepted() {
      accepted.incrementAndGet();
    }

    @Override
    public void answeredAt(long epochNanos, long stepNanos) {
      assertThat(stepNanos).isEqualTo(1_000_000);
      answeredAt.set(epochNanos);
    }

    @Override
    public void opened(Set<String> traits) {
      complete("ok");
    }

    @Override
    public void succeeded(Inbound command) {
      complete(command == null ? "ok" : "command " + command.replyTo() + " " + command.stamp());
    }

    @Override
    public void failed(Cause cause) {
      complete(cause.key());
    }

    @Override
    public void retransmitted() {
      retransmissions.incrementAndGet();
    }
  }
}
