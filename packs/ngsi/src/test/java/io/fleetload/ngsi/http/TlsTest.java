// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import io.fleetload.rig.TestCertificate;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  private static final String GET = "flows: { get: { rate: 1/s, request: GET /e } }";

  @TempDir private Path directory;

  private TestCertificate identity(String name) throws Exception {
    return TestCertificate.in(directory, name, "san=ip:127.0.0.1,dns:broker.test");
  }

  private static VertxServer server(TestCertificate own, boolean alpn) throws Exception {
    return new VertxServer(
        new HttpServerOptions()
            .setSsl(true)
            .setUseAlpn(alpn)
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .addCertPath(own.pem().toString())
                    .addKeyPath(own.pem().toString())));
  }

  private static TestUsers users(int port, String tls, String devices) throws Exception {
    return TestUsers.of("https://127.0.0.1:" + port, ", tls: { " + tls + " }", devices, GET);
  }

  private static String trusting(TestCertificate authority) {
    return "authorities: \"" + authority.pem() + "\"";
  }

  @Test
  void aBrokerWhoseCertificateIsTrustedIsSpokenTo() throws Exception {
    TestCertificate own = identity("own");
    try (VertxServer server = server(own, true);
        TestUsers users = users(server.port(), trusting(own), "")) {
      users.connect();
      assertThat(users.next()).isEqualTo("session opened");
      users.send("get", 0);
      HttpServerRequest request = server.request();
      assertThat(request.version()).isEqualTo(HttpVersion.HTTP_1_1);
      request.response().end();

      assertThat(users.next()).isEqualTo("get 0 succeeded");
    }
  }

  @Test
  void http2IsAgreedOnInTheHandshake() throws Exception {
    TestCertificate own = identity("own");
    try (VertxServer server = server(own, true);
        TestUsers users = users(server.port(), trusting(own), ", http: 2")) {
      users.connect();
      assertThat(users.next()).isEqualTo("session opened");
      users.send("get", 0);

      assertThat(server.request().version()).isEqualTo(HttpVersion.HTTP_2);
    }
  }

  @Test
  void aBrokerThatAgreesOnNoHttp2IsSaidToHaveNone() throws Exception {
    TestCertificate own = identity("own");
    try (VertxServer server = server(own, false);
        TestUsers users = users(server.port(), trusting(own), ", http: 2")) {
      users.connect();

      assertThat(users.next()).isEqualTo("session failed protocol.notHttp2");
    }
  }

  @Test
  void aBrokerWhoseCertificateComesFromElsewhereIsNot() throws Exception {
    TestCertificate own = identity("own");
    try (VertxServer server = server(own, true);
        TestUsers users = users(server.port(), trusting(identity("other")), "")) {
      users.connect();

      assertThat(users.next()).isEqualTo("session failed transport.handshake");
    }
  }

  @Test
  void theNameThatACertificateHasToHaveCanBeSaid() throws Exception {
    TestCertificate own = identity("own");
    try (VertxServer server = server(own, true);
        TestUsers right = users(server.port(), trusting(own) + ", serverName: broker.test", "");
        TestUsers wrong = users(server.port(), trusting(own) + ", serverName: other.test", "")) {
      right.connect();
      assertThat(right.next()).isEqualTo("session opened");
      wrong.connect();
      assertThat(wrong.next()).isEqualTo("session failed transport.handshake");
    }
  }

  @Test
  void aBrokerThatSpeaksNoTlsFailsTheHandshake() throws Exception {
    try (VertxServer server = new VertxServer(new HttpServerOptions());
        TestUsers users = users(server.port(), trusting(identity("own")), "")) {
      users.connect();

      assertThat(users.next()).isEqualTo("session failed transport.handshake");
    }
  }

  @Test
  void aFileThatIsMissingIsNamed() {
    assertThatThrownBy(() -> users(1, "authorities: /no/such.pem", ""))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("target.tls.authorities: /no/such.pem ");
  }
}
