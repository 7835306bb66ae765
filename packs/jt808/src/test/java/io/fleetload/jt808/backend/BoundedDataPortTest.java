// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedDataPortTest {
  private final BoundedDataPort port = new BoundedDataPort();

  private void comes(String text) throws BoundedDataPort.TooLarge {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    port.look(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MSG 0x0200 1 2147483000\r\n",
        "msg 0x0200 1 reply 8388609\r\n",
        "HMSG 0x0200 1 12 99999999999999999999\r\n"
      })
  void anAnnouncementOfTooMuchIsRefused(String line) {
    assertThatThrownBy(() -> comes("PING\r\n" + line)).isInstanceOf(BoundedDataPort.TooLarge.class);
  }

  @Test
  void whatALargeMessageHoldsAnnouncesNothing() {
    String inside = "\r\nMSG 0x0200 1 2147483000\r\n";
    String stream =
        ("INFO {\"max_payload\":2147483000}\r\nMSG 0x0704 2 " + inside.length() + "\r\n")
            + inside
            + "\r\nMSG 2147483000 1 0\r\n\r\nPONG\r\n";
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      assertThatCode(
              () -> {
                for (int at = 0; at < stream.length(); ) {
                  int end = Math.min(stream.length(), at + 1 + random.nextInt(30));
                  comes(stream.substring(at, end));
                  at = end;
                }
              })
          .doesNotThrowAnyException();
    }
  }

  @Test
  void aLineWithoutEndIsRefused() {
    String part = "x".repeat(1 << 16);
    assertThatThrownBy(
            () -> {
              comes("INFO ");
              for (int i = 0; i < 17; i++) {
                comes(part);
              }
            })
        .isInstanceOf(BoundedDataPort.TooLarge.class);
  }
}
