// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.nio.ByteBuffer;

/**
 * Finds the frames in what a connection receives, however it is cut. It holds bytes only while a
 * frame is begun and not ended, at most {@value #MOST_HELD}. Nothing is thrown, whatever comes.
 */
public final class FrameReader {
  /** The most bytes that a reader holds. */
  public static final int MOST_HELD = 1_045;

  private final Frame frame;
  private final Listener listener;
  private State state = State.OUTSIDE;
  private boolean saidOutside;
  private boolean wasReset;
  private byte[] held;

  private enum State {
    OUTSIDE,
    INSIDE,
    ESCAPED,
    /** In a frame that is known to be faulty, up to its end. */
    SKIPPING
  }

  /** Gets what is read. */
  public interface Listener {
    /** A message, or a fragment of one; the frame holds until this returns. */
    void received(Frame frame);

    /** Bytes that are not a message. */
    void faulty(FrameFault fault);
  }

  /**
   * A reader of one connection.
   *
   * @param frame where frames are read; all readers of a thread may share it, as long as no
   *     listener makes another of them read
   */
  public FrameReader(Frame frame, Listener listener) {
    this.frame = frame;
    this.listener = listener;
  }

  /** Reads all bytes that are left in a buffer. */
  public void read(ByteBuffer received) {
    wasReset = false;
    resume();
    while (received.hasRemaining() && !wasReset) {
      take(received.get());
    }
    received.position(received.limit());
    pause();
  }

  /**
   * Forgets what was begun, for a new connection. Called by the listener, it also drops the rest of
   * what is being read.
   */
  public void reset() {
    state = State.OUTSIDE;
    saidOutside = false;
    wasReset = true;
    held = null;
  }

  /** Bytes held of a frame that is begun. */
  int held() {
    return held == null ? 0 : held.length;
  }

  private void resume() {
    if (held != null) {
      frame.restore(held);
      held = null;
    } else {
      frame.clear();
    }
  }

  private void pause() {
    boolean isOpen = state == State.INSIDE || state == State.ESCAPED;
    held = isOpen && frame.length() > 0 ? frame.copy() : null;
  }

  private void take(byte octet) {
    switch (state) {
      case OUTSIDE -> outside(octet);
      case INSIDE -> inside(octet);
      case ESCAPED -> escaped(octet);
      case SKIPPING -> state = octet == FrameWriter.FLAG ? State.OUTSIDE : State.SKIPPING;
    }
  }

  private void outside(byte octet) {
    if (octet == FrameWriter.FLAG) {
      state = State.INSIDE;
      saidOutside = false;
      frame.clear();
    } else if (!saidOutside) {
      saidOutside = true;
      listener.faulty(FrameFault.OUTSIDE_A_FRAME);
    }
  }

  private void inside(byte octet) {
    if (octet == FrameWriter.ESCAPE) {
      state = State.ESCAPED;
    } else if (octet != FrameWriter.FLAG) {
      append(octet);
    } else if (frame.length() > 0) {
      // A flag behind a flag begins a frame: the first one ended one that had lost its beginning.
      state = State.OUTSIDE;
      end();
    }
  }

  private void escaped(byte octet) {
    if (octet == 1 || octet == 2) {
      state = State.INSIDE;
      append((byte) (FrameWriter.PLAIN + octet));
    } else {
      state = octet == FrameWriter.FLAG ? State.OUTSIDE : State.SKIPPING;
      listener.faulty(FrameFault.ESCAPE);
    }
  }

  private void append(byte octet) {
    if (!frame.append(octet)) {
      state = State.SKIPPING;
      listener.faulty(FrameFault.TOO_LONG);
    }
  }

  private void end() {
    FrameFault fault = frame.check();
    if (fault == null) {
      listener.received(frame);
    } else {
      listener.faulty(fault);
    }
  }
}
