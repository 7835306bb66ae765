// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.results.run.Shard;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LineLinkTest {
  private final ByteBuffer buffer = ByteBuffer.allocate(1_000);
  private final CompletableFuture<Cause> failed = new CompletableFuture<>();
  private final CompletableFuture<Set<String>> opened = new CompletableFuture<>();
  private NioLoop loop;
  private ServerSocket server;

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    loop = new NioLoop("test", 150_000, key -> TcpConnection.ready(key, buffer));
    loop.start();
  }

  @AfterEach
  void stop() throws IOException {
    loop.close();
    server.close();
  }

  @Test
  void aLineOfTheMostBytesIsTaken() throws Exception {
    try (Socket peer = connected()) {
      byte[] line = ("O".repeat(LineLink.MOST_BYTES) + "\n").getBytes(StandardCharsets.US_ASCII);
      peer.getOutputStream().write(line);
      assertThat(opened.get(60, TimeUnit.SECONDS)).isEmpty();
    }
  }

  @Test
  void aServerThatSendsNoLineFeedEndsTheSession() throws Exception {
    try (Socket peer = connected()) {
      peer.getOutputStream().write(new byte[LineLink.MOST_BYTES + 1]);
      assertThat(failed.get(60, TimeUnit.SECONDS)).isEqualTo(new Cause.Protocol("lineTooLong"));
    }
  }

  @Test
  void aLayerThatCannotBeOpenedIsAHandshakeThatFailed() throws Exception {
    Layer.Factory refusing =
        () ->
            new Layer() {
              @Override
              public void connected() {
                end(new LayerException("refused", null));
              }

              @Override
              public void received(ByteBuffer bytes) {
                throw new AssertionError("nothing is open");
              }

              @Override
              protected void write(ByteBuffer bytes) {
                throw new AssertionError("nothing is open");
              }
            };
    loop.execute(() -> link(refusing).connect(new Opening()));
    assertThat(failed.get(60, TimeUnit.SECONDS)).isEqualTo(Cause.Transport.HANDSHAKE);
  }

  private LineLink link(Layer.Factory... layers) {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
    SourceAddress source = new SourceAddress(null, SourcePorts.ofThisHost(), Shard.WHOLE);
    DeviceDriver.Listener listener = new DeviceDriver.Listener() {};
    TcpLink.LinkPlace place = new TcpLink.LinkPlace(0, source, address, loop, () -> listener);
    return new LineLink(place.through(layers)) {
      @Override
      protected void login() {
        super.login();
        say("LOGIN");
      }

      @Override
      protected void take(String said) {
        loggedIn();
      }

      @Override
      protected void write(Message message, Exchange exchange) {
        throw new AssertionError("nothing is sent");
      }
    };
  }

  private Socket connected() throws IOException {
    LineLink link = link();
    loop.execute(() -> link.connect(new Opening()));
    Socket peer = server.accept();
    assertThat(
            new BufferedReader(
                    new InputStreamReader(peer.getInputStream(), StandardCharsets.US_ASCII))
                .readLine())
        .isEqualTo("LOGIN");
    return peer;
  }

  private final class Opening implements Exchange {
    @Override
    public void opened(Set<String> traits) {
      opened.complete(traits);
    }

    @Override
    public void failed(Cause cause) {
      failed.complete(cause);
    }

    @Override
    public void succeeded(Inbound answer) {
      throw new AssertionError("nothing is sent");
    }
  }
}
