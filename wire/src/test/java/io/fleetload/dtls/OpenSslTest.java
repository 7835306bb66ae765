// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.dtls.cipher.CipherSuite;
import io.fleetload.rig.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against OpenSSL's stack, once bare and once under libcoap's server. */
class OpenSslTest {
  private static final Map<CipherSuite, String> NAMES =
      Map.of(
          CipherSuite.TLS_PSK_WITH_AES_128_CCM_8, "PSK-AES128-CCM8",
          CipherSuite.TLS_PSK_WITH_AES_256_CCM_8, "PSK-AES256-CCM8",
          CipherSuite.TLS_PSK_WITH_AES_128_CCM, "PSK-AES128-CCM",
          CipherSuite.TLS_PSK_WITH_AES_256_CCM, "PSK-AES256-CCM",
          CipherSuite.TLS_PSK_WITH_AES_128_GCM_SHA256, "PSK-AES128-GCM-SHA256");
  private static final String KEY = "a key of the test";

  /** CoAP's shortest request: a confirmable GET of the root, RFC 7252, section 3. */
  private static final byte[] COAP_GET = {0x40, 0x01, 0x12, 0x34};

  private static final byte[] COAP_ACK_WITH_CONTENT = {0x60, 0x45, 0x12, 0x34};

  @TempDir private Path directory;
  private Process process;

  @AfterEach
  void end() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_PSK_WITH_AES_128_CCM_8, true",
    "TLS_PSK_WITH_AES_128_CCM_8, false",
    "TLS_PSK_WITH_AES_256_CCM_8, false",
    "TLS_PSK_WITH_AES_128_CCM, false",
    "TLS_PSK_WITH_AES_256_CCM, true",
    "TLS_PSK_WITH_AES_128_GCM_SHA256, true"
  })
  void dataGoesBothWays(CipherSuite cipher, boolean cookie) throws Exception {
    InetSocketAddress address = freePort();
    List<String> command = new ArrayList<>(List.of("openssl", "s_server", "-dtls1_2", "-quiet"));
    command.addAll(List.of("-nocert", "-psk", HexFormat.of().formatHex(bytes(KEY))));
    command.addAll(List.of("-psk_identity", "device", "-psk_hint", "who are you"));
    command.addAll(List.of("-cipher", NAMES.get(cipher)));
    command.addAll(List.of("-accept", "127.0.0.1:" + address.getPort()));
    if (cookie) {
      command.add("-listen");
    }
    start(command);
    try (LoopbackDevice device = new LoopbackDevice(address, settings(), "device", KEY)) {
      device.connect();
      device.send(bytes("from the device\n"));
      assertThat(firstLine().get(120, TimeUnit.SECONDS)).isEqualTo("from the device");
      process.getOutputStream().write(bytes("from the server\n"));
      process.getOutputStream().flush();
      device.await("the server's line", () -> !device.received.isEmpty());

      assertThat(device.received).containsExactly(bytes("from the server\n"));
      device.session.close();
    }
  }

  @Test
  void libcoapAnswersAGet() throws Exception {
    InetSocketAddress plain = freePort();
    InetSocketAddress secure = new InetSocketAddress(plain.getAddress(), plain.getPort() + 1);
    start(
        List.of(
            "coap-server-openssl",
            "-A",
            "127.0.0.1",
            "-p",
            Integer.toString(plain.getPort()),
            "-k",
            KEY,
            "-h",
            "hint"));
    try (LoopbackDevice device = new LoopbackDevice(secure, settings(), "device", KEY)) {
      device.connect();
      device.send(COAP_GET);
      device.await("the answer", () -> !device.received.isEmpty());

      assertThat(device.received.get(0)).startsWith(COAP_ACK_WITH_CONTENT);
    }
  }

  private static DtlsSettings settings() {
    return new DtlsSettings(
        List.of(CipherSuite.values()), TimeUnit.MILLISECONDS.toNanos(100), 8, true, true);
  }

  private void start(List<String> command) throws IOException {
    String program = command.get(0);
    boolean present =
        List.of(System.getenv("PATH").split(":")).stream()
            .anyMatch(part -> Files.isExecutable(Path.of(part, program)));
    assumeTrue(present, program + " is not on the PATH");
    process =
        new ProcessBuilder(command).redirectError(directory.resolve("errors").toFile()).start();
  }

  private CompletableFuture<String> firstLine() {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return process.inputReader(StandardCharsets.UTF_8).readLine();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static InetSocketAddress freePort() throws IOException {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.choose());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
