// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.process.PemFile;
import io.fleetload.process.TlsFiles;
import io.fleetload.rig.TestAuthority;
import io.fleetload.rig.TestCertificate;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.OpenConnection;
import io.fleetload.wire.tls.TlsException.TlsCheck;
import io.fleetload.wire.tls.TlsSettings.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class TlsExceptionTest {
  private static Path trusted;
  private static Path untrusted;
  private static TestCertificate good;
  private static TestCertificate expired;
  private static TestCertificate early;
  private static TestCertificate forClients;
  private static TestCertificate foreign;

  private NioLoop loop;

  @BeforeAll
  static void sign(@TempDir Path directory) throws Exception {
    TestAuthority authority = new TestAuthority(directory, "authority");
    String names = "san=dns:localhost,ip:127.0.0.1";
    trusted = authority.pem();
    good = authority.certificate("server", "-ext", names);
    expired = authority.certificate("old", "-ext", names, "-startdate", "-9d", "-validity", "2");
    early = authority.certificate("early", "-ext", names, "-startdate", "+9d", "-validity", "2");
    forClients = authority.certificate("device", "-ext", names, "-ext", "eku=clientAuth");
    TestAuthority other = new TestAuthority(directory, "other");
    untrusted = other.pem();
    foreign = other.certificate("foreign", "-ext", names);
  }

  @BeforeEach
  void start() throws Exception {
    loop = OpenConnection.loop();
  }

  @AfterEach
  void stop() {
    loop.close();
  }

  private OpenConnection to(InetSocketAddress address, String name, Path own, Version... versions)
      throws Exception {
    TlsFiles files =
        new TlsFiles(
            new PemFile("target.tls.authorities", trusted),
            PemFile.orNone("target.tls.certificate", own));
    TlsClient client = new TlsClient(loop, new TlsSettings(files, name, List.of(versions), 0));
    return new OpenConnection(loop, client.layers(0)).to(address);
  }

  private TlsException fault(TestCertificate own, String name, Version... versions)
      throws Exception {
    try (TlsServer server = new TlsServer(own, null)) {
      return (TlsException) to(server.address(), name, null, versions).end();
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void ofAnUnknownAuthority(Version version) throws Exception {
    TlsException fault = fault(foreign, "localhost", version);
    assertThat(fault.check()).isEqualTo(TlsCheck.AUTHORITY);
    assertThat(fault).hasMessage("no authority that we trust signed the server's certificate");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void ofAnotherName(Version version) throws Exception {
    for (String each : List.of("broker.example", "127.0.0.2", "::1")) {
      TlsException fault = fault(good, each, version);
      assertThat(fault.check()).isEqualTo(TlsCheck.SERVER_NAME);
      assertThat(fault).hasMessage("the server's certificate is for another name than %s", each);
    }
  }

  @Test
  void ofCertificatesThatAreNotInForce() throws Exception {
    TlsException late = fault(expired, "localhost");
    assertThat(late.check()).isEqualTo(TlsCheck.DATES);
    assertThat(late)
        .hasMessageMatching("the server's certificate CN=old is valid from .* to .* only");
    assertThat(fault(early, "localhost").check()).isEqualTo(TlsCheck.DATES);
  }

  @Test
  void ofACertificateForClients() throws Exception {
    TlsException fault = fault(forClients, "localhost");
    assertThat(fault.check()).isEqualTo(TlsCheck.SERVER_CERTIFICATE);
    assertThat(fault.getMessage()).startsWith("the server's certificate is not valid: ");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void ofACertificateThatTheServerWants(Version version) throws Exception {
    try (TlsServer server = new TlsServer(good, trusted)) {
      TlsException fault = (TlsException) to(server.address(), "localhost", null, version).end();
      assertThat(fault.check()).isEqualTo(TlsCheck.MISSING_CERTIFICATE);
      assertThat(fault.getMessage()).startsWith("the server wants a certificate of ours: ");
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void ofACertificateThatTheServerDoesNotAccept(Version version) throws Exception {
    // The server names its authority, so that we would show none of another one.
    try (TlsServer server = new TlsServer(good, untrusted)) {
      TlsException fault =
          (TlsException) to(server.address(), "localhost", good.pem(), version).end();
      assertThat(fault.check()).isEqualTo(TlsCheck.OUR_CERTIFICATE);
    }
  }

  @Test
  void ofAnotherVersion() throws Exception {
    try (TlsServer server = new TlsServer(good, null, "TLSv1.2")) {
      TlsException fault =
          (TlsException) to(server.address(), "localhost", null, Version.TLS_1_3).end();
      assertThat(fault.check()).isEqualTo(TlsCheck.PARAMETERS);
    }
  }

  @Test
  void ofAServerWithoutTls() throws Exception {
    TlsException answer =
        raw(
            (in, out) ->
                out.write("HTTP/1.1 400 Bad Request\r\n".getBytes(StandardCharsets.US_ASCII)));
    assertThat(answer.check()).isEqualTo(TlsCheck.NO_TLS);
    assertThat(answer).hasMessage("the server does not speak TLS at this port");

    TlsException end = raw((in, out) -> {});
    assertThat(end.check()).isEqualTo(TlsCheck.END);
    assertThat(end.getMessage())
        .startsWith("the server closed the connection in the TLS handshake");
  }

  @Test
  void ofAnAbruptEndAfterEachPartOfTheHandshake() throws Exception {
    try (TlsServer server = new TlsServer(good, null)) {
      for (int length : new int[] {1, 4, 5, 6, 50, 130, 140, 200, 500}) {
        TlsException fault =
            raw(
                (in, out) -> {
                  // As much of an honest server's answer.
                  try (Socket honest = new Socket()) {
                    honest.connect(server.address());
                    honest.getOutputStream().write(record(in));
                    out.write(honest.getInputStream().readNBytes(length));
                  }
                });
        assertThat(fault.check()).as("after %s B", length).isEqualTo(TlsCheck.END);
      }
    }
  }

  private static byte[] record(InputStream in) throws IOException {
    byte[] header = in.readNBytes(5);
    byte[] body = in.readNBytes(((header[3] & 0xff) << 8) | (header[4] & 0xff));
    byte[] all = Arrays.copyOf(header, header.length + body.length);
    System.arraycopy(body, 0, all, header.length, body.length);
    return all;
  }

  /** The server's side of a connection. */
  private interface Behaviour {
    void serve(InputStream in, OutputStream out) throws IOException;
  }

  private TlsException raw(Behaviour behaviour) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      OpenConnection connection =
          to((InetSocketAddress) server.getLocalSocketAddress(), "localhost", null);
      try (Socket peer = server.accept()) {
        // All is read before the end, which would be a reset otherwise.
        peer.setSoTimeout(60_000);
        behaviour.serve(peer.getInputStream(), peer.getOutputStream());
        peer.shutdownOutput();
        return (TlsException) connection.end();
      }
    }
  }

  @Test
  void ofAPortThatNothingListensOnIsNotOne() throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    assertThat(
            to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), "localhost", null)
                .end())
        .isNotInstanceOf(TlsException.class)
        .hasMessageContaining("refused");
  }
}
