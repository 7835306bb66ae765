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
import io.fleetload.scenario.Scenario;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.Response;
import org.eclipse.californium.core.network.Exchange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Californium as the oracle of the own stack: both send the same messages to the same server, which
 * does with each what its body asks for, and have to come to the same outcomes.
 */
class BothStacksIT {
  /** CoAP gives a message up after 62 to 93 s (RFC 7252, section 4.8.2). */
  private static final long SECONDS = 150;

  private static final int BODIES = 3_000;

  /** What is asked of the server, one device each, and what has to come of it. */
  private static final Map<String, String> SCHEDULE =
      Map.ofEntries(
          Map.entry("ok", "[ok]"),
          Map.entry("4.04", "[protocol.4.04]"),
          Map.entry("5.03", "[protocol.5.03]"),
          Map.entry("command", "[command 42]"),
          Map.entry("separate", "[accepted, ok]"),
          Map.entry("separate and not confirmable", "[accepted, ok]"),
          Map.entry("reset", "[transport.reset]"),
          Map.entry("end", "[transport.disconnected]"),
          Map.entry("large", "[ok]"),
          Map.entry("large and 4.13", "[protocol.4.13]"));

  @TempDir private Path directory;

  @Test
  void theSameMessagesHaveTheSameOutcomes() throws Exception {
    haveTheSameOutcomes(SCHEDULE);
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aMessageThatIsNeverAnsweredHasTheSameOutcome() throws Exception {
    haveTheSameOutcomes(
        Map.of(
            "nothing",
            "[retransmitted, retransmitted, retransmitted, retransmitted, transport.timeout]"));
  }

  private void haveTheSameOutcomes(Map<String, String> schedule) throws Exception {
    List<String> asked = schedule.keySet().stream().sorted().toList();
    Map<HonoDevices.Stack, List<String>> outcomes = new EnumMap<>(HonoDevices.Stack.class);
    List<OneStack> stacks = new ArrayList<>();
    try {
      for (HonoDevices.Stack stack : HonoDevices.Stack.values()) {
        stacks.add(new OneStack(stack, asked.size(), "wire"));
      }
      for (OneStack each : stacks) {
        each.send(asked);
      }
      for (OneStack each : stacks) {
        outcomes.put(each.stack, each.outcomes());
        assertThat(each.bodies())
            .as("bodies that the %s stack delivered", each.stack)
            .containsExactlyInAnyOrderElementsOf(asked);
      }
    } finally {
      stacks.forEach(OneStack::close);
    }

    assertThat(outcomes.get(HonoDevices.Stack.CALIFORNIUM))
        .isEqualTo(outcomes.get(HonoDevices.Stack.OWN))
        .isEqualTo(asked.stream().map(each -> each + ": " + schedule.get(each)).toList());
  }

  @Test
  void aServerThatIsGoneAndAWrongKeyAreCalledTheSame() throws Exception {
    for (HonoDevices.Stack stack : HonoDevices.Stack.values()) {
      try (OneStack gone = new OneStack(stack, 1, "wire")) {
        gone.send(List.of("ok"));
        gone.outcomes();
        gone.peer.close();
        gone.again("ok");
        assertThat(gone.outcomes()).as("%s", stack).containsExactly("ok: [transport.unreachable]");
      }
      try (OneStack stranger = new OneStack(stack, 1, "wrong")) {
        assertThat(stranger.connected(0)).as("%s", stack).isEqualTo("[transport.handshake]");
      }
    }
  }

  private final class OneStack implements AutoCloseable {
    private final HonoDevices.Stack stack;
    private final CoapPeer peer = CoapPeer.start();
    private final DeviceDriver fleet;
    private final List<String> names = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();

    OneStack(HonoDevices.Stack stack, int devices, String secret) throws Exception {
      this.stack = stack;
      HonoProfile profile = profile(stack, devices, peer.port(), secret);
      this.fleet =
          new HonoPack().describe(profile).devices(ShardDevices.all(devices), RunClock.system());
      peer.answers(this::answer);
    }

    String connected(int device) throws Exception {
      Outcome outcome = new Outcome();
      fleet.loop().execute(() -> fleet.link(device).connect(outcome));
      return outcome.get(SECONDS, TimeUnit.SECONDS);
    }

    void send(List<String> asked) throws Exception {
      for (int i = 0; i < asked.size(); i++) {
        assertThat(connected(i)).isEqualTo("[opened]");
        outcomes.add(send(i, asked.get(i)));
        names.add(asked.get(i));
      }
    }

    void again(String asked) {
      outcomes.set(0, send(0, asked));
    }

    private Outcome send(int device, String asked) {
      int bytes = asked.startsWith("large") ? BODIES : 1;
      byte[] body = (asked + " ".repeat(bytes)).getBytes(StandardCharsets.UTF_8);
      Outcome outcome = new Outcome();
      Message message = new Message("event", device, 0, null, null, body);
      fleet.loop().execute(() -> fleet.link(device).send(message, outcome));
      return outcome;
    }

    List<String> outcomes() throws Exception {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < outcomes.size(); i++) {
        texts.add(names.get(i) + ": " + outcomes.get(i).get(SECONDS, TimeUnit.SECONDS));
      }
      return texts;
    }

    List<String> bodies() {
      return peer.received().stream()
          .map(each -> new String(each, StandardCharsets.UTF_8).strip())
          .toList();
    }

    private void answer(Exchange exchange) {
      Response response = new Response(CoAP.ResponseCode.CHANGED);
      switch (exchange.getRequest().getPayloadString().strip()) {
        case "4.04" -> response = new Response(CoAP.ResponseCode.NOT_FOUND);
        case "5.03" -> response = new Response(CoAP.ResponseCode.SERVICE_UNAVAILABLE);
        case "large and 4.13" ->
            response = new Response(CoAP.ResponseCode.REQUEST_ENTITY_TOO_LARGE);
        case "command" -> response.getOptions().setLocationPath("command_response/42");
        case "separate" -> exchange.sendAccept();
        case "separate and not confirmable" -> {
          exchange.sendAccept();
          response.setType(CoAP.Type.NON);
        }
        case "reset" -> exchange.sendReject();
        case "end" -> peer.endSession(exchange);
        default -> {}
      }
      String asked = exchange.getRequest().getPayloadString().strip();
      if (!Set.of("reset", "end", "nothing").contains(asked)) {
        exchange.sendResponse(response);
      }
    }

    @Override
    public void close() {
      fleet.close();
      peer.close();
    }
  }

