// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpResponseReaderTest {
  private final HttpResponseReader reader = new HttpResponseReader();

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private HttpResponse read(String text) throws HttpFault {
    return reader.read(bytes(text));
  }

  private static String body(HttpResponse response) {
    return new String(response.body(), StandardCharsets.ISO_8859_1);
  }

  @Test
  void aBodyIsAsLongAsItsHeadSays() throws Exception {
    HttpResponse response =
        read("HTTP/1.1 200 OK\r\nhono-command: set\r\ncontent-length: 5\r\n\r\nhello");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.isSuccess()).isTrue();
    assertThat(response.header("Hono-Command")).isEqualTo("set");
    assertThat(response.header("hono")).isNull();
    assertThat(response.last()).isFalse();
    assertThat(body(response)).isEqualTo("hello");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\nContent-Length:2\n\nhi",
        "\nHTTP/1.1 200 OK\nTransfer-Encoding: gzip, chunked\n\n2;x=y\nhe\nA\n0123456789\n0\nE: 1\n\n",
        "HTTP/1.1 204 No Content\r\n\r\n"
      })
  void byteByByteItIsTheSame(String text) throws Exception {
    HttpResponse whole = read(text);
    HttpResponse last = null;
    for (int i = 0; i < text.length(); i++) {
      assertThat(last).as("before byte %d".formatted(i)).isNull();
      last = read(text.substring(i, i + 1));
    }

    assertThat(last.status()).isEqualTo(whole.status());
    assertThat(body(last)).isEqualTo(body(whole));
    assertThat(last.head()).isEqualTo(whole.head());
  }

  @Test
  void chunksAreOneBody() throws Exception {
    HttpResponse response =
        read(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n");

    assertThat(body(response)).isEqualTo("hello");
  }

  @Test
  void whatFollowsAResponseIsLeftInTheBuffer() throws Exception {
    ByteBuffer two = bytes("HTTP/1.1 204 A\r\n\r\nHTTP/1.1 503 B\r\nContent-Length: 0\r\n\r\n");

    assertThat(reader.read(two).status()).isEqualTo(204);
    assertThat(two.hasRemaining()).isTrue();
    HttpResponse second = reader.read(two);
    assertThat(second.cause().key()).isEqualTo("protocol.http.503");
    assertThat(second.isSuccess()).isFalse();
  }

  @Test
  void withoutALengthTheEndOfTheConnectionEndsIt() throws Exception {
    assertThat(read("HTTP/1.1 200 OK\r\n\r\nhel")).isNull();
    assertThat(read("lo")).isNull();

    HttpResponse response = reader.end();

    assertThat(body(response)).isEqualTo("hello");
    assertThat(response.last()).isTrue();
  }

  @Test
  void aBodyThatIsCutIsNoResponse() throws Exception {
    assertThat(read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")).isNull();

    assertThat(reader.end()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"
      })
  void theLastOfAConnectionSaysSo(String text) throws Exception {
    assertThat(read(text).last()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "HTTP/2 200 OK\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 099 OK\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"
      })
  void whatIsNoResponseIsAFault(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(HttpFault.class)
        .hasMessage("protocol.answer.notHttp");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n"
      })
  void aBodyOfMoreThanAMebibyteIsAFault(String text) {
    assertThatThrownBy(() -> read(text)).hasMessage("protocol.answer.tooLarge");
  }

  @Test
  void aHeadWithoutEndIsAFault() {
    String line = "HTTP/1.1 200 OK\r\nx: " + "y".repeat(20_000);

    assertThatThrownBy(() -> read(line)).hasMessage("protocol.answer.tooLarge");
  }
}
