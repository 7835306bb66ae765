// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.websocket;

import io.fleetload.wire.Layer;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** WebSockets of all connections of a loop. */
public final class WebSocketClient implements Layer.Factory {
  /** With its header such a piece is less than a record of TLS. */
  private static final int BUFFER_BYTES = 1 << 14;

  private final WebSocketSettings settings;
  private final SplittableRandom random;
  private final ByteBuffer frame = ByteBuffer.allocateDirect(BUFFER_BYTES);

  /**
   * A client.
   *
   * @param seed of the keys and masks. They guard proxies against a script's choice of bytes (RFC
   *     6455, section 10.3), and no script chooses ours, so they need not be a secret.
   */
  public WebSocketClient(WebSocketSettings settings, long seed) {
    this.settings = settings;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public Layer layer() {
    return new WebSocketLayer(this);
  }

  Upgrade upgrade() {
    return new Upgrade(settings, random.nextLong(), random.nextLong());
  }

  int mask() {
    return random.nextInt();
  }

  /** A frame on its way out. */
  ByteBuffer frame() {
    return frame.clear();
  }
}
