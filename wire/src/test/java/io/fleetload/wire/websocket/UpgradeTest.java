// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpgradeTest {
  private final Upgrade upgrade =
      new Upgrade(
          new WebSocketSettings(
              "broker:8083", "/mqtt", "mqtt", Map.of("Authorization", "Bearer abc")),
          1,
          2);

  private final String key = header("Sec-WebSocket-Key: ");

  private String header(String name) {
    String request = StandardCharsets.US_ASCII.decode(upgrade.request()).toString();
    return request
        .lines()
        .filter(each -> each.startsWith(name))
        .findFirst()
        .orElseThrow()
        .substring(name.length());
  }

  private String good() {
    return """
        HTTP/1.1 101 Switching Protocols
        upgrade: WebSocket
        connection: keep-alive, Upgrade
        Sec-WebSocket-Accept: ACCEPT
        Sec-WebSocket-Protocol: mqtt

        """
        .replace("ACCEPT", Upgrade.accept(key))
        .replace("\n", "\r\n");
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void theRequestIsThatOfTheStandard() {
    assertThat(StandardCharsets.US_ASCII.decode(upgrade.request()).toString())
        .isEqualTo(
            """
            GET /mqtt HTTP/1.1
            Host: broker:8083
            Upgrade: websocket
            Connection: Upgrade
            Sec-WebSocket-Key: AAAAAAAAAAEAAAAAAAAAAg==
            Sec-WebSocket-Version: 13
            Sec-WebSocket-Protocol: mqtt
            Authorization: Bearer abc

            """
                .replace("\n", "\r\n"));
    assertThat(Upgrade.accept("dGhlIHNhbXBsZSBub25jZQ=="))
        .as("the example of RFC 6455, section 1.3")
        .isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  }

  @Test
  void whatFollowsTheAnswerIsLeft() throws Exception {
    String answer = good();
    for (int split = 0; split <= answer.length(); split++) {
      Upgrade each = new Upgrade(new WebSocketSettings("a", "/", "mqtt", Map.of()), 1, 2);
      ByteBuffer rest = bytes(answer.substring(split) + "abc");
      assertThat(each.take(bytes(answer.substring(0, split)))).isEqualTo(split == answer.length());
      if (split < answer.length()) {
        assertThat(each.take(rest)).isTrue();
        assertThat(rest.remaining()).isEqualTo(3);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "101 Switching Protocols | 404 Not Found"
            + "| expected the server to answer the upgrade of /mqtt with 101, got: HTTP/1.1 404 Not Found",
        "101 Switching Protocols | no number"
            + "| the server's answer to the upgrade is malformed: HTTP/1.1 no number",
        "HTTP/1.1 101 | SSH-2.0-x | the server does not speak HTTP at this port",
        "upgrade: WebSocket | upgrade: h2c"
            + "| expected Upgrade: websocket in the server's answer to the upgrade, got h2c",
        "keep-alive, Upgrade | close"
            + "| expected Connection: Upgrade in the server's answer to the upgrade, got close",
        "Sec-WebSocket-Protocol: mqtt | A: b"
            + "| expected Sec-WebSocket-Protocol: mqtt in the server's answer to the upgrade, got no such header",
        "Protocol: mqtt | Protocol: mqttv3.1"
            + "| expected Sec-WebSocket-Protocol: mqtt in the server's answer to the upgrade, got mqttv3.1",
        "Sec-WebSocket-Protocol: mqtt | no colon"
            + "| the server's answer to the upgrade has a malformed header: no colon",
        "connection: | Sec-WebSocket-Extensions: permessage-deflate~connection:"
            + "| expected Sec-WebSocket-Extensions: none in the server's answer to the upgrade, got permessage-deflate",
      })
  void anAnswerThatOpensNoWebSocket(String part, String instead, String how) {
    String answer = good().replace(part, instead.replace("~", "\r\n"));
    assertThatThrownBy(() -> upgrade.take(bytes(answer)))
        .isInstanceOf(WebSocketException.class)
        .hasMessage(how);
  }

  @Test
  void anotherAcceptKey() {
    String answer = good().replace(Upgrade.accept(key), "x3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assertThatThrownBy(() -> upgrade.take(bytes(answer)))
        .hasMessageStartingWith("expected Sec-WebSocket-Accept: " + Upgrade.accept(key));
  }

  @Test
  void aHeadWithoutAnEnd() {
    String answer = good().replace("\r\n\r\n", "\r\nA: " + "b".repeat(20_000));
    assertThatThrownBy(() -> upgrade.take(bytes(answer)))
        .hasMessage("the server's answer to the upgrade has a head of more than 16 KiB");
  }

  @Test
  void aHeaderOfMoreLinesIsRefused() {
    assertThatThrownBy(
            () -> new WebSocketSettings("a", "/", "mqtt", Map.of("A", "b\r\nHost: other")))
        .hasMessageStartingWith("expected printable ASCII characters: ");
  }
}
