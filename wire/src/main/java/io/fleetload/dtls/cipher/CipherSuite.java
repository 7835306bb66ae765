// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls.cipher;

/** The PSK cipher suites spoken here, all with the SHA-256 PRF. */
public enum CipherSuite {
  /** RFC 6655; what constrained devices use. */
  TLS_PSK_WITH_AES_128_CCM_8(0xC0A8, 16, 8),
  /** RFC 6655. */
  TLS_PSK_WITH_AES_256_CCM_8(0xC0A9, 32, 8),
  /** RFC 6655. */
  TLS_PSK_WITH_AES_128_CCM(0xC0A4, 16, 16),
  /** RFC 6655. */
  TLS_PSK_WITH_AES_256_CCM(0xC0A5, 32, 16),
  /** RFC 5487. */
  TLS_PSK_WITH_AES_128_GCM_SHA256(0x00A8, 16, 16);

  private final int code;
  private final int keyLength;
  private final int tagLength;

  CipherSuite(int code, int keyLength, int tagLength) {
    this.code = code;
    this.keyLength = keyLength;
    this.tagLength = tagLength;
  }

  /** Its number in the registry of TLS. */
  public int code() {
    return code;
  }

  public int keyLength() {
    return keyLength;
  }

  /** The cipher of one direction, keyed for the life of a connection. */
  public Aead keyed(byte[] key, int salt, CcmBlocks blocks) {
    return this == TLS_PSK_WITH_AES_128_GCM_SHA256
        ? new Gcm(key, salt)
        : new Ccm(key, salt, tagLength, blocks);
  }
}
