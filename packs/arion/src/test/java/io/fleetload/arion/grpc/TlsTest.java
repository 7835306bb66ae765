// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import io.fleetload.rig.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

  @TempDir private Path directory;

  private Path pem(String name, String kind, byte[] content) throws IOException {
    return Files.writeString(
        directory.resolve(name + ".pem"),
        "-----BEGIN %s-----%n%s%n-----END %s-----%n"
            .formatted(kind, Base64.getMimeEncoder().encodeToString(content), kind));
  }

  /** Makes a key and its certificate for 127.0.0.1, as two files. */
  private Path[] identity(String name) throws Exception {
    TestCertificate own = TestCertificate.in(directory, name, "san=ip:127.0.0.1,dns:arion.test");
    return new Path[] {
      pem(name, "CERTIFICATE", own.certificate().getEncoded()),
      pem(name + "-key", "PRIVATE KEY", own.key().getEncoded())
    };
  }

  private static Clients trusting(ByteServer server, Path authorities) throws Exception {
    return Clients.of(
        server.port(),
        "",
        ", tls: { authorities: \"" + authorities + "\" }",
        "write: { rate: 1/s }");
  }

  @Test
  void aServerWhoseCertificateIsTrustedIsSpokenTo() throws Exception {
    Path[] own = identity("own");
    try (ByteServer server =
            ByteServer.withTls(own[0].toFile(), own[1].toFile(), ArionMethod.WRITE);
        Clients clients = trusting(server, own[0])) {
      clients.connect();
      assertThat(clients.next()).isEqualTo("session opened");
      clients.send("write", 0);
      server.call().answer(new byte[] {0x12, 0}).ok();

      assertThat(clients.next()).isEqualTo("write 0 succeeded");
    }
  }

  @Test
  void aServerWhoseCertificateComesFromElsewhereIsNot() throws Exception {
    Path[] own = identity("own");
    Path[] other = identity("other");
    try (ByteServer server =
            ByteServer.withTls(own[0].toFile(), own[1].toFile(), ArionMethod.WRITE);
        Clients clients = trusting(server, other[0])) {
      clients.connect();

      assertThat(clients.next()).isEqualTo("session failed transport.handshake");
    }
  }

  @Test
  void aFileThatIsMissingIsNamed() {
    assertThatThrownBy(
            () -> Clients.of(1, "", ", tls: { authorities: /no/such.pem }", "read: { rate: 1/s }"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("target.tls: cannot be used:")
        .hasMessageContaining("/no/such.pem");
  }
}
