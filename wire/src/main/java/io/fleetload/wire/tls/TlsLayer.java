// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import io.fleetload.wire.Layer;
import io.fleetload.wire.LayerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/**
 * TLS of one connection (RFC 8446, RFC 5246), the client's side. A thread beside the loop has the
 * engine while it handshakes, the loop's from then on.
 */
final class TlsLayer extends Layer {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** From a server that goes on sending while its handshake waits for our thread. */
  private static final int MOST_HELD_BYTES = 1 << 18;

  private final TlsClient client;
  private final int device;

  /** Null before the socket is open and after the handshake. */
  private TlsHandshake handshake;

  private SSLEngine engine;

  /** Bytes that came and are not unwrapped; null if there are no such bytes. */
  private ByteBuffer held;

  private boolean busy;
  private boolean over;
  private IOException why;

  TlsLayer(TlsClient client, int device) {
    this.client = client;
    this.device = device;
  }

  @Override
  public void connected() {
    handshake = new TlsHandshake(client, device);
    turn();
  }

  @Override
  public void received(ByteBuffer bytes) {
    if (!isOpen()) {
      hold(bytes);
      if (held.remaining() > MOST_HELD_BYTES) {
        end(
            new TlsException(
                TlsException.TlsCheck.PROTOCOL,
                "the server sends too much in the handshake",
                null));
      } else if (!busy) {
        turn();
      }
    } else if (held == null) {
      unwrap(bytes);
      hold(bytes);
    } else {
      join(bytes);
    }
  }

  /** Keeps the rest of what came. */
  private void hold(ByteBuffer bytes) {
    if (bytes.hasRemaining() && isAttached()) {
      int before = held == null ? 0 : held.remaining();
      ByteBuffer all = ByteBuffer.allocate(before + bytes.remaining());
      held = (before == 0 ? all : all.put(held)).put(bytes).flip();
    }
  }

  /** Lets the other thread go on with the handshake. */
  private void turn() {
    busy = true;
    ByteBuffer input = held == null ? NOTHING : held;
    held = null;
    TlsHandshake current = handshake;
    client
        .handshakes()
        .execute(
            () -> {
              TlsHandshake.Turn done = current.turn(input);
              client.loop().execute(() -> after(done));
            });
  }

  private void after(TlsHandshake.Turn done) {
    busy = false;
    if (!isAttached()) {
      return;
    }
    ByteBuffer arrived = held;
    held = null;
    hold(done.rest());
    if (arrived != null) {
      hold(arrived);
    }
    engine = handshake.engine();
    send(done.output());
    if (!isAttached()) {
      return;
    }
    if (done.failure() != null) {
      end(TlsException.of(done.failure(), client.settings()));
    } else if (done.complete()) {
      complete();
    } else if (arrived != null) {
      turn();
    } else if (over) {
      ended(why);
    }
  }

  private void complete() {
    client.count(handshake.resumed());
    handshake = null;
    opened();
    ByteBuffer rest = held;
    held = null;
    if (rest != null && isAttached()) {
      received(rest);
    }
    if (over && isAttached()) {
      report(why);
    }
  }

  /** Goes on with a record of which a part came before. */
  private void join(ByteBuffer bytes) {
    ByteBuffer joint = client.joint().put(held);
    held = null;
    while (bytes.hasRemaining() && isAttached()) {
      int count = Math.min(bytes.remaining(), joint.remaining());
      joint.put(bytes.slice(bytes.position(), count));
      bytes.position(bytes.position() + count);
      unwrap(joint.flip());
      joint.compact();
    }
    hold(joint.flip());
  }

  private void unwrap(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining() && isAttached()) {
        ByteBuffer plain = client.plain();
        SSLEngineResult result = engine.unwrap(bytes, plain);
        if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
          return;
        }
        if (result.getStatus() == Status.BUFFER_OVERFLOW) {
          throw new SSLException("a record is larger than TLS has them");
        }
        if (plain.flip().hasRemaining()) {
          deliver(plain);
        }
        if (result.getStatus() == Status.CLOSED) {
          end(null);
        } else if (isAttached()) {
          goOn(engine.getHandshakeStatus());
        }
      }
    } catch (SSLException e) {
      end(TlsException.of(e, client.settings()));
    }
  }

  /** The server asks for something after the handshake. */
  private void goOn(HandshakeStatus status) throws SSLException {
    if (status == HandshakeStatus.NEED_WRAP) {
      // The answer to a KeyUpdate (RFC 8446, section 4.6.3).
      ByteBuffer cipher = client.cipher();
      var unused = engine.wrap(NOTHING, cipher);
      answer(cipher.flip());
    } else if (status != HandshakeStatus.NOT_HANDSHAKING) {
      end(
          new TlsException(
              TlsException.TlsCheck.PROTOCOL,
              "the server wants another handshake on the same connection",
              null));
    }
  }

  @Override
  protected void write(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining() && isAttached()) {
        ByteBuffer cipher = client.cipher();
        int record = engine.getSession().getPacketBufferSize();
        while (bytes.hasRemaining() && cipher.remaining() >= record) {
          if (engine.wrap(bytes, cipher).getStatus() != Status.OK) {
            throw new SSLException("the engine is closed");
          }
        }
        send(cipher.flip());
      }
    } catch (SSLException e) {
      end(TlsException.of(e, client.settings()));
    }
  }

  @Override
  protected void leave() {
    if (handshake != null) {
      handshake.giveUp();
    }
    if (!busy && engine != null) {
      ByteBuffer cipher = client.cipher();
      TlsHandshake.close(engine, cipher);
      send(cipher.flip());
    }
  }

  @Override
  public void ended(IOException failure) {
    if (busy) {
      // What came before may say why.
      over = true;
      why = failure;
    } else if (isOpen() || handshake == null || failure instanceof LayerException) {
      report(failure);
    } else {
      String how = failure == null ? "closed the connection" : "broke the connection";
      report(
          new TlsException(
              TlsException.TlsCheck.END,
              "the server %s in the TLS handshake; does it speak TLS at this port?".formatted(how),
              failure));
    }
  }
}
