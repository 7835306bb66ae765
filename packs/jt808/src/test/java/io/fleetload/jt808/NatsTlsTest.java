// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.BackendDriver;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.rig.Golden;
import io.fleetload.rig.TestCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real nats-server with TLS. */
class NatsTlsTest {
  @TempDir private Path directory;
  private Path server;

  @BeforeEach
  void certificate() throws Exception {
    server = made("server", "san=ip:127.0.0.1");
  }

  /** A certificate and its key, in one PEM file. */
  private Path made(String name, String extension) throws Exception {
    return TestCertificate.in(directory, name, extension).pem();
  }

  private NatsProgram nats(String... more) throws Exception {
    String[] options = {"--tls", "--tlscert", server.toString(), "--tlskey", server.toString()};
    String[] all = new String[options.length + more.length];
    System.arraycopy(options, 0, all, 0, options.length);
    System.arraycopy(more, 0, all, options.length, more.length);
    return NatsProgram.start(all);
  }

  private static Backend backend(NatsProgram nats, String natsTls) {
    return new Backend(nats.tlsUrl(), natsTls.isEmpty() ? "" : ", natsTls: { " + natsTls + " }");
  }

  private static String trusting(Path file) {
    return "trust: \"" + file + "\"";
  }

  private static void assertReceives(Backend backend) throws Exception {
    try (BackendDriver.Reception reception = backend.open()) {
      assertThat(reception.catchUp(() -> {})).isEmpty();
    }
  }

  @Test
  void aNatsWhoseAuthorityTheTrustFileHoldsIsReceivedFrom() throws Exception {
    try (NatsProgram nats = nats()) {
      assertReceives(backend(nats, trusting(server)));
    }
  }

  @Test
  void withoutATrustFileTheAuthoritiesOfThePlatformCount() throws Exception {
    try (NatsProgram nats = nats()) {
      assertThatThrownBy(() -> backend(nats, "").open())
          .isInstanceOf(TargetException.class)
          .hasMessageContainingAll(nats.tlsUrl(), "(target.natsTls.trust)")
          .message()
          .satisfies(
              m ->
                  Golden.of("run")
                      .holds(
                          "a NATS of an authority that is not trusted",
                          m.replace(nats.tlsUrl(), "URL")));
    }
  }

  @Test
  void aCertificateForAnotherHostIsRefused() throws Exception {
    server = made("elsewhere", "san=dns:nats.example.org");
    try (NatsProgram nats = nats()) {
      assertThatThrownBy(() -> backend(nats, trusting(server)).open())
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("127.0.0.1 found")
          .hasMessageEndingWith("(target.natsTls)");
    }
  }

  @Test
  void aNatsThatWantsACertificateGetsTheBackends() throws Exception {
    Path own = made("backend", "eku=clientAuth");
    try (NatsProgram nats = nats("--tlsverify", "--tlscacert", own.toString())) {
      assertReceives(backend(nats, trusting(server) + ", certificate: \"" + own + "\""));
      assertThatThrownBy(() -> backend(nats, trusting(server)).open())
          .isInstanceOf(TargetException.class)
          .hasMessageContainingAll(
              nats.tlsUrl(), "5 s", "target.nats", "target.natsTls.certificate")
          .message()
          .satisfies(
              m ->
                  Golden.of("run")
                      .holds("a NATS that wants a certificate", m.replace(nats.tlsUrl(), "URL")));
    }
  }

  @Test
  void aNatsWithoutTlsIsSaid() throws Exception {
    try (NatsProgram nats = NatsProgram.start()) {
      assertThatThrownBy(() -> backend(nats, trusting(server)).open())
          .isInstanceOf(TargetException.class)
          .hasMessageContainingAll(nats.tlsUrl(), "SSL ")
          .hasMessageEndingWith(" (target.nats)")
          .hasMessageNotContaining("\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "none.pem, cannot be read (there is no such file or directory)",
    "text.pem, holds no PEM certificate",
    "server.p12, is no UTF-8 text"
  })
  void aFileThatIsMissingOrWrongIsNamed(String name, String why) throws Exception {
    Files.writeString(directory.resolve("text.pem"), "no certificate");
    Path file = directory.resolve(name);
    try (NatsProgram nats = NatsProgram.start()) {
      assertThatThrownBy(() -> backend(nats, trusting(file)).open())
          .isInstanceOf(UsageException.class)
          .hasMessage("target.natsTls.trust: %s %s".formatted(file, why));
      assertThatThrownBy(() -> backend(nats, "certificate: \"" + file + "\"").open())
          .isInstanceOf(UsageException.class)
          .hasMessage("target.natsTls.certificate: %s %s".formatted(file, why));
    }
  }
}
