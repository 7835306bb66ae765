// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import io.fleetload.wire.Layer;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.OpenConnection;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Opens a connection, waits for a byte and closes it, again and again. */
final class Repeats implements TcpConnection.TcpListener {
  private final NioLoop loop;
  private final InetSocketAddress target;
  private final CountDownLatch done;
  private final TcpConnection connection;
  private int left;

  Repeats(
      NioLoop loop,
      Layer.Factory layers,
      InetSocketAddress target,
      int times,
      CountDownLatch done) {
    this.loop = loop;
    this.target = target;
    this.done = done;
    this.left = times;
    this.connection = new TcpConnection(loop, this, List.of(layers));
  }

  void begin() {
    loop.execute(this::open);
  }

  private void open() {
    connection.open(OpenConnection.SOURCE, target);
  }

  @Override
  public void connected() {}

  @Override
  public void received(ByteBuffer bytes) {
    connection.close();
    done.countDown();
    if (--left > 0) {
      // Not within the call of what is being closed.
      loop.execute(this::open);
    }
  }

  @Override
  public void ended(IOException why) {
    throw new IllegalStateException("the server ended it", why);
  }
}
