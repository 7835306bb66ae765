// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.PemFile;
import io.fleetload.process.TlsFiles;
import io.fleetload.process.UsageException;
import io.fleetload.rig.TestAuthority;
import io.fleetload.rig.TestCertificate;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.OpenConnection;
import io.fleetload.wire.PieceLayer;
import io.fleetload.wire.tls.TlsSettings.Version;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class TlsLayerTest {
  private static TestAuthority authority;
  private static Path trusted;
  private static TestCertificate localhost;
  private static TestCertificate device;

  private final Queue<AutoCloseable> open = new ArrayDeque<>();
  private NioLoop loop;

  @BeforeAll
  static void sign(@TempDir Path directory) throws Exception {
    authority = new TestAuthority(directory, "authority").sign("intermediate");
    trusted = authority.pem();
    localhost = authority.certificate("server", "-ext", "san=dns:localhost,ip:127.0.0.1");
    device = authority.certificateBy("intermediate", "device");
  }

  @BeforeEach
  void start() throws Exception {
    loop = OpenConnection.loop();
  }

  @AfterEach
  void stop() throws Exception {
    loop.close();
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private TlsServer server(TestCertificate own, Path clients, String... versions) throws Exception {
    TlsServer server = new TlsServer(own, clients, versions);
    open.add(server);
    return server;
  }

  private TlsClient client(String name, int resumable, Version... versions) throws UsageException {
    return client(name, null, resumable, versions);
  }

  private TlsClient client(String name, Path own, int resumable, Version... versions)
      throws UsageException {
    TlsFiles files =
        new TlsFiles(
            new PemFile("target.tls.authorities", trusted),
            PemFile.orNone("target.tls.certificate", own));
    return new TlsClient(loop, new TlsSettings(files, name, List.of(versions), resumable));
  }

  private OpenConnection to(TlsServer server, TlsClient client) {
    return new OpenConnection(loop, client.layers(0)).to(server.address());
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void bothSidesReadWhatTheOtherWrites(Version version) throws Exception {
    TlsServer server = server(localhost, null);
    OpenConnection connection = to(server, client("localhost", 0, version)).awaitOpen();
    SSLSocket peer = server.accepted();
    connection.write((byte) 'h', (byte) 'i');
    assertThat(peer.getInputStream().readNBytes(2)).containsExactly('h', 'i');
    peer.getOutputStream().write(new byte[] {'y', 'o'});
    assertThat(connection.received(2)).containsExactly('y', 'o');
    assertThat(connection.isOpen()).isTrue();

    connection.close();
    assertThat(peer.getInputStream().read()).as("an end by close_notify").isEqualTo(-1);
    assertThat(connection.hasEnded()).isFalse();
    assertThat(connection.isOpen()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void eachDeviceIsAskedForItsOwnCertificate(Version version) throws Exception {
    TestCertificate own = authority.certificate("device-" + version);
    KeyStore keys = own.store();
    String alias = keys.aliases().nextElement();
    PrivateKey key = (PrivateKey) keys.getKey(alias, TestCertificate.password());
    X509Certificate certificate = (X509Certificate) keys.getCertificate(alias);
    Set<Integer> asked = new ConcurrentSkipListSet<>();
    DeviceCertificates certificates =
        new DeviceCertificates() {
          @Override
          public X509Certificate of(int device) {
            asked.add(device);
            return certificate;
          }

          @Override
          public PrivateKey key() {
            return key;
          }
        };
    TlsServer server = server(localhost, trusted);
    TlsFiles files = new TlsFiles(new PemFile("target.trust", trusted), null);
    TlsSettings settings = new TlsSettings(files, "localhost", List.of(version), 100);
    TlsClient client = new TlsClient(loop, settings, certificates);

    for (int each : new int[] {7, 42}) {
      new OpenConnection(loop, client.layers(each)).to(server.address()).awaitOpen();
      assertThat(server.accepted().getSession().getPeerPrincipal())
          .isEqualTo(certificate.getSubjectX500Principal());
    }
    assertThat(asked).containsExactly(7, 42);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void recordsMayComeInPiecesOfAnySize(Version version) throws Exception {
    TlsServer server = server(localhost, null);
    TlsClient client = client("localhost", 0, version);
    Random random = new Random(7);
    byte[] data = new byte[100_000];
    random.nextBytes(data);
    for (PieceLayer each :
        List.of(
            new PieceLayer(() -> 1),
            new PieceLayer(() -> 5),
            new PieceLayer(() -> 1 + random.nextInt(20_000)))) {
      OpenConnection connection =
          new OpenConnection(loop, () -> each, client.layers(0)).to(server.address()).awaitOpen();
      SSLSocket peer = server.accepted();
      peer.getOutputStream().write(data);
      assertThat(connection.received(data.length)).isEqualTo(data);
      connection.close();
      peer.close();
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aServerThatReadsSlowlyGetsAllOfItInOrder(Version version) throws Exception {
    int blocks = 200;
    int size = 50_000;
    TlsServer server = server(localhost, null);
    OpenConnection connection = to(server, client("localhost", 0, version)).awaitOpen();
    SSLSocket peer = server.accepted();
    for (int i = 0; i < blocks; i++) {
      byte[] block = new byte[size];
      Arrays.fill(block, (byte) i);
      connection.write(block);
    }
    InputStream in = peer.getInputStream();
    for (int i = 0; i < blocks; i++) {
      assertThat(in.readNBytes(size)).containsOnly((byte) i);
    }
  }

  @Test
  void theServerGetsANameAndNoAddress() throws Exception {
    TlsServer server = server(localhost, null);
    to(server, client("localhost", 0)).awaitOpen();
    assertThat(((ExtendedSSLSession) server.accepted().getSession()).getRequestedServerNames())
        .containsExactly(new SNIHostName("localhost"));

    to(server, client("127.0.0.1", 0)).awaitOpen();
    assertThat(((ExtendedSSLSession) server.accepted().getSession()).getRequestedServerNames())
        .isEmpty();
  }

  @Test
  void aConnectionThatIsLostIsReset() throws Exception {
    TlsServer server = server(localhost, null);
    OpenConnection connection = to(server, client("localhost", 0)).awaitOpen();
    SSLSocket peer = server.accepted();
    connection.lose();
    assertThatThrownBy(() -> peer.getInputStream().read()).isInstanceOf(SocketException.class);
    assertThat(connection.hasEnded()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aServerThatClosesIsNoFault(Version version) throws Exception {
    TlsServer server = server(localhost, null);
    OpenConnection connection = to(server, client("localhost", 0, version)).awaitOpen();
    server.accepted().close();
    assertThat(connection.end()).isNull();
  }

  @Test
  void aClientShowsItsCertificateWithTheChain() throws Exception {
    TlsServer server = server(localhost, trusted);
    to(server, client("localhost", device.pem(), 0)).awaitOpen();
    assertThat(server.accepted().getSession().getPeerPrincipal().getName()).isEqualTo("CN=device");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void eachDeviceResumesItsOwnSession(Version version) throws Exception {
    TlsServer server = server(localhost, null);
    TlsClient client = client("localhost", 2, version);
    for (int round = 0; round < 3; round++) {
      for (int each = 0; each < 2; each++) {
        exchange(server, client, each);
      }
    }
    assertThat(server.signatures()).isEqualTo(2);
    assertThat(client.full()).isEqualTo(2);
    assertThat(client.resumed()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aFleetThatResumesNothingHasFullHandshakes(Version version) throws Exception {
    TlsServer server = server(localhost, null);
    TlsClient client = client("localhost", 0, version);
    for (int round = 0; round < 3; round++) {
      exchange(server, client, 0);
    }
    assertThat(server.signatures()).isEqualTo(3);
    assertThat(client.full()).isEqualTo(3);
    assertThat(client.resumed()).isZero();
  }

  /** A connection with a byte from the server, which follows its tickets. */
  private void exchange(TlsServer server, TlsClient client, int device) throws Exception {
    OpenConnection connection =
        new OpenConnection(loop, client.layers(device)).to(server.address()).awaitOpen();
    SSLSocket peer = server.accepted();
    peer.getOutputStream().write(1);
    connection.received(1);
    connection.close();
    assertThat(peer.getInputStream().read()).isEqualTo(-1);
    peer.close();
  }

  @Test
  void aConnectionCanBeOpenedAgain() throws Exception {
    TlsServer server = server(localhost, null);
    OpenConnection connection = to(server, client("localhost", 1)).awaitOpen();
    server.accepted();
    connection.on(
        it -> {
          it.close();
          return null;
        });
    connection.to(server.address());
    SSLSocket peer = server.accepted();
    peer.getOutputStream().write(3);
    assertThat(connection.received(1)).containsExactly(3);
  }

  @Test
  void aHandshakeThatWaitsForItsThreadHoldsUpNothing() throws Exception {
    TlsServer server = server(localhost, null);
    Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    TlsFiles files = new TlsFiles(new PemFile("target.tls.authorities", trusted), null);
    TlsClient slow =
        new TlsClient(loop, new TlsSettings(files, "localhost", List.of(), 0), waiting::add);
    OpenConnection stuck = to(server, slow);
    OpenConnection other = to(server, client("localhost", 0)).awaitOpen();
    assertThat(stuck.hasConnected()).isFalse();
    // One turn for its ClientHello, which the other thread has not begun.
    assertThat(stuck.isOpen()).isFalse();
    stuck.close();
    waiting.forEach(Runnable::run);
    assertThat(stuck.isOpen()).isFalse();
    assertThat(other.isOpen()).isTrue();
  }

  @Test
  void aServerThatStopsInTheHandshakeCanBeGivenUp() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 10, java.net.InetAddress.getLoopbackAddress())) {
      OpenConnection connection =
          new OpenConnection(loop, client("localhost", 0).layers(0))
              .to((InetSocketAddress) silent.getLocalSocketAddress());
      java.net.Socket peer = silent.accept();
      assertThat(peer.getInputStream().read()).as("a handshake record").isEqualTo(22);
      connection.lose();
      assertThatThrownBy(
              () -> {
                while (peer.getInputStream().read() >= 0) {
                  // The rest of its hello.
                }
              })
          .isInstanceOf(SocketException.class);
      assertThat(connection.hasConnected()).isFalse();
      assertThat(connection.hasEnded()).isFalse();
    }
  }
}
