// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.websocket;

import java.util.Map;

/**
 * Request for a WebSocket.
 *
 * @param host of the server as a URL has it, with its port unless that is the standard one
 * @param path with the query, if there is one: {@code /devices}
 * @param subprotocol that the server has to choose, such as {@code chat}
 * @param headers others, such as {@code Authorization}
 */
public record WebSocketSettings(
    String host, String path, String subprotocol, Map<String, String> headers) {
  /** With a copy of the headers. */
  public WebSocketSettings {
    headers = Map.copyOf(headers);
    for (String each : headers.keySet()) {
      requireOneLine(each);
    }
    headers.values().forEach(WebSocketSettings::requireOneLine);
    requireOneLine(host);
    requireOneLine(path);
    requireOneLine(subprotocol);
  }

  private static void requireOneLine(String value) {
    if (value.chars().anyMatch(each -> each < ' ' || each > '~')) {
      throw new IllegalArgumentException("expected printable ASCII characters: " + value);
    }
  }
}
