// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.californium.scandium.dtls.cipher.CCMBlockCipher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AeadTest {
  private final CcmBlocks blocks = new CcmBlocks(Scratch.LONGEST_PLAINTEXT + 1);

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  /** NIST SP 800-38C, appendix C, example 3: the one with a nonce of 12 bytes and a tag of 8. */
  @Test
  void ccmSealsTheExampleOfTheStandard() {
    byte[] nonce = hex("101112131415161718191a1b");
    byte[] aad = hex("000102030405060708090a0b0c0d0e0f10111213");
    byte[] plain = hex("202122232425262728292a2b2c2d2e2f3031323334353637");
    byte[] expected = hex("e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5484392fbc1b09951");
    Ccm ccm = new Ccm(hex("404142434445464748494a4b4c4d4e4f"), Octets.i32(nonce, 0), 8, blocks);
    byte[] buffer = Arrays.copyOf(plain, plain.length + 8);
    ccm.seal(Octets.i64(nonce, 4), aad, aad.length, buffer, 0, plain.length);
    assertThat(buffer).isEqualTo(expected);

    byte[] opened = new byte[plain.length];
    assertThat(ccm.open(Octets.i64(nonce, 4), aad, aad.length, expected, 0, 32, opened, 0))
        .isTrue();
    assertThat(opened).isEqualTo(plain);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16})
  void ccmSealsWhatCaliforniumDoes(int tagLength) throws GeneralSecurityException {
    Random random = new Random(tagLength);
    for (int i = 0; i < 500; i++) {
      byte[] key = bytes(random, random.nextBoolean() ? 16 : 32);
      byte[] nonce = bytes(random, 12);
      byte[] aad = bytes(random, 1 + random.nextInt(60));
      byte[] plain = bytes(random, i < 100 ? i : random.nextInt(Scratch.LONGEST_PLAINTEXT));
      byte[] theirs =
          CCMBlockCipher.encrypt(new SecretKeySpec(key, "AES"), nonce, aad, plain, tagLength);

      Ccm ccm = new Ccm(key, Octets.i32(nonce, 0), tagLength, blocks);
      int offset = random.nextInt(20);
      byte[] buffer = new byte[offset + theirs.length];
      System.arraycopy(plain, 0, buffer, offset, plain.length);
      ccm.seal(Octets.i64(nonce, 4), aad, aad.length, buffer, offset, plain.length);
      assertThat(Arrays.copyOfRange(buffer, offset, buffer.length)).isEqualTo(theirs);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWasTouchedDoesNotOpen(CipherSuite cipher) {
    Random random = new Random(cipher.code());
    Aead aead = cipher.keyed(bytes(random, cipher.keyLength()), 7, blocks);
    byte[] aad = bytes(random, 13);
    byte[] plain = bytes(random, 37);
    byte[] sealed = Arrays.copyOf(plain, plain.length + aead.tagLength());
    aead.seal(99, aad, aad.length, sealed, 0, plain.length);
    byte[] opened = new byte[sealed.length];

    assertThat(aead.open(99, aad, aad.length, sealed, 0, sealed.length, opened, 0)).isTrue();
    assertThat(opened).startsWith(plain);
    assertThat(aead.open(98, aad, aad.length, sealed, 0, sealed.length, opened, 0)).isFalse();
    assertThat(aead.open(99, aad, 12, sealed, 0, sealed.length, opened, 0)).isFalse();
    for (int length = 0; length < sealed.length; length++) {
      assertThat(aead.open(99, aad, aad.length, sealed, 0, length, opened, 0)).isFalse();
    }
    for (int bit = 0; bit < sealed.length * Byte.SIZE; bit++) {
      byte[] touched = sealed.clone();
      touched[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertThat(aead.open(99, aad, aad.length, touched, 0, touched.length, opened, 0)).isFalse();
    }
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
