// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls.cipher;

import static io.fleetload.dtls.cipher.CcmBlocks.BLOCK;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * CBC-MAC in a single call: the last block of AES-CBC from an initialization vector of zeros, to
 * which the cipher returns by itself after each message.
 */
final class CbcMac {
  private final Cipher cbc;

  CbcMac(byte[] key) {
    try {
      cbc = Cipher.getInstance("AES/CBC/NoPadding");
      cbc.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[BLOCK]));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES", e);
    }
  }

  /** Leaves the MAC of whole blocks in {@link CcmBlocks#mac}. */
  void compute(byte[] input, int length, CcmBlocks blocks) throws GeneralSecurityException {
    cbc.doFinal(input, 0, length, blocks.macChain, 0);
    System.arraycopy(blocks.macChain, length - BLOCK, blocks.mac, 0, BLOCK);
  }
}
