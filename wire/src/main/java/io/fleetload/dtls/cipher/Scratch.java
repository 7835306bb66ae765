// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls.cipher;

/**
 * The arrays that all sessions of a thread work in. What is sent and what is received have arrays
 * of their own, since a receiver may answer at once.
 */
public final class Scratch {
  /** RFC 5246, section 6.2.1. */
  public static final int LONGEST_PLAINTEXT = 1 << 14;

  private static final int OVERHEAD = 512; // headers, a connection id, nonce, inner type, tag

  public final byte[] outgoing = new byte[LONGEST_PLAINTEXT + OVERHEAD];
  public final byte[] incoming = new byte[LONGEST_PLAINTEXT + OVERHEAD];
  public final byte[] aad = new byte[OVERHEAD];
  public final CcmBlocks blocks = new CcmBlocks(LONGEST_PLAINTEXT + 1);
}
