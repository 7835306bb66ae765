// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/**
 * Handshake of one connection, in turns on the thread of the handshakes: a key agreement and the
 * checks of signatures take a millisecond and more.
 */
final class TlsHandshake {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** Types of the records that a server may begin with (RFC 8446, section 5.1). */
  private static final byte ALERT = 21;

  private static final byte HANDSHAKE = 22;

  private final TlsClient client;
  private final int device;
  private SSLEngine engine;
  private long begunMillis;
  private boolean answered;

  /** Set by the loop: the connection is gone while a turn of it waits. */
  private volatile boolean givenUp;

  /**
   * Outcome of a turn.
   *
   * @param output what to send
   * @param rest of the input
   * @param complete whether there is nothing more to do
   * @param failure null if it goes on or is complete
   */
  record Turn(ByteBuffer output, ByteBuffer rest, boolean complete, Exception failure) {}

  TlsHandshake(TlsClient client, int device) {
    this.client = client;
    this.device = device;
  }

  SSLEngine engine() {
    return engine;
  }

  void giveUp() {
    givenUp = true;
  }

  /** Returns whether the session of this complete handshake is older than it. */
  boolean resumed() {
    return engine.getSession().getCreationTime() < begunMillis;
  }

  /** Takes what came as far as it goes. */
  Turn turn(ByteBuffer input) {
    ByteBuffer flight = client.flight();
    Exception failure = null;
    boolean complete = false;
    try {
      complete = !givenUp && advance(input, flight);
    } catch (IOException | RuntimeException e) {
      failure = e;
      // The alert that says why.
      close(engine, flight);
    }
    flight.flip();
    ByteBuffer output = ByteBuffer.allocate(flight.remaining()).put(flight).flip();
    return new Turn(output, input, complete, failure);
  }

  private boolean advance(ByteBuffer input, ByteBuffer flight) throws IOException {
    if (engine == null) {
      begunMillis = System.currentTimeMillis();
      engine = client.engine(device);
      engine.beginHandshake();
    } else if (!answered) {
      answered = true;
      requireRecord(input.get(input.position()));
    }
    while (true) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> {
          Runnable task;
          while ((task = engine.getDelegatedTask()) != null) {
            task.run();
          }
        }
        case NEED_WRAP -> require(engine.wrap(NOTHING, flight));
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          SSLEngineResult result = engine.unwrap(input, client.noData());
          if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
            return false;
          }
          require(result);
        }
        default -> {
          return true;
        }
      }
    }
  }

  /** Another protocol may look like a very long record, for which we would wait. */
  private static void requireRecord(byte type) throws TlsException {
    if (type != ALERT && type != HANDSHAKE) {
      throw new TlsException(
          TlsException.TlsCheck.NO_TLS, "the server does not speak TLS at this port", null);
    }
  }

  private static void require(SSLEngineResult result) throws SSLException {
    if (result.getStatus() != Status.OK) {
      throw new SSLException("the handshake ended: " + result.getStatus());
    }
  }

  /** Writes an engine's last word: a close_notify, or the alert of what failed. */
  static void close(SSLEngine engine, ByteBuffer cipher) {
    if (engine == null) {
      return;
    }
    engine.closeOutbound();
    try {
      while (!engine.isOutboundDone() && engine.wrap(NOTHING, cipher).bytesProduced() > 0) {
        // Until it has said all.
      }
    } catch (SSLException e) {
      // Then it has no last word.
    }
  }
}
