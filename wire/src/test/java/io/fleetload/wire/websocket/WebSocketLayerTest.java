// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.process.PemFile;
import io.fleetload.process.TlsFiles;
import io.fleetload.rig.TestCertificate;
import io.fleetload.wire.Layer;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.OpenConnection;
import io.fleetload.wire.PieceLayer;
import io.fleetload.wire.tls.TlsClient;
import io.fleetload.wire.tls.TlsSettings;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocketFrame;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class WebSocketLayerTest {
  private static final int SECONDS = 60;
  private static Vertx vertx;

  private NioLoop loop;
  private HttpServer server;

  @BeforeAll
  static void startVertx() {
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void stopVertx() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
  }

  @BeforeEach
  void start() throws Exception {
    loop = OpenConnection.loop();
  }

  @AfterEach
  void stop() {
    loop.close();
    if (server != null) {
      var unused = server.close();
    }
  }

  private InetSocketAddress vertxServer(HttpServerOptions options, Consumer<ServerWebSocket> peer)
      throws Exception {
    server =
        vertx
            .createHttpServer(
                options
                    .setHost("127.0.0.1")
                    .setPort(0)
                    .addWebSocketSubProtocol("mqtt")
                    .setMaxWebSocketFrameSize(10_000_000))
            .webSocketHandler(peer::accept)
            .listen()
            .toCompletionStage()
            .toCompletableFuture()
            .get(SECONDS, TimeUnit.SECONDS);
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.actualPort());
  }

  private static WebSocketClient client() {
    return new WebSocketClient(new WebSocketSettings("localhost", "/mqtt", "mqtt", Map.of()), 5);
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private void echoes(InetSocketAddress address, Layer.Factory... layers) throws Exception {
    OpenConnection connection = new OpenConnection(loop, layers).to(address).awaitOpen();
    int all = 0;
    for (int size :
        new int[] {1, 7, 8, 9, 125, 126, 127, 16_370, 16_384, 65_535, 65_536, 900_001}) {
      byte[] sent = noise(size);
      connection.write(sent);
      byte[] received = connection.received(all + size);
      assertThat(ByteBuffer.wrap(received, all, size)).isEqualTo(ByteBuffer.wrap(sent));
      all += size;
    }
    connection.close();
  }

  private static void echo(ServerWebSocket peer) {
    peer.frameHandler(
        frame -> {
          if (frame.isBinary() || frame.isContinuation()) {
            peer.writeFrame(WebSocketFrame.binaryFrame(frame.binaryData(), true));
          }
        });
  }

  @Test
  void framesOfEverySizeComeBack() throws Exception {
    InetSocketAddress address = vertxServer(new HttpServerOptions(), WebSocketLayerTest::echo);
    echoes(address, client());
    echoes(address, PieceLayer.bytes(), client());
  }

  @Test
  void framesOfEverySizeComeBackByTls(@TempDir Path directory) throws Exception {
    TestCertificate own = TestCertificate.in(directory, "server", "san=ip:127.0.0.1");
    InetSocketAddress address =
        vertxServer(
            new HttpServerOptions()
                .setSsl(true)
                .setKeyCertOptions(
                    new PemKeyCertOptions()
                        .setCertPath(own.pem().toString())
                        .setKeyPath(own.pem().toString())),
            WebSocketLayerTest::echo);
    TlsFiles files = new TlsFiles(new PemFile("target.tls.authorities", own.pem()), null);
    TlsClient tls = new TlsClient(loop, new TlsSettings(files, "127.0.0.1", List.of(), 1));
    echoes(address, tls.layers(0), client());
    echoes(address, PieceLayer.bytes(), tls.layers(0), PieceLayer.bytes(), client());
    assertThat(tls.resumed()).as("what Netty's server lets resume").isEqualTo(1);
  }

  @Test
  void theServersFragmentsAndPingsAreTaken() throws Exception {
    CompletableFuture<String> pong = new CompletableFuture<>();
    InetSocketAddress address =
        vertxServer(
            new HttpServerOptions(),
            peer -> {
              peer.pongHandler(payload -> pong.complete(payload.toString()));
              peer.writeFrame(WebSocketFrame.binaryFrame(Buffer.buffer("ab"), false));
              peer.writePing(Buffer.buffer("are you there"));
              peer.writeFrame(WebSocketFrame.continuationFrame(Buffer.buffer("cd"), false));
              peer.writeFrame(WebSocketFrame.continuationFrame(Buffer.buffer("ef"), true));
            });
    OpenConnection connection = new OpenConnection(loop, client()).to(address).awaitOpen();
    assertThat(new String(connection.received(6), StandardCharsets.US_ASCII)).isEqualTo("abcdef");
    assertThat(pong.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("are you there");
    assertThat(connection.hasEnded()).isFalse();
  }

  @Test
  void bothSidesSayWhyTheyClose() throws Exception {
    BlockingQueue<ServerWebSocket> peers = new LinkedBlockingQueue<>();
    CompletableFuture<Short> code = new CompletableFuture<>();
    InetSocketAddress address =
        vertxServer(
            new HttpServerOptions(),
            peer -> {
              peer.closeHandler(closed -> code.complete(peer.closeStatusCode()));
              peers.add(peer);
            });
    OpenConnection ours = new OpenConnection(loop, client()).to(address).awaitOpen();
    peers.take();
    ours.close();
    assertThat(code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo((short) 1000);
    assertThat(ours.hasEnded()).isFalse();

    OpenConnection theirs = new OpenConnection(loop, client()).to(address).awaitOpen();
    var unused = peers.take().close((short) 1011, "no\nspace");
    assertThat(theirs.end())
        .hasMessage("the server closed the WebSocket with 1011: no?space")
        .extracting(each -> ((WebSocketException) each).code())
        .isEqualTo(1011);

    OpenConnection plain = new OpenConnection(loop, client()).to(address).awaitOpen();
    unused = peers.take().close((short) 1000);
    assertThat(plain.end()).isNull();
  }

  @Test
  void aServerWithoutTheSubprotocolRefuses() throws Exception {
    InetSocketAddress address = vertxServer(new HttpServerOptions(), WebSocketLayerTest::echo);
    WebSocketClient other =
        new WebSocketClient(new WebSocketSettings("localhost", "/mqtt", "amqp", Map.of()), 5);
    assertThat(new OpenConnection(loop, other).to(address).end())
        .hasMessageContaining("the upgrade")
        .isInstanceOf(WebSocketException.class);
  }

  /** The server's side of an open WebSocket. */
  private interface Behaviour {
    void serve(DataInputStream in, OutputStream out) throws IOException;
  }

  private OpenConnection raw(Behaviour behaviour) throws Exception {
    ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    OpenConnection connection =
        new OpenConnection(loop, client()).to((InetSocketAddress) socket.getLocalSocketAddress());
    try (socket;
        Socket peer = socket.accept()) {
      peer.setSoTimeout(SECONDS * 1_000);
      behaviour.serve(new DataInputStream(peer.getInputStream()), peer.getOutputStream());
    }
    return connection;
  }

  private static String key(DataInputStream in) throws IOException {
    String key = null;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      if (line.startsWith("Sec-WebSocket-Key: ")) {
        key = line.substring(line.indexOf(' ') + 1);
      }
    }
    return key;
  }

  private static String line(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int each = in.read(); each != '\n'; each = in.read()) {
      line.append((char) each);
    }
    return line.toString().strip();
  }

  private static void answer(DataInputStream in, OutputStream out, byte... more)
      throws IOException {
    String head =
        """
        HTTP/1.1 101 Switching Protocols\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Accept: %s\r
        Sec-WebSocket-Protocol: mqtt\r
        \r
        """
            .formatted(Upgrade.accept(key(in)));
    byte[] bytes = head.getBytes(StandardCharsets.US_ASCII);
    out.write(ByteBuffer.allocate(bytes.length + more.length).put(bytes).put(more).array());
  }

  @Test
  void framesMayFollowTheAnswerAtOnceAndAFaultIsAnswered() throws Exception {
    OpenConnection connection =
        raw(
            (in, out) -> {
              answer(in, out, (byte) 0x82, (byte) 1, (byte) 'x', (byte) 0x82, (byte) 0x80);
              assertThat(in.readUnsignedShort()).as("a masked Close frame").isEqualTo(0x8882);
              int mask = in.readInt();
              assertThat(in.readUnsignedShort() ^ (mask >>> Short.SIZE)).isEqualTo(1002);
              assertThat(in.read()).isEqualTo(-1);
            });
    assertThat(connection.received(1)).containsExactly('x');
    assertThat(connection.end()).hasMessage("the server breaks WebSocket: a frame is masked");
  }

  @Test
  void masksAndKeysDiffer() throws Exception {
    BlockingQueue<Integer> masks = new LinkedBlockingQueue<>();
    raw(
        (in, out) -> {
          answer(in, out, (byte) 0x89, (byte) 0, (byte) 0x89, (byte) 0, (byte) 0x88, (byte) 0);
          for (int i = 0; i < 2; i++) {
            assertThat(in.readUnsignedShort()).as("a masked Pong").isEqualTo(0x8a80);
            masks.add(in.readInt());
          }
        });
    assertThat(masks.take()).isNotEqualTo(masks.take());
  }

  @Test
  void aBufferOfTheOtherByteOrderIsMaskedAsWell() throws Exception {
    InetSocketAddress address = vertxServer(new HttpServerOptions(), WebSocketLayerTest::echo);
    OpenConnection connection = new OpenConnection(loop, client()).to(address).awaitOpen();
    byte[] sent = noise(45);
    connection.on(
        it -> {
          it.write(ByteBuffer.wrap(sent).order(ByteOrder.LITTLE_ENDIAN));
          return null;
        });
    assertThat(connection.received(sent.length)).isEqualTo(sent);
  }

  @Test
  void whatIsWrittenStaysAsItWas() throws Exception {
    InetSocketAddress address = vertxServer(new HttpServerOptions(), WebSocketLayerTest::echo);
    OpenConnection connection = new OpenConnection(loop, client()).to(address).awaitOpen();
    byte[] sent = noise(45);
    byte[] before = sent.clone();
    connection.write(sent);
    connection.received(sent.length);
    assertThat(sent).isEqualTo(before);
  }

  @Test
  void aServerThatClosesWithoutAnAnswer() throws Exception {
    OpenConnection connection = raw((in, out) -> key(in));
    assertThat(connection.end())
        .hasMessage("the server closed the connection before it answered the upgrade");
  }

  @Test
  void aServerThatPingsAndReadsNothingIsGivenUp() throws Exception {
    byte[] pings = new byte[127 * 1_000];
    for (int i = 0; i < pings.length; i += 127) {
      pings[i] = (byte) 0x89;
      pings[i + 1] = 125;
    }
    ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    OpenConnection connection =
        new OpenConnection(loop, client()).to((InetSocketAddress) socket.getLocalSocketAddress());
    try (socket;
        Socket peer = socket.accept()) {
      answer(new DataInputStream(peer.getInputStream()), peer.getOutputStream());
      connection.awaitOpen();
      while (!connection.hasEnded()) {
        try {
          peer.getOutputStream().write(pings);
        } catch (IOException e) {
          break;
        }
      }
      assertThat(connection.end()).hasMessage("the server asks for answers and reads none of them");
    }
  }
}
