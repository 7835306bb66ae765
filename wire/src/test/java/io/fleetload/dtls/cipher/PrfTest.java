// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class PrfTest {
  /** The vector for TLS 1.2 and SHA-256 that the IETF's TLS working group agreed on (2009). */
  @Test
  void expandsTheKnownVector() {
    HexFormat hex = HexFormat.of();
    byte[] secret = hex.parseHex("9bbe436ba940f017b17652849a71db35");
    byte[] seed = hex.parseHex("a0ba9f936cda311827a6f796ffd5198c");
    byte[] expanded = new Prf().expand(secret, "test label", seed, new byte[0], 100);

    assertThat(hex.formatHex(expanded))
        .isEqualTo(
            "e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a"
                + "6b301791e90d35c9c9a46b4e14baf9af0fa022f7077def17abfd3797c0564bab"
                + "4fbc91666e9def9b97fce34f796789baa48082d122ee42c5a72e5a5110fff701"
                + "87347b66");
  }
}
