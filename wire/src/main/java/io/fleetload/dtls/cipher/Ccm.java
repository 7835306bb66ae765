// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls.cipher;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-CCM (RFC 3610) with a nonce of 12 bytes, hence messages below 16 MB. The JDK has no CCM; it
 * is put together from one AES cipher that is keyed once and never reset, since keying costs more
 * than a short record. The key stream of a record comes from a single call, which the JDK's
 * intrinsics make cheap; the CBC-MAC is a chain and takes a call for each block, until a record is
 * long enough to be worth the memory of a second cipher.
 */
final class Ccm implements Aead {
  private static final int BLOCK = CcmBlocks.BLOCK;

  /** From here on the second cipher saves more than a tenth of a microsecond a record. */
  private static final int LONG = 256;

  private static final String AES = "AES/ECB/NoPadding";

  /** Provider of AES. To look for it each time takes a third of what a session's cipher costs. */
  private static final Provider PROVIDER = provider();

  private final byte[] key;
  private final Cipher aes;
  private final int salt;
  private final int tagLength;
  private final CcmBlocks blocks;
  private CbcMac longMac; // null until there is a long record

  Ccm(byte[] key, int salt, int tagLength, CcmBlocks blocks) {
    try {
      aes = keyed(Cipher.getInstance(AES, PROVIDER), key);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES", e);
    }
    this.key = key;
    this.salt = salt;
    this.tagLength = tagLength;
    this.blocks = blocks;
  }

  private static Provider provider() {
    try {
      // Which one takes the key is only known when there is one.
      return keyed(Cipher.getInstance(AES), new byte[BLOCK]).getProvider();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES", e);
    }
  }

  private static Cipher keyed(Cipher cipher, byte[] key) throws GeneralSecurityException {
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    return cipher;
  }

  @Override
  public int tagLength() {
    return tagLength;
  }

  @Override
  public void seal(long nonce, byte[] aad, int aadLength, byte[] buffer, int offset, int length) {
    try {
      authenticate(nonce, aad, aadLength, buffer, offset, length);
      keyStream(nonce, length);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("whole blocks into arrays that hold them", e);
    }
    mask(buffer, offset, length, buffer, offset);
    for (int i = 0; i < tagLength; i++) {
      buffer[offset + length + i] = (byte) (blocks.mac[i] ^ blocks.keyStream[i]);
    }
  }

  @Override
  public boolean open(
      long nonce,
      byte[] aad,
      int aadLength,
      byte[] in,
      int offset,
      int length,
      byte[] out,
      int outOffset) {
    int plain = length - tagLength;
    if (plain < 0 || plain + BLOCK > blocks.keyStream.length) {
      return false;
    }
    try {
      keyStream(nonce, plain);
      mask(in, offset, plain, out, outOffset);
      authenticate(nonce, aad, aadLength, out, outOffset, plain);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("whole blocks into arrays that hold them", e);
    }
    int difference = 0;
    for (int i = 0; i < tagLength; i++) {
      difference |= in[offset + plain + i] ^ blocks.mac[i] ^ blocks.keyStream[i];
    }
    return difference == 0;
  }

  /** The key stream: its first block masks the tag, the rest the message (section 2.3). */
  private void keyStream(long nonce, int length) throws GeneralSecurityException {
    int stream = BLOCK + (length + BLOCK - 1) / BLOCK * BLOCK;
    blocks.nonce(salt, nonce, stream);
    aes.update(blocks.counters, 0, stream, blocks.keyStream, 0);
  }

  private void mask(byte[] in, int offset, int length, byte[] out, int outOffset) {
    byte[] stream = blocks.keyStream;
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      Octets.put64(out, outOffset + i, Octets.i64(in, offset + i) ^ Octets.i64(stream, BLOCK + i));
    }
    for (; i < length; i++) {
      out[outOffset + i] = (byte) (in[offset + i] ^ stream[BLOCK + i]);
    }
  }

  /** The CBC-MAC over B_0, the additional data and the message (section 2.2). */
  private void authenticate(
      long nonce, byte[] aad, int aadLength, byte[] message, int offset, int length)
      throws GeneralSecurityException {
    byte[] input = blocks.macInput;
    input[0] = (byte) (64 + 8 * ((tagLength - 2) / 2) + 2); // 64 Adata + 8 M' + L'
    Octets.put32(input, 1, salt);
    Octets.put64(input, 5, nonce);
    Octets.put24(input, 13, length);
    Octets.put16(input, BLOCK, aadLength);
    int end = padded(aad, 0, aadLength, BLOCK + 2);
    end = padded(message, offset, length, end);
    if (length >= LONG) {
      if (longMac == null) {
        longMac = new CbcMac(key);
      }
      longMac.compute(input, end, blocks);
    } else {
      chain(input, end);
    }
  }

  /** Appends bytes and zeros up to a whole block. */
  private int padded(byte[] bytes, int offset, int length, int at) {
    byte[] input = blocks.macInput;
    System.arraycopy(bytes, offset, input, at, length);
    int end = at + length;
    int next = (end + BLOCK - 1) & -BLOCK;
    Arrays.fill(input, end, next, (byte) 0);
    return next;
  }

  private void chain(byte[] input, int end) throws GeneralSecurityException {
    byte[] mac = blocks.mac;
    aes.update(input, 0, BLOCK, mac, 0);
    for (int at = BLOCK; at < end; at += BLOCK) {
      Octets.put64(input, at, Octets.i64(input, at) ^ Octets.i64(mac, 0));
      Octets.put64(input, at + 8, Octets.i64(input, at + 8) ^ Octets.i64(mac, 8));
      aes.update(input, at, BLOCK, mac, 0);
    }
  }
}
