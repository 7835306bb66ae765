// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.jt808.profile.Terminals.Sticky;
import io.fleetload.wire.TcpConnection;
import java.nio.ByteBuffer;

/** Puts the frames of one terminal into writes, as the profile wants them packed. */
final class Writes {
  /** Longer than a server takes to read the first part. */
  private static final long SPLIT_NANOS = 1_000_000;

  private final TerminalWire wire;
  private final TcpConnection connection;
  private final Sticky sticky;

  /** Frames that wait for their write; null if there are no such frames. */
  private ByteBuffer waiting;

  Writes(TerminalWire wire, TcpConnection connection, Sticky sticky) {
    this.wire = wire;
    this.connection = connection;
    this.sticky = sticky;
  }

  /** Writes frames that follow each other. */
  void write(ByteBuffer frames) {
    if (waiting != null) {
      waiting = joined(waiting, frames);
      return;
    }
    switch (sticky) {
      case SINGLE -> connection.write(frames);
      case JOINED -> {
        waiting = frames;
        wire.loop().execute(this::flush);
      }
      case SPLIT -> {
        int half = frames.remaining() / 2;
        connection.write(frames.slice(0, half));
        waiting = frames.slice(half, frames.remaining() - half);
        wire.loop().after(SPLIT_NANOS, this::flush);
      }
    }
  }

  /** Writes what waits. */
  void flush() {
    ByteBuffer all = waiting;
    waiting = null;
    if (all != null) {
      connection.write(all);
    }
  }

  /** Forgets what waits; the connection is another one. */
  void clear() {
    waiting = null;
  }

  private static ByteBuffer joined(ByteBuffer first, ByteBuffer second) {
    ByteBuffer both = ByteBuffer.allocate(first.remaining() + second.remaining());
    return both.put(first).put(second).flip();
  }
}
