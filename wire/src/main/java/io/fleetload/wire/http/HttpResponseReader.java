// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Reads the responses of a connection (RFC 9112, sections 2.2, 4, 6 and 7.1). Interim responses are
 * passed over. What it holds of a response is dropped when it is whole.
 */
final class HttpResponseReader {
  private static final int MOST_HEAD_BYTES = 1 << 14;
  private static final int MOST_BODY_BYTES = 1 << 20;
  private static final int FIRST_BYTES = 256;
  private static final byte[] NOTHING = {};
  private static final int UNTIL_THE_END = -1;
  private static final int CHUNKED = -2;

  private enum State {
    HEAD,
    BODY,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILER
  }

  private State state = State.HEAD;
  private HttpResponse begun;

  /** Bytes of the head, of the body or of a line, as far as they came. */
  private byte[] taken = NOTHING;

  private int length;

  /** Number of bytes of the body, or of the chunk, that are still to come. */
  private int missing;

  /** The body as far as its chunks came. */
  private byte[] body = NOTHING;

  /**
   * Takes bytes up to the end of a response; what follows is left in the buffer.
   *
   * @return the response; null if it is not whole
   * @throws HttpFault if what came is no response, or one that is too large
   */
  HttpResponse read(ByteBuffer bytes) throws HttpFault {
    while (bytes.hasRemaining()) {
      HttpResponse whole =
          switch (state) {
            case HEAD -> takeHead(bytes);
            case BODY -> takeBody(bytes);
            case CHUNK -> takeChunk(bytes);
            case CHUNK_SIZE, CHUNK_END, TRAILER -> takeLine(bytes);
          };
      if (whole != null) {
        return whole;
      }
    }
    return null;
  }

  /** The response that the end of the connection makes whole; null for none. */
  HttpResponse end() {
    return state == State.BODY && missing == UNTIL_THE_END
        ? whole(Arrays.copyOf(taken, length))
        : null;
  }

