// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A session with a socket on the loopback interface, both driven by the test's thread. */
final class LoopbackDevice implements SessionEvents, AutoCloseable {
  private static final long BOUND = TimeUnit.SECONDS.toNanos(120);

  final List<byte[]> received = new ArrayList<>();
  final List<SessionEnd> ends = new ArrayList<>();
  final List<Boolean> established = new ArrayList<>();
  final List<byte[]> sent = new ArrayList<>();
  final DtlsSession session;

  private final WaitingLoop loop = new WaitingLoop();
  private InetSocketAddress server;
  private final Direction out = new Direction(true, this::write);
  private final Direction in = new Direction(false, bytes -> datagram(bytes));
  private Selector selector;
  private DatagramChannel channel;
  private WireWeather weather = WireWeather.FINE;

  LoopbackDevice(InetSocketAddress server, DtlsSettings settings, String identity, String key) {
    this.server = server;
    PskSource psk =
        new PskSource() {
          @Override
          public byte[] identity(int device) {
            return identity.getBytes(StandardCharsets.UTF_8);
          }

          @Override
          public byte[] key(int device) {
            return key.getBytes(StandardCharsets.UTF_8);
          }
        };
    session =
        new DtlsClient(settings, psk, loop, loop.clock(), new SecureRandom()).session(0, this);
    openSocket();
  }

  LoopbackDevice in(WireWeather forecast) {
    weather = forecast;
    out.number = 0;
    in.number = 0;
    return this;
  }

  /** From now on it has another address. */
  void openSocket() {
    try {
      if (channel != null) {
        close();
      }
      selector = Selector.open();
      channel = DatagramChannel.open();
      channel.bind(new InetSocketAddress(server.getAddress(), 0)).connect(server);
      channel.configureBlocking(false).register(selector, SelectionKey.OP_READ);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From now on another server has that one's place. */
  void moveTo(InetSocketAddress other) {
    server = other;
    openSocket();
  }

  /** Lets the wire work until something is so. */
  void await(String what, BooleanSupplier so) {
    long last = System.nanoTime() + BOUND;
    try {
      while (!so.getAsBoolean()) {
        assertThat(System.nanoTime()).as(what + "; ends so far: " + ends).isLessThan(last);
        long free = loop.runDue(TimeUnit.MILLISECONDS.toNanos(100));
        if (so.getAsBoolean()) {
          return;
        }
        selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(free)));
        selector.selectedKeys().clear();
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        while (read(buffer.clear()) > 0) {
          in.pass(Arrays.copyOf(buffer.array(), buffer.position()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(what, e);
    }
  }

  void connect() {
    int before = established.size();
    session.handshake();
    await("the handshake", () -> established.size() > before || !ends.isEmpty());
    assertThat(ends).isEmpty();
  }

  void send(byte[] payload) {
    session.send(payload, 0, payload.length);
  }

  /** Sends and waits for the echo of it. */
  void exchange(byte[] payload) {
    int before = received.size();
    send(payload);
    await("the echo", () -> received.size() > before);
    assertThat(received.get(before)).isEqualTo(payload);
  }

  /** Sends until an echo comes, as a retransmitting CoAP would. */
  void exchangeAtLast(byte[] payload) {
    int before = received.size();
    loop.execute(() -> sendUntil(payload, before));
    await("an echo", () -> received.size() > before);
  }

  private void sendUntil(byte[] payload, int before) {
    if (received.size() == before) {
      send(payload);
      loop.after(TimeUnit.MILLISECONDS.toNanos(200), () -> sendUntil(payload, before));
    }
  }

  /** Feeds a datagram as if the wire had brought it. */
  void datagram(byte[] bytes) {
    session.datagram(bytes, 0, bytes.length);
  }

  private int read(ByteBuffer buffer) throws IOException {
    try {
      return channel.read(buffer);
    } catch (PortUnreachableException e) {
      return 0; // the server is not up yet
    }
  }

  private void write(byte[] bytes) {
    try {
      channel.write(ByteBuffer.wrap(bytes));
    } catch (PortUnreachableException e) {
      // The server is not up yet; the session will repeat itself.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void transmit(byte[] buffer, int offset, int length) {
    byte[] bytes = Arrays.copyOfRange(buffer, offset, offset + length);
    sent.add(bytes);
    out.pass(bytes);
  }

  @Override
  public void established(boolean resumed) {
    established.add(resumed);
  }

  @Override
  public void received(byte[] buffer, int offset, int length) {
    received.add(Arrays.copyOfRange(buffer, offset, offset + length));
  }

  @Override
  public void ended(SessionEnd end) {
    ends.add(end);
  }

  @Override
  public void close() {
    try {
      channel.close();
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One way along the wire. */
  private final class Direction {
    private final boolean fromDevice;
    private final Consumer<byte[]> end;
    private int number;
    private byte[] overtaken;

    Direction(boolean fromDevice, Consumer<byte[]> end) {
      this.fromDevice = fromDevice;
      this.end = end;
    }

    void pass(byte[] bytes) {
      byte[] late = overtaken;
      overtaken = null;
      switch (weather.fate(fromDevice, number++)) {
        case ARRIVES -> end.accept(bytes);
        case IS_LOST -> {}
        case ARRIVES_TWICE -> {
          end.accept(bytes);
          end.accept(bytes);
        }
        case IS_OVERTAKEN -> overtaken = bytes;
      }
      if (late != null) {
        end.accept(late);
      }
    }
  }
}
