// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import java.nio.ByteBuffer;

/**
 * The way out of a connection, as a protocol's session sees it: plain bytes, whatever lies between
 * it and the network. All calls are made on the loop's thread; none of them blocks.
 */
public interface TcpStream {
  /** Returns whether bytes can be written. */
  boolean isOpen();

  /**
   * Writes bytes, in a buffer that is the stream's from now on; of a connection that is not open
   * they are dropped.
   */
  void write(ByteBuffer bytes);

  /**
   * Writes bytes from a buffer that the caller uses again. They are taken before this returns or
   * calls a listener.
   */
  void writeShared(ByteBuffer bytes);

  /** Number of bytes that the other side has not taken yet. */
  long unwrittenBytes();

  /** Closes it; the other side reads to the end of what was written. */
  void close();

  /** Loses it as a device does in a power cut: what is on the way is thrown away. */
  void lose();
}
