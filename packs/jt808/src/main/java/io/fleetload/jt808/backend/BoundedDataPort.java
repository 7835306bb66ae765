// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import io.nats.client.impl.SocketDataPortWithWriteTimeout;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A connection to NATS that ends where NATS announces more than a platform ever sends. The client
 * makes room for as much as is announced, before a byte of it is there. Made by the client, by its
 * name.
 */
public final class BoundedDataPort extends SocketDataPortWithWriteTimeout {
  /** An INFO that names some thousand servers is shorter. */
  static final int LONGEST_LINE = 1 << 20;

  /** A batch of locations has some kB, and NATS itself takes 1 MB by default. */
  static final long LARGEST_MESSAGE = 8 << 20;

  private static final int LINE_END = 2;
  private static final int LONGEST_OPERATION = 5;

  /** Prefix of a line that announces a message. */
  private static final Pattern MESSAGE =
      Pattern.compile("MSG\\s.*|HMSG\\s", Pattern.CASE_INSENSITIVE);

  /** Of a line: {@code MSG subject sid size}, {@code HMSG subject sid headers size}. */
  private final StringBuilder operation = new StringBuilder(LONGEST_OPERATION);

  private int line;
  private long number;
  private long payloadLeft;

  /** NATS announced more than there may be. */
  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    TooLarge(String what) {
      super(what);
    }
  }

  /** For the client. */
  public BoundedDataPort() {}

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    int count = super.read(to, offset, length);
    look(to, offset, count);
    return count;
  }

  /**
   * Looks at what came.
   *
   * @throws TooLarge if that announces too much
   */
  void look(byte[] from, int offset, int count) throws TooLarge {
    int end = offset + count;
    for (int at = offset; at < end; at++) {
      if (payloadLeft > 0) {
        int skipped = (int) Math.min(payloadLeft, end - at);
        payloadLeft -= skipped;
        at += skipped - 1;
      } else {
        take(from[at]);
      }
    }
  }

  private void take(byte octet) throws TooLarge {
    if (octet == '\n') {
      endLine();
      return;
    }
    if (++line > LONGEST_LINE) {
      throw new TooLarge(
          String.format(
              Locale.ROOT, "a line of its protocol has more than %,d bytes", LONGEST_LINE));
    }
    if (operation.length() < LONGEST_OPERATION) {
      operation.append((char) octet);
    }
    if (octet >= '0' && octet <= '9') {
      number = Math.min(number * 10 + octet - '0', Integer.MAX_VALUE);
    } else if (octet != '\r') {
      number = 0;
    }
  }

  private void endLine() throws TooLarge {
    if (MESSAGE.matcher(operation).matches()) {
      if (number > LARGEST_MESSAGE) {
        throw new TooLarge(
            String.format(
                Locale.ROOT,
                "it announces a message of %,d bytes, of at most %,d",
                number,
                LARGEST_MESSAGE));
      }
      payloadLeft = number + LINE_END;
    }
    operation.setLength(0);
    line = 0;
    number = 0;
  }
}
