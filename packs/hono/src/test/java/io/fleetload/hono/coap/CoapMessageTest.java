// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.OptionSet;
import org.eclipse.californium.core.coap.Response;
import org.eclipse.californium.core.coap.Token;
import org.eclipse.californium.core.network.serialization.UdpDataSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoapMessageTest {
  private final CoapMessage message = new CoapMessage();

  private static byte[] serviceUnavailable() {
    Response response = new Response(CoAP.ResponseCode.SERVICE_UNAVAILABLE);
    response.setType(CoAP.Type.CON);
    response.setMID(0x8001);
    response.setToken(new Token(new byte[] {(byte) 0xff, 0, 0, 1}));
    OptionSet options = response.getOptions();
    options.addETag(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    options.addLocationPath("a".repeat(12)).addLocationPath("b".repeat(13));
    options.addLocationPath("c".repeat(255));
    options.setMaxAge(300);
    options.setBlock1(6, true, 1_000);
    options.setSize1(70_000);
    response.setPayload("later");
    return new UdpDataSerializer().getByteArray(response);
  }

  @Test
  void everyPartIsReadAsItWasWritten() {
    byte[] bytes = serviceUnavailable();
    byte[] inTheMiddle = new byte[bytes.length + 7];
    System.arraycopy(bytes, 0, inTheMiddle, 3, bytes.length);

    assertThat(message.read(inTheMiddle, 3, bytes.length)).isTrue();
    assertThat(message.type()).isEqualTo(CoapMessage.CONFIRMABLE);
    assertThat(message.codeText()).isEqualTo("5.03");
    assertThat(message.isResponse()).isTrue();
    assertThat(message.isSuccess()).isFalse();
    assertThat(message.messageId()).isEqualTo(0x8001);
    assertThat(message.hasToken(0xff000001)).isTrue();
    assertThat(message.hasToken(1)).isFalse();
    assertThat(message.texts(OptionBytes.LOCATION_PATH))
        .containsExactly("a".repeat(12), "b".repeat(13), "c".repeat(255));
    assertThat(message.number(OptionBytes.BLOCK1)).isEqualTo((1_000 << 4) | 8 | 6);
    assertThat(message.number(OptionBytes.CONTENT_FORMAT)).isEqualTo(-1);
    assertThat(message.payload()).asString().isEqualTo("later");
  }

  @Test
  void anEmptyMessageHasNothingBehindItsHeader() {
    assertThat(message.read(new byte[] {0x60, 0, 1, 2}, 0, 4)).isTrue();
    assertThat(message.type()).isEqualTo(CoapMessage.ACKNOWLEDGEMENT);
    assertThat(message.code()).isEqualTo(CoapMessage.EMPTY);
    assertThat(message.messageId()).isEqualTo(0x102);
    assertThat(message.read(new byte[] {0x60, 0, 1, 2, 3}, 0, 5)).isFalse();
  }

  @Test
  void aMessageThatWasCutOffIsReadOnlyWhereAnOptionEnds() {
    byte[] bytes = serviceUnavailable();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      if (message.read(cut, 0, length)) {
        assertThat(message.payload().length).isLessThan(5);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noBytesMakeItFail(long seed) {
    Random random = new Random(seed);
    byte[] whole = serviceUnavailable();
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = whole.clone();
      for (int flips = random.nextInt(6); flips >= 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      int length = random.nextInt(bytes.length + 1);
      if (message.read(bytes, 0, length)) {
        message.texts(OptionBytes.LOCATION_PATH);
        assertThat(message.payload().length).isLessThanOrEqualTo(length);
      }
    }
  }
}
