// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fleetload.dtls.cipher.CipherSuite;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerHelloTest {
  private static final String RANDOM = "00".repeat(Messages.RANDOM);

  private static ServerHello read(String version, String rest) throws HandshakeFault {
    byte[] body = HexFormat.of().parseHex(version + RANDOM + rest);
    byte[] message = Messages.message(Messages.SERVER_HELLO, 0, body);
    return ServerHello.read(message, Bench.SETTINGS);
  }

  @ParameterizedTest
  @CsvSource({
    "'00 c0a8 00', false",
    "'02 0102 c0a8 00 0000', false",
    "'00 c0a8 00 0004 0017 0000', true",
    "'00 c0a8 00 0009 ff01 0001 00 0017 0000', true"
  })
  void takesWhatWasOffered(String rest, boolean extendedMasterSecret) throws HandshakeFault {
    ServerHello hello = read("fefd", rest.replace(" ", ""));

    assertThat(hello.cipher()).isEqualTo(CipherSuite.TLS_PSK_WITH_AES_128_CCM_8);
    assertThat(hello.extendedMasterSecret()).isEqualTo(extendedMasterSecret);
  }

  @ParameterizedTest
  @CsvSource({
    "feff, '00 c0a8 00', 70, 'feff'",
    "fefd, '00 00a8 00', 47, 'cipher suite 00a8'",
    "fefd, '00 c0a8 01', 47, 'compression'",
    "fefd, '00 c0a8 00 0005 ff01 0001 07', 40," + " 'first handshake'",
    "fefd, '00 c0a8 00 0005 0036 0001 00', 110," + " 'extension 54'",
    "fefd, '00 c0a8 00 0009 0017 0000', 50, 'malformed'",
    "fefd, '40 c0a8', 50, 'malformed'",
    "fefd, '21 ID33 c0a8 00', 50, '33 bytes; 32 '",
    "fefd, 'ff ID255 c0a8 00', 50, '255 bytes; 32 '"
  })
  void refusesWhatWasNot(String version, String rest, int alert, String text) {
    String bytes =
        rest.replace("ID33", "01".repeat(33)).replace("ID255", "01".repeat(255)).replace(" ", "");
    assertThatExceptionOfType(HandshakeFault.class)
        .isThrownBy(() -> read(version, bytes))
        .withMessageContaining(text)
        .satisfies(fault -> assertThat(fault.alert()).isEqualTo(alert));
  }
}
