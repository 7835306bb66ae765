// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.driver.Cause;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A device's session of a protocol of lines: text in UTF-8, a line feed behind each. */
public abstract class LineLink extends TcpLink {
  /** Most bytes of a line; a server that sends more without a line feed takes no more memory. */
  static final int MOST_BYTES = 1 << 16;

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /** A link that is not connected; numbers of messages have 32 bits. */
  protected LineLink(LinkPlace place) {
    super(place, Integer.SIZE);
  }

  /** Takes a line that came. */
  protected abstract void take(String said);

  /** Writes a line. */
  protected final void say(String text) {
    connection().write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  protected final void read(ByteBuffer bytes) {
    while (bytes.hasRemaining() && connection().isOpen()) {
      byte next = bytes.get();
      if (next != '\n' && line.size() == MOST_BYTES) {
        broken(new Cause.Protocol("lineTooLong"));
      } else if (next != '\n') {
        line.write(next);
      } else {
        String whole = line.toString(StandardCharsets.UTF_8);
        line.reset();
        take(whole);
      }
    }
  }

  @Override
  protected void login() {
    line.reset();
  }
}
