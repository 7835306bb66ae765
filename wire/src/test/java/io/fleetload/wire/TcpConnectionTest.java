// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.run.Shard;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TcpConnectionTest {
  private final ByteBuffer buffer = ByteBuffer.allocate(1_000);
  private final CompletableFuture<Void> connected = new CompletableFuture<>();
  private final CompletableFuture<String> received = new CompletableFuture<>();

  /** Completed with what failed, or with null where the other side closed. */
  private final CompletableFuture<IOException> ended = new CompletableFuture<>();

  private final SourceAddress source =
      new SourceAddress(null, SourcePorts.ofThisHost(), Shard.WHOLE);

  private NioLoop loop;
  private ServerSocket server;
  private TcpConnection connection;

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    loop = new NioLoop("test", 150_000, key -> TcpConnection.ready(key, buffer));
    loop.start();
    connection =
        new TcpConnection(
            loop,
            new TcpConnection.TcpListener() {
              @Override
              public void connected() {
                connected.complete(null);
              }

              @Override
              public void received(ByteBuffer bytes) {
                byte[] text = new byte[bytes.remaining()];
                bytes.get(text);
                received.complete(new String(text, java.nio.charset.StandardCharsets.US_ASCII));
              }

              @Override
              public void ended(IOException why) {
                ended.complete(why);
              }
            });
  }

  @AfterEach
  void stop() throws IOException {
    loop.close();
    server.close();
  }

  private Socket accepted() throws Exception {
    InetSocketAddress target =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
    loop.execute(() -> connection.open(source, target));
    Socket accepted = server.accept();
    connected.get(60, TimeUnit.SECONDS);
    return accepted;
  }

  @Test
  void whatEitherSideWritesTheOtherReads() throws Exception {
    try (Socket peer = accepted()) {
      loop.execute(() -> connection.write(ByteBuffer.wrap(new byte[] {'h', 'i'})));
      assertThat(peer.getInputStream().readNBytes(2)).containsExactly('h', 'i');
      peer.getOutputStream().write(new byte[] {'y', 'o'});
      assertThat(received.get(60, TimeUnit.SECONDS)).isEqualTo("yo");
    }
    assertThat(ended.get(60, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void aPeerThatReadsSlowlyGetsAllOfItInOrder() throws Exception {
    int blocks = 400;
    int size = 50_000;
    try (Socket peer = accepted()) {
      loop.execute(
          () -> {
            for (int i = 0; i < blocks; i++) {
              byte[] block = new byte[size];
              java.util.Arrays.fill(block, (byte) i);
              connection.write(ByteBuffer.wrap(block));
            }
          });
      InputStream in = peer.getInputStream();
      for (int i = 0; i < blocks; i++) {
        assertThat(in.readNBytes(size)).containsOnly((byte) i);
      }
    }
  }

  @Test
  void aBufferThatIsUsedAgainIsWrittenAsItWas() throws Exception {
    int blocks = 400;
    int size = 50_000;
    ByteBuffer shared = ByteBuffer.allocate(size);
    CompletableFuture<Long> unwritten = new CompletableFuture<>();
    try (Socket peer = accepted()) {
      loop.execute(
          () -> {
            for (int i = 0; i < blocks; i++) {
              java.util.Arrays.fill(shared.array(), (byte) i);
              connection.writeShared(shared.clear());
            }
            unwritten.complete(connection.unwrittenBytes());
          });
      assertThat(unwritten.get(60, TimeUnit.SECONDS)).isBetween(1L, (long) blocks * size);
      InputStream in = peer.getInputStream();
      for (int i = 0; i < blocks; i++) {
        assertThat(in.readNBytes(size)).containsOnly((byte) i);
      }
    }
  }

  @Test
  void aPortThatNobodyListensOnEndsItWithTheReason() throws Exception {
    int port = server.getLocalPort();
    server.close();
    loop.execute(
        () ->
            connection.open(source, new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));

    assertThat(ended.get(60, TimeUnit.SECONDS)).hasMessageContaining("refused");
  }

  @Test
  void onePeerSeesAResetWhereTheOtherLosesIt() throws Exception {
    try (Socket peer = accepted()) {
      loop.execute(connection::lose);
      CompletableFuture<Exception> seen = new CompletableFuture<>();
      try {
        seen.complete(peer.getInputStream().read() < 0 ? null : new IOException("it sent more"));
      } catch (SocketException e) {
        seen.complete(e);
      }
      assertThat(seen.join()).isInstanceOf(SocketException.class);
    }
    assertThat(ended).isNotDone();
  }

  @Test
  void whatIsWrittenBeforeAndAfterItIsOpenIsDropped() throws Exception {
    CompletableFuture<Boolean> open = new CompletableFuture<>();
    loop.execute(
        () -> {
          connection.write(ByteBuffer.wrap(new byte[] {1}));
          open.complete(connection.isOpen());
        });
    assertThat(open.get(60, TimeUnit.SECONDS)).isFalse();
    try (Socket peer = accepted()) {
      loop.execute(
          () -> {
            connection.close();
            connection.write(ByteBuffer.wrap(new byte[] {2}));
          });
      assertThat(peer.getInputStream().read()).isEqualTo(-1);
    }
  }
}
