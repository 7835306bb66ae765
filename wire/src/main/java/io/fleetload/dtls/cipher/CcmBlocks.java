// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls.cipher;

/**
 * The blocks that CCM works on, shared by all sessions of a thread: the counter blocks of the
 * longest record, the key stream made of them, and what the MAC chains. The flags and counters in
 * the counter blocks (RFC 3610, section 2.3) never change, so that a record only writes its nonce
 * into them.
 */
final class CcmBlocks {
  static final int BLOCK = 16;
  private static final int FLAGS_AND_NONCE = 13;
  private static final int MAC_PREFIX = 512; // B_0 and the longest additional data
  private static final int FLAGS = 2; // a length field of 3 bytes, less one

  final byte[] counters;
  final byte[] keyStream;
  final byte[] macInput;
  final byte[] macChain;
  final byte[] mac = new byte[BLOCK];

  CcmBlocks(int longestPlaintext) {
    int blocks = 1 + (longestPlaintext + BLOCK - 1) / BLOCK;
    counters = new byte[blocks * BLOCK];
    keyStream = new byte[blocks * BLOCK];
    macInput = new byte[blocks * BLOCK + MAC_PREFIX];
    macChain = new byte[macInput.length];
    for (int i = 0; i < blocks; i++) {
      counters[i * BLOCK] = FLAGS;
      Octets.put24(counters, i * BLOCK + FLAGS_AND_NONCE, i);
    }
  }

  void nonce(int salt, long nonce, int length) {
    for (int at = 0; at < length; at += BLOCK) {
      Octets.put32(counters, at + 1, salt);
      Octets.put64(counters, at + 5, nonce);
    }
  }
}
