// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls.cipher;

/**
 * Authenticated encryption of one direction under one key. A nonce is the key block's 4 byte salt
 * and the 8 bytes that travel with the record (RFC 5288, section 3, and RFC 6655, section 3).
 */
public sealed interface Aead permits Ccm, Gcm {
  /** Number of bytes by which the ciphertext is longer. */
  int tagLength();

  /**
   * Encrypts in place and puts the tag behind.
   *
   * @param nonce the travelling 8 bytes of the nonce
   * @param aad the additional data, never empty
   */
  void seal(long nonce, byte[] aad, int aadLength, byte[] buffer, int offset, int length);

  /**
   * Decrypts and checks.
   *
   * @param length of the ciphertext with its tag
   * @return whether it was authentic; if not, the bytes in {@code out} mean nothing
   */
  boolean open(
      long nonce,
      byte[] aad,
      int aadLength,
      byte[] in,
      int offset,
      int length,
      byte[] out,
      int outOffset);
}