  private HttpResponse takeHead(ByteBuffer bytes) throws HttpFault {
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      if (length == 0 && (next == '\r' || next == '\n')) {
        // A server may have put an empty line behind the response before.
        continue;
      }
      add(next, MOST_HEAD_BYTES);
      if (next == '\n' && endsWithEmptyLine()) {
        String head = new String(taken, 0, length, StandardCharsets.ISO_8859_1);
        drop();
        return begin(head);
      }
      if (length == 5 && !startsAsHttp()) {
        throw new HttpFault(HttpFault.NOT_HTTP);
      }
    }
    return null;
  }

  private boolean startsAsHttp() {
    return taken[0] == 'H'
        && taken[1] == 'T'
        && taken[2] == 'T'
        && taken[3] == 'P'
        && taken[4] == '/';
  }

  private boolean endsWithEmptyLine() {
    return length > 1
        && (taken[length - 2] == '\n'
            || (length > 2 && taken[length - 2] == '\r' && taken[length - 3] == '\n'));
  }

  private HttpResponse begin(String head) throws HttpFault {
    int status = status(head);
    if (status < 200) {
      return null;
    }
    begun = new HttpResponse(status, head, NOTHING, false);
    missing = bodyLength();
    begun = new HttpResponse(status, head, NOTHING, isLast(head) || missing == UNTIL_THE_END);
    if (missing == 0) {
      return whole(NOTHING);
    }
    state = missing == CHUNKED ? State.CHUNK_SIZE : State.BODY;
    return null;
  }

  private static int status(String head) throws HttpFault {
    int space = head.indexOf(' ');
    boolean valid =
        head.startsWith("HTTP/1.")
            && space == 8
            && head.length() > 13
            && head.substring(9, 12).chars().allMatch(each -> each >= '0' && each <= '9')
            && head.charAt(9) != '0'
            && head.charAt(12) <= ' ';
    if (!valid) {
      throw new HttpFault(HttpFault.NOT_HTTP);
    }
    return Integer.parseInt(head.substring(9, 12));
  }

  private boolean isLast(String head) {
    String connection = begun.header("Connection");
    String options = connection == null ? "" : connection.toLowerCase(Locale.ROOT);
    return options.contains("close")
        || (head.startsWith("HTTP/1.0") && !options.contains("keep-alive"));
  }

  /** Section 6.3. */
  private int bodyLength() throws HttpFault {
    if (begun.status() == 204 || begun.status() == 304) {
      return 0;
    }
    String coding = begun.header("Transfer-Encoding");
    if (coding != null) {
      return coding.toLowerCase(Locale.ROOT).endsWith("chunked") ? CHUNKED : UNTIL_THE_END;
    }
    String given = begun.header("Content-Length");
    if (given == null) {
      return UNTIL_THE_END;
    }
    return number(given, 10);
  }

  private static int number(String digits, int radix) throws HttpFault {
    try {
      long number = Long.parseUnsignedLong(digits, radix);
      if (number < 0 || number > MOST_BODY_BYTES) {
        throw new HttpFault(HttpFault.TOO_LARGE);
      }
      return (int) number;
    } catch (NumberFormatException e) {
      throw new HttpFault(HttpFault.NOT_HTTP);
    }
  }

  private HttpResponse takeBody(ByteBuffer bytes) throws HttpFault {
    if (missing == UNTIL_THE_END) {
      while (bytes.hasRemaining()) {
        add(bytes.get(), MOST_BODY_BYTES);
      }
      return null;
    }
    return takeAll(bytes) ? whole(taken) : null;
  }

  private HttpResponse takeChunk(ByteBuffer bytes) {
    if (takeAll(bytes)) {
      int before = body.length;
      body = Arrays.copyOf(body, before + length);
      System.arraycopy(taken, 0, body, before, length);
      drop();
      state = State.CHUNK_END;
    }
    return null;
  }

  /** Takes what is missing; returns whether all of it is there. */
  private boolean takeAll(ByteBuffer bytes) {
    if (length == 0) {
      taken = new byte[missing];
    }
    int more = Math.min(missing, bytes.remaining());
    bytes.get(taken, length, more);
    length += more;
    missing -= more;
    return missing == 0;
  }

  private HttpResponse takeLine(ByteBuffer bytes) throws HttpFault {
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      if (next == '\n') {
        String line = new String(taken, 0, length, StandardCharsets.ISO_8859_1).strip();
        drop();
        return took(line);
      }
      add(next, MOST_HEAD_BYTES);
    }
    return null;
  }

  private HttpResponse took(String line) throws HttpFault {
    switch (state) {
      case CHUNK_SIZE -> {
        // Behind a semicolon are extensions, which mean nothing here.
        missing = number(line.split(";", 2)[0].strip(), 16);
        if (body.length + missing > MOST_BODY_BYTES) {
          throw new HttpFault(HttpFault.TOO_LARGE);
        }
        state = missing == 0 ? State.TRAILER : State.CHUNK;
      }
      case CHUNK_END -> {
        if (!line.isEmpty()) {
          throw new HttpFault(HttpFault.NOT_HTTP);
        }
        state = State.CHUNK_SIZE;
      }
      default -> {
        return line.isEmpty() ? whole(body) : null;
      }
    }
    return null;
  }

  private void add(byte next, int most) throws HttpFault {
    if (length == most) {
      throw new HttpFault(HttpFault.TOO_LARGE);
    }
    if (length == taken.length) {
      taken = Arrays.copyOf(taken, Math.max(FIRST_BYTES, Math.min(2 * length, most)));
    }
    taken[length++] = next;
  }

  private void drop() {
    taken = NOTHING;
    length = 0;
  }

  private HttpResponse whole(byte[] its) {
    HttpResponse whole = new HttpResponse(begun.status(), begun.head(), its, begun.last());
    state = State.HEAD;
    begun = null;
    body = NOTHING;
    drop();
    return whole;
  }
}
