// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/** Reads the whole body of a request, or says once that it is too large. */
final class BoundedBody {
  /** Far above any notification: a thousand entities have less than 1 MB. */
  static final int MOST = 16 << 20;

  private final Consumer<byte[]> read;
  private final Runnable tooLarge;
  private final Buffer body = Buffer.buffer();
  private boolean over;

  BoundedBody(HttpServerRequest request, Consumer<byte[]> read, Runnable tooLarge) {
    this.read = read;
    this.tooLarge = tooLarge;
    request.handler(this::take);
    request.endHandler(end -> end());
  }

  private void take(Buffer part) {
    if (over) {
      return;
    }
    if (body.length() + (long) part.length() > MOST) {
      over = true;
      tooLarge.run();
    } else {
      body.appendBuffer(part);
    }
  }

  private void end() {
    if (!over) {
      read.accept(body.getBytes());
    }
  }
}
