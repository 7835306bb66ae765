// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The request for a WebSocket and its answer, by HTTP/1.1 (RFC 6455, section 4). */
final class Upgrade {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final String END = "\r\n";
  private static final int MOST_BYTES = 1 << 14;
  private static final int MOST_SHOWN = 60;
  private static final int SWITCHING = 101;

  private final WebSocketSettings settings;
  private final String key;
  private byte[] head = new byte[256];
  private int length;

  Upgrade(WebSocketSettings settings, long one, long other) {
    this.settings = settings;
    this.key =
        Base64.getEncoder()
            .encodeToString(ByteBuffer.allocate(16).putLong(one).putLong(other).array());
  }

  ByteBuffer request() {
    StringBuilder text = new StringBuilder("GET ").append(settings.path()).append(" HTTP/1.1");
    header(text, "Host", settings.host());
    header(text, "Upgrade", "websocket");
    header(text, "Connection", "Upgrade");
    header(text, "Sec-WebSocket-Key", key);
    header(text, "Sec-WebSocket-Version", "13");
    header(text, "Sec-WebSocket-Protocol", settings.subprotocol());
    settings.headers().forEach((name, value) -> header(text, name, value));
    return ByteBuffer.wrap(text.append(END + END).toString().getBytes(StandardCharsets.US_ASCII));
  }

  private static void header(StringBuilder text, String name, String value) {
    text.append(END).append(name).append(": ").append(value);
  }

  /**
   * Takes the answer as far as it came; what follows it is left in the buffer.
   *
   * @return whether it is whole
   * @throws WebSocketException if it does not open the WebSocket
   */
  boolean take(ByteBuffer bytes) throws WebSocketException {
    while (bytes.hasRemaining()) {
      if (length == MOST_BYTES) {
        throw new WebSocketException(
            0, "the server's answer to the upgrade has a head of more than 16 KiB");
      }
      if (length == head.length) {
        head = Arrays.copyOf(head, Math.min(2 * length, MOST_BYTES));
      }
      head[length++] = bytes.get();
      if (isWhole()) {
        check(new String(head, 0, length, StandardCharsets.ISO_8859_1).split(END));
        return true;
      }
      if (length == 5 && !new String(head, 0, 5, StandardCharsets.ISO_8859_1).equals("HTTP/")) {
        throw new WebSocketException(0, "the server does not speak HTTP at this port");
      }
    }
    return false;
  }

  private boolean isWhole() {
    return length >= 4
        && head[length - 1] == '\n'
        && head[length - 2] == '\r'
        && head[length - 3] == '\n'
        && head[length - 4] == '\r';
  }

  private void check(String[] lines) throws WebSocketException {
    String[] status = lines[0].split(" ", 3);
    if (status.length < 2 || !status[1].matches("[1-5][0-9]{2}")) {
      throw new WebSocketException(
          0, "the server's answer to the upgrade is malformed: " + shown(lines[0]));
    }
    int code = Integer.parseInt(status[1]);
    if (code != SWITCHING) {
      throw new WebSocketException(
          code,
          "expected the server to answer the upgrade of %s with 101, got: %s"
              .formatted(settings.path(), shown(lines[0])));
    }
    Map<String, String> headers = headers(lines);
    require(headers, "Upgrade", "websocket");
    requireToken(headers.get("Connection"));
    requireExactly(headers, "Sec-WebSocket-Accept", accept(key));
    requireExactly(headers, "Sec-WebSocket-Protocol", settings.subprotocol());
    if (headers.containsKey("Sec-WebSocket-Extensions")) {
      throw wrong("Sec-WebSocket-Extensions", "none", headers.get("Sec-WebSocket-Extensions"));
    }
  }

  /** Of names with more than one line, those lines as one list. */
  private static Map<String, String> headers(String[] lines) throws WebSocketException {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String each : Arrays.asList(lines).subList(1, lines.length)) {
      int colon = each.indexOf(':');
      if (colon < 1) {
        throw new WebSocketException(
            0, "the server's answer to the upgrade has a malformed header: " + shown(each));
      }
      headers.merge(
          each.substring(0, colon),
          each.substring(colon + 1).strip(),
          (one, other) -> one + ", " + other);
    }
    return headers;
  }

  private static void require(Map<String, String> headers, String name, String value)
      throws WebSocketException {
    if (!value.equalsIgnoreCase(headers.get(name))) {
      throw wrong(name, value, headers.get(name));
    }
  }

  private static void requireExactly(Map<String, String> headers, String name, String value)
      throws WebSocketException {
    if (!value.equals(headers.get(name))) {
      throw wrong(name, value, headers.get(name));
    }
  }

  private static void requireToken(String connection) throws WebSocketException {
    String tokens = connection == null ? "" : connection.toLowerCase(Locale.ROOT);
    if (!Arrays.asList(tokens.split("\\s*,\\s*")).contains("upgrade")) {
      throw wrong("Connection", "Upgrade", connection);
    }
  }

  private static WebSocketException wrong(String name, String expected, String found) {
    return new WebSocketException(
        0,
        "expected %s: %s in the server's answer to the upgrade, got %s"
            .formatted(name, expected, found == null ? "no such header" : shown(found)));
  }

  /** A part of what a server wrote, in one line. */
  static String shown(String text) {
    String line = text.replaceAll("[^ -~]", "?");
    return line.length() > MOST_SHOWN ? line.substring(0, MOST_SHOWN) + "..." : line;
  }

  static String accept(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1")
              .digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
