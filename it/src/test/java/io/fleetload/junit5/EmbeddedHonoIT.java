// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import static io.fleetload.junit5.LoadTestAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedHonoIT {
  @RegisterExtension
  static final EmbeddedHono hono =
      new EmbeddedHono()
          .withTenant("acme", 3)
          // However busy the host is.
          .withOption("--request-timeout=10s")
          .withOption("--flow-latency=10s");

  @TempDir private Path directory;

  @Test
  void devicesOfATenantConnectWithTheirKeysAndTheirMessagesAreThereToRead() throws IOException {
    LoadResult result =
        LoadTest.of(profile())
            .against(hono)
            // With the keys that a test is given for devices of its own.
            .set("devices.psk", "{ file: " + keys() + " }")
            .outBelow(directory)
            .printing(line -> {})
            .run();

    assertThat(result).passed().flow("telemetry").delivered(20).lost(0);
    assertThat(result.figure("target.cpuSecondsPerMillionMessages")).isPresent();
    try (Consumer<String, byte[]> consumer = HonoConsumer.of(hono, "telemetry", "acme")) {
      ConsumerRecords<String, byte[]> records = consumer.poll(Duration.ofSeconds(30));
      assertThat(records).isNotEmpty();
      assertThat(records).allSatisfy(each -> assertThat(each.key()).startsWith("device-"));
    }
  }

  private Path profile() throws IOException {
    return Files.writeString(
        directory.resolve("acme.yaml"),
        """
        run: { name: acme }
        target: { provision: false }
        tenant: { id: acme }
        devices: { count: 3 }
        phases: { warmUp: 1s, measure: 2s }
        flows: { telemetry: { rate: 10/s } }
        generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100% }
        thresholds: [flows.*.response.p99 < 60s, flows.*.achieved >= 0%]
        """);
  }

  private Path keys() throws IOException {
    return Files.writeString(
        directory.resolve("keys.csv"),
        IntStream.range(0, 3)
            .mapToObj(index -> hono.device("acme", index))
            .map(each -> each.id() + "," + Base64.getEncoder().encodeToString(each.key()))
            .collect(Collectors.joining("\n", "auth-id,key\n", "\n")),
        StandardCharsets.UTF_8);
  }

  @Test
  void oneThatCannotStartOrIsNotUpSaysWhy() {
    EmbeddedHono wrong = new EmbeddedHono().withOption("--max-payload=1");

    assertThatThrownBy(wrong::start)
        .isInstanceOf(LoadTestException.class)
        .hasMessageContainingAll("hono-embedded: --max-payload: ", "'1'", "129");
    assertThatThrownBy(wrong::bootstrapServers)
        .hasMessageContainingAll("not up", "@RegisterExtension", "start()");
    assertThatThrownBy(hono::start).hasMessageContaining("up already");
  }

  @Test
  void aTenantWithoutDevicesIsRefused() {
    assertThatThrownBy(() -> new EmbeddedHono().withTenant("acme", 0))
        .hasMessageStartingWith("tenant acme: ")
        .hasMessageContainingAll("0 devices", "1");
  }

  @Nested
  class OfANestedClass {
    @Test
    void isTheSame() {
      assertThat(hono.bootstrapServers()).startsWith("127.0.0.1:");
      assertThat(hono.coap().getPort()).isPositive();
      assertThat(hono.device("acme", 2).identity()).isEqualTo("device-2@acme");
    }
  }
}
