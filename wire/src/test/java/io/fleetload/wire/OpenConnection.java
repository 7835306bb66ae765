// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.results.run.Shard;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A connection through layers, for a test's own thread. */
public final class OpenConnection implements TcpConnection.TcpListener {
  /** Any address of this host. */
  public static final SourceAddress SOURCE =
      new SourceAddress(null, SourcePorts.ofThisHost(), Shard.WHOLE);

  private static final int SECONDS = 60;

  private final NioLoop loop;
  private final TcpConnection connection;
  private final CompletableFuture<Void> connected = new CompletableFuture<>();
  private final CompletableFuture<IOException> ended = new CompletableFuture<>();
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();

  public OpenConnection(NioLoop loop, Layer.Factory... layers) {
    this.loop = loop;
    this.connection = new TcpConnection(loop, this, List.of(layers));
  }

  /** A running loop for connections, with a buffer that many large reads fill. */
  public static NioLoop loop() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    NioLoop loop = new NioLoop("test", 150_000, key -> TcpConnection.ready(key, buffer));
    loop.start();
    return loop;
  }

  public OpenConnection to(InetSocketAddress target) {
    loop.execute(() -> connection.open(SOURCE, target));
    return this;
  }

  public OpenConnection awaitOpen() throws Exception {
    connected.get(SECONDS, TimeUnit.SECONDS);
    return this;
  }

  /** Does something on the loop's thread. */
  public <T> T on(java.util.function.Function<TcpConnection, T> task) throws Exception {
    CompletableFuture<T> done = new CompletableFuture<>();
    loop.execute(() -> done.complete(task.apply(connection)));
    return done.get(SECONDS, TimeUnit.SECONDS);
  }

  public boolean isOpen() throws Exception {
    return on(TcpConnection::isOpen);
  }

  public void write(byte... bytes) throws Exception {
    on(
        it -> {
          it.write(ByteBuffer.wrap(bytes));
          return null;
        });
  }

  public void close() throws Exception {
    on(
        it -> {
          it.close();
          return null;
        });
  }

  public void lose() throws Exception {
    on(
        it -> {
          it.lose();
          return null;
        });
  }

  /** The reason of its end; null if the other side closed it. */
  public IOException end() throws InterruptedException, ExecutionException, TimeoutException {
    return ended.get(SECONDS, TimeUnit.SECONDS);
  }

  public boolean hasEnded() {
    return ended.isDone();
  }

  public boolean hasConnected() {
    return connected.isDone();
  }

  /** All that came, once it is that much. */
  public synchronized byte[] received(int count) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (received.size() < count) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        throw new AssertionError("only " + received.size() + " B came of " + count);
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return received.toByteArray();
  }

  @Override
  public void connected() {
    if (!connected.complete(null)) {
      throw new IllegalStateException("it is connected twice");
    }
  }

  @Override
  public synchronized void received(ByteBuffer bytes) {
    byte[] part = new byte[bytes.remaining()];
    bytes.get(part);
    received.writeBytes(part);
    notifyAll();
  }

  @Override
  public void ended(IOException why) {
    ended.complete(why);
  }
}
