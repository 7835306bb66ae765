// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.BackendDriver;
import io.fleetload.jt808.Backend;
import io.fleetload.jt808.FakeNats;
import io.fleetload.jt808.NatsProgram;
import io.fleetload.process.TargetException;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.FreePort;
import io.nats.client.Connection;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class NatsBackendTest {
  private static final String LOGIN = ", natsLogin: { user: u, password: \"%s\" }";

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream before = System.err;
  private final List<String> logged = new ArrayList<>();
  private final Handler log =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          logged.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    Logger.getLogger("").addHandler(log);
  }

  @AfterEach
  void nothingIsSaidButByTheTool() {
    System.setErr(before);
    Logger.getLogger("").removeHandler(log);
    // These tests have nothing behind SLF4J, which it says once.
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .allMatch(line -> line.startsWith("SLF4J"));
    assertThat(logged).isEmpty();
  }

  @Test
  void aNatsThatIsNotThereIsSaid() throws Exception {
    Backend backend = new Backend("nats://127.0.0.1:" + FreePort.choose(), "");
    assertThatThrownBy(backend::open)
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("NATS at nats://127.0.0.1:")
        .hasMessageContaining(" is not reachable: ")
        .hasMessageEndingWith("(target.nats)")
        .hasMessageNotContaining("\n");
  }

  private static final String INFO =
      "INFO {\"server_id\":\"a\",\"server_name\":\"a\",\"version\":\"2.10.0\",\"proto\":1,\"headers\":true,\"max_payload\":1048576}\r\n";

  @Test
  void aMessageThatIsAnnouncedWithTwoGigabytesEndsTheReceptionAndNotTheProgram() throws Exception {
    try (FakeNats nats = FakeNats.saying(INFO, "MSG 0x0200 1 2147483000\r\n")) {
      Backend backend = new Backend(nats.url(), "");
      try (BackendDriver.Reception reception = backend.open()) {
        long until = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        assertThatThrownBy(() -> reception.receive(() -> System.nanoTime() > until, () -> {}))
            .isInstanceOfSatisfying(
                TargetException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.TARGET_GONE))
            .hasMessageStartingWith("NATS at " + nats.url())
            .hasMessageContaining("2,147,483,000 bytes")
            .hasMessageEndingWith("(target.nats)");
      }
    }
  }

  @Test
  void anInfoWithoutEndIsNoNatsThatIsReached() throws Exception {
    try (FakeNats nats = FakeNats.saying("INFO {\"server_id\":\"" + "a".repeat(3 << 20), "")) {
      assertThatThrownBy(() -> new Backend(nats.url(), "").open())
          .isInstanceOf(TargetException.class)
          .hasMessageStartingWith("NATS at " + nats.url() + " is not reachable: ")
          .hasMessageContaining("1,048,576 bytes");
    }
  }

  @Test
  void anInfoThatNoClientCanReadIsSaidInWords() throws Exception {
    try (FakeNats nats = FakeNats.saying("INFO " + "{\"a\":".repeat(100_000) + "\r\n", "")) {
      assertThatThrownBy(() -> new Backend(nats.url(), "").open())
          .isInstanceOf(TargetException.class)
          .hasMessageStartingWith("NATS at " + nats.url() + " is not reachable: ")
          .hasMessageNotContaining("null");
    }
  }

  @Test
  void aWrongPasswordIsSaidWithoutIt() throws Exception {
    try (NatsProgram nats = NatsProgram.start("--user", "u", "--pass", "right")) {
      Backend backend = new Backend(nats.url(), LOGIN.formatted("wr0ng"));
      assertThatThrownBy(backend::open)
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("target.natsLogin")
          .hasMessageNotContaining("wr0ng")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void aLoginThatIsRefusedLaterEndsTheReception() throws Exception {
    NatsProgram first = NatsProgram.start("--user", "u", "--pass", "right");
    Backend backend = new Backend(first.url(), LOGIN.formatted("right"));
    try (BackendDriver.Reception reception = backend.open()) {
      first.close();
      try (NatsProgram second = NatsProgram.start(first.port(), "--user", "u", "--pass", "other")) {
        long until = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        assertThatThrownBy(() -> reception.receive(() -> System.nanoTime() > until, () -> {}))
            .isInstanceOf(TargetException.class)
            .hasMessageContaining("not let the backend in");
        assertThat(reception.catchUp(() -> {}).orElseThrow().sentence())
            .contains("NATS at " + second.url());
      }
    }
  }

  @Test
  void theRightPasswordLetsItIn() throws Exception {
    try (NatsProgram nats = NatsProgram.start("--user", "u", "--pass", "right")) {
      Backend backend = new Backend(nats.url(), LOGIN.formatted("right"));
      try (BackendDriver.Reception reception = backend.open()) {
        assertThat(reception.catchUp(() -> {})).isEmpty();
      }
    }
  }

  @Test
  void aTokenLetsItIn() throws Exception {
    try (NatsProgram nats = NatsProgram.start("--auth", "secret")) {
      Backend backend = new Backend(nats.url(), ", natsLogin: { token: secret }");
      try (BackendDriver.Reception reception = backend.open()) {
        assertThat(reception.catchUp(() -> {})).isEmpty();
      }
    }
  }

  @Test
  void whatWasPublishedBeforeTheEndIsReceived() throws Exception {
    try (NatsProgram nats = NatsProgram.start()) {
      Connection platform = nats.client();
      Backend backend = new Backend(nats.url(), "");
      try (BackendDriver.Reception reception = backend.open()) {
        for (int n = 0; n < 1_000; n++) {
          platform.publish("0x0200", backend.published("location", n));
        }
        platform.flush(Duration.ofMinutes(2));
        assertThat(reception.catchUp(() -> {})).isEmpty();
        assertThat(backend.book.all).hasSize(1_000).contains("arrived location 999");
      }
    }
  }

  @Test
  void aConnectionThatWasLostMakesItUnsureAndItSaysSoAtOnce() throws Exception {
    NatsProgram first = NatsProgram.start();
    Backend backend = new Backend(first.url(), "");
    try (BackendDriver.Reception reception = backend.open()) {
      AtomicInteger looks = new AtomicInteger();
      first.freeze();
      // Long enough that a pulse is on its way when the connection goes.
      reception.receive(() -> looks.incrementAndGet() > 150, () -> {});
      first.close();
      try (NatsProgram second = NatsProgram.start(first.port())) {
        Connection platform = second.client();
        AtomicInteger n = new AtomicInteger();
        reception.receive(
            () -> !backend.book.all.isEmpty(),
            () -> platform.publish("0x0200", backend.published("location", n.getAndIncrement())));
        // No longest wait ends now: what it waits for has to come.
        backend.stopClock();
        assertThat(reception.catchUp(() -> {}).orElseThrow().sentence())
            .contains("not read to the end", first.url());
      }
    }
  }
}