  private HonoProfile profile(HonoDevices.Stack stack, int devices, int port, String secret)
      throws Exception {
    Path file = directory.resolve("profile.yaml");
    Files.writeString(
        file,
        """
        run: { name: wire }
        target: { kind: external, coap: "127.0.0.1:%d", kafka: "127.0.0.1:9", provision: false }
        tenant: { id: wire }
        devices: { count: %d, stack: %s, psk: { derivedFrom: %s } }
        phases: { measure: 1s, connect: { timeout: %s } }
        flows: { event: { rate: 1/s } }
        """
            .formatted(
                port,
                devices,
                stack.name().toLowerCase(Locale.ROOT),
                secret,
                // A server that does not know the key says nothing.
                secret.equals("wrong") ? "5s" : "60s"));
    return (HonoProfile) Scenario.read(file, List.of(), Map.of()).profile();
  }

  /** All that an exchange was told, in its order. */
  private static final class Outcome extends CompletableFuture<String>
      implements DeviceLink.Exchange {
    private final List<String> told = new ArrayList<>();

    @Override
    public void accepted() {
      told.add("accepted");
    }

    @Override
    public void retransmitted() {
      told.add("retransmitted");
    }

    @Override
    public void opened(Set<String> traits) {
      last("opened");
    }

    @Override
    public void succeeded(Inbound command) {
      last(command == null ? "ok" : "command " + command.replyTo());
    }

    @Override
    public void failed(Cause cause) {
      last(cause.key());
    }

    private void last(String word) {
      told.add(word);
      complete(told.toString());
    }
  }
}
