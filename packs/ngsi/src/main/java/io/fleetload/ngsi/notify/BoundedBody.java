// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.BiConsumer;

/**
 * Reads the whole body of a request once there is room for it, or says at its end that it was too
 * large. Of one that is too large nothing is kept.
 */
final class BoundedBody {
  /** Far above any notification: a thousand entities have less than 1 MB. */
  static final int MOST = 16 << 20;

  private final HttpServerRequest request;
  private final BodyRoom room;
  private final BiConsumer<byte[], Runnable> read;
  private final Runnable tooLarge;
  private final int length;
  private Buffer body;
  private boolean holds;
  private boolean over;
  private boolean ended;

  /**
   * Begins to read.
   *
   * @param room where it leaves what it took, once {@code read} has run what it is given
   * @param read gets the body, and what to run when it is needed no more
   */
  BoundedBody(
      Context context,
      HttpServerRequest request,
      BodyRoom room,
      BiConsumer<byte[], Runnable> read,
      Runnable tooLarge) {
    this.request = request;
    this.room = room;
    this.read = read;
    this.tooLarge = tooLarge;
    long announced = announced(request);
    this.over = announced > MOST;
    this.length = (int) Math.min(announced, MOST);
    request.exceptionHandler(broken -> end());
    request.endHandler(end -> whole());
    request.handler(this::take);
    if (!over) {
      request.pause();
      room.enter(length, () -> context.runOnContext(now -> begin()));
    }
  }

  /** One that does not say how long it is may be as long as any. */
  private static long announced(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    return length == null ? MOST : Long.parseLong(length);
  }

  private void begin() {
    holds = true;
    if (ended) {
      leave();
      return;
    }
    body = Buffer.buffer(request.getHeader("Content-Length") == null ? 0 : length);
    request.resume();
  }

  private void take(Buffer part) {
    // What had come before the connection broke is handed over after that.
    if (over || ended) {
      return;
    }
    if (body.length() + (long) part.length() > MOST) {
      over = true;
      body = null;
    } else {
      body.appendBuffer(part);
    }
  }

  private void whole() {
    if (over) {
      end();
      tooLarge.run();
    } else if (!ended) {
      ended = true;
      read.accept(body.getBytes(), this::leave);
      body = null;
    }
  }

  /** The rest of it does not come. */
  private void end() {
    if (ended) {
      return;
    }
    ended = true;
    body = null;
    if (holds) {
      leave();
    }
  }

  private void leave() {
    holds = false;
    room.leave(length);
  }
}
