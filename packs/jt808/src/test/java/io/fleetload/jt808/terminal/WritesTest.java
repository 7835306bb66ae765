// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.jt808.Platform;
import io.fleetload.jt808.profile.Terminals.Sticky;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On a loop that never turns, so that nothing is written but what a test writes. */
class WritesTest implements TcpConnection.TcpListener {
  private NioLoop loop;
  private TcpConnection connection;
  private Socket server;

  @BeforeEach
  void connect() throws Exception {
    SourceAddress source = SourceAddress.of(List.of(), ShardDevices.all(1)).get(0);
    loop = new NioLoop("still", 150_000, key -> {});
    connection = new TcpConnection(loop, this);
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      connection.open(source, (InetSocketAddress) listening.getLocalSocketAddress());
      server = listening.accept();
    }
    ByteBuffer buffer = ByteBuffer.allocate(10);
    while (!connection.isOpen()) {
      loop.selector().select(key -> TcpConnection.ready(key, buffer));
    }
    server.setSoTimeout(Platform.PATIENCE_MILLIS);
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
    server.close();
    loop.selector().close();
  }

  private Writes writes(Sticky sticky) {
    return new Writes(
        new TerminalWire(loop, RunClock.system(), null, null, () -> new DeviceDriver.Listener() {}),
        connection,
        sticky);
  }

  private static ByteBuffer frame(int length, int octet) {
    byte[] bytes = new byte[length];
    java.util.Arrays.fill(bytes, (byte) octet);
    return ByteBuffer.wrap(bytes);
  }

  private int lengthOfOneRead() throws IOException {
    return server.getInputStream().read(new byte[1 << 16]);
  }

  @Test
  void aSingleFrameIsWrittenAtOnce() throws IOException {
    Writes writes = writes(Sticky.SINGLE);
    writes.write(frame(10, 1));
    assertThat(lengthOfOneRead()).isEqualTo(10);
    writes.write(frame(20, 2));
    assertThat(lengthOfOneRead()).isEqualTo(20);
  }

  @Test
  void joinedFramesWaitAndGoInOneWrite() throws IOException {
    Writes writes = writes(Sticky.JOINED);
    writes.write(frame(10, 1));
    writes.write(frame(20, 2));
    writes.write(frame(30, 3));
    assertThat(server.getInputStream().available()).isZero();
    writes.flush();
    assertThat(lengthOfOneRead()).isEqualTo(60);
  }

  @Test
  void aSplitFrameGoesInTwoWritesAndTheNextOneWaits() throws IOException {
    Writes writes = writes(Sticky.SPLIT);
    writes.write(frame(11, 1));
    assertThat(lengthOfOneRead()).isEqualTo(5);
    writes.write(frame(20, 2));
    assertThat(server.getInputStream().available()).isZero();
    writes.flush();
    assertThat(lengthOfOneRead()).isEqualTo(26);
  }

  @Test
  void whatWaitsIsForgottenWithItsConnection() throws IOException {
    Writes writes = writes(Sticky.JOINED);
    writes.write(frame(10, 1));
    writes.clear();
    writes.flush();
    writes.write(frame(20, 2));
    writes.flush();
    assertThat(lengthOfOneRead()).isEqualTo(20);
  }

  @ParameterizedTest
  @EnumSource(Sticky.class)
  void theBytesAreTheSameInTheSameOrderHoweverTheyArePacked(Sticky sticky) throws IOException {
    Random random = new Random(sticky.name().hashCode());
    Writes writes = writes(sticky);
    for (int round = 0; round < 200; round++) {
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      int steps = 1 + random.nextInt(10);
      for (int i = 0; i < steps; i++) {
        if (random.nextInt(3) == 0) {
          writes.flush();
        } else {
          byte[] frame = new byte[1 + random.nextInt(200)];
          random.nextBytes(frame);
          expected.writeBytes(frame);
          writes.write(ByteBuffer.wrap(frame));
        }
      }
      writes.flush();
      assertThat(server.getInputStream().readNBytes(expected.size()))
          .isEqualTo(expected.toByteArray());
      assertThat(server.getInputStream().available()).isZero();
    }
  }

  @Override
  public void connected() {}

  @Override
  public void received(ByteBuffer bytes) {}

  @Override
  public void ended(IOException why) {
    throw new AssertionError(why);
  }
}
