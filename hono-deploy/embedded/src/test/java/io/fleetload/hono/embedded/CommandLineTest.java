// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.hono.embedded.part.FreePorts;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Listener.Transport;
import io.fleetload.hono.embedded.part.StackOptions;
import io.fleetload.hono.embedded.part.StartFailure;
import io.fleetload.hono.embedded.wire.WireSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    PrintStream o = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream e = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.commandLine(new Main(o, e, Map.of())).execute(arguments);
  }

  private static StackOptions options(Map<String, String> environment, String... arguments) {
    CommandLineOptions options = new CommandLineOptions();
    new CommandLine(new Holder(options)).parseArgs(arguments);
    return options.checked(environment);
  }

  @CommandLine.Command
  private record Holder(@CommandLine.Mixin CommandLineOptions options) {}

  @Test
  void theDefaultsAreThePortsEverybodyKnows() {
    StackOptions o = options(Map.of());

    assertThat(o.bind()).isEqualTo("127.0.0.1");
    assertThat(o.ports())
        .isEqualTo(
            new StackOptions.Ports(
                5684, Optional.empty(), Optional.empty(), 9092, 27017, 11222, 8081));
    assertThat(o.data()).isEmpty();
    assertThat(o.mongodb().database()).isEqualTo("hono");
    assertThat(o.coap())
        .isEqualTo(new StackOptions.Coap(50_000, 4, 2, Duration.ofSeconds(247), 2_048));
    assertThat(o.wire())
        .isEqualTo(new WireSettings(Duration.ofMillis(200), Duration.ofMillis(20), 1_000));
  }

  @Test
  void anAddressThatOthersReachIsSaidInOneLineBeforeAnythingIsOpened() {
    // No machine has this address (RFC 5737), so nothing is opened.
    assertThat(run("--bind", "192.0.2.1")).isEqualTo(Main.NOT_READY);
    assertThat(err.toString(StandardCharsets.UTF_8).lines().toList())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("hono-embedded: warning: --bind 192.0.2.1 ")
        .contains("Kafka", "registry", "cache", "pages", "CoAP", "password");
  }

  @Test
  void anAddressOfThisMachineAloneNeedsNoWarning() {
    assertThat(options(Map.of(), "--bind", "127.0.0.2").isOpenToOthers()).isFalse();
    assertThat(options(Map.of(), "--bind", "::1").isOpenToOthers()).isFalse();
  }

  @Test
  void tenantsAreCollectedOnceEach() {
    assertThat(options(Map.of(), "--tenant", "a", "--tenant", "b", "--tenant", "a").tenants())
        .containsExactly("a", "b");
  }

  @Test
  void theConnectionStringComesFromTheEnvironmentAndIsNeverShown() {
    StackOptions o = options(Map.of("URI", "mongodb://u:hunter2@host"), "--mongodb-uri-env", "URI");

    assertThat(o.mongodb().external()).isPresent();
    assertThat(o.toString()).contains("URI").doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--coap-port=65536",
        "--kafka-port=-1",
        "--http-port=x",
        "--tenant=a/b",
        "--tenant=",
        "--max-connections=0",
        "--dtls-threads=0",
        "--coap-threads=-2",
        "--max-payload=128",
        "--request-timeout=0ms",
        "--flow-latency=20",
        "--cached-registrations=0",
        "--exchange-lifetime=247",
        "--exchange-lifetime=0s",
        "--exchange-lifetime=99999999m",
        "--bind=0.0.0.0",
        "--mongodb-uri-env=NOT_SET",
        "--no-such-option",
        "word"
      })
  void aWrongCommandLineIsOneLineAndExitCode2(String argument) {
    assertThat(run(argument)).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("hono-embedded: ")
        .endsWith("; see --help");
    assertThat(out.size()).isZero();
  }

  @Test
  void helpGoesToStdout() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("--until-stdin-closes");
  }

  @Test
  void aTakenTcpPortSaysWhichPartWhereAndWhatToChange() throws Exception {
    try (FreePorts free = FreePorts.taken();
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Listener wanted =
          new Listener(
              "Kafka broker", Transport.TCP, "127.0.0.1", taken.getLocalPort(), "--kafka-port");

      assertThatThrownBy(() -> wanted.claimed(free))
          .isInstanceOf(StartFailure.class)
          .hasMessageContainingAll(
              "Kafka broker", "127.0.0.1:" + taken.getLocalPort(), "--kafka-port")
          .message()
          .doesNotContain("\n");
    }
  }

  @Test
  void aTakenUdpPortIsSeenAsWell() throws Exception {
    try (FreePorts free = FreePorts.taken();
        DatagramSocket taken = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      Listener wanted =
          new Listener(
              "CoAP adapter", Transport.UDP, "127.0.0.1", taken.getLocalPort(), "--coap-port");

      assertThatThrownBy(() -> wanted.claimed(free)).hasMessageContaining("/udp");
    }
  }

  @Test
  void anIpv6AddressStandsInBrackets() {
    assertThat(new Listener("x", Transport.TCP, "::1", 1, "--x").address()).isEqualTo("[::1]:1");
  }
}
