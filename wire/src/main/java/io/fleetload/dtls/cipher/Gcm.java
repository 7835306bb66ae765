// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls.cipher;

import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES-GCM as TLS uses it (RFC 5288): the JDK's own, which wants to be set up for every record. */
final class Gcm implements Aead {
  private static final int TAG = 16;
  private static final int NONCE = 12;

  private final SecretKeySpec key;
  private final int salt;
  private final Cipher aes;

  Gcm(byte[] key, int salt) {
    this.key = new SecretKeySpec(key, "AES");
    this.salt = salt;
    try {
      aes = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    }
  }

  @Override
  public int tagLength() {
    return TAG;
  }

  @Override
  public void seal(long nonce, byte[] aad, int aadLength, byte[] buffer, int offset, int length) {
    try {
      begin(Cipher.ENCRYPT_MODE, nonce, aad, aadLength);
      aes.doFinal(buffer, offset, length, buffer, offset);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a new nonce for every record, room for the tag", e);
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
    if (length < TAG) {
      return false;
    }
    try {
      begin(Cipher.DECRYPT_MODE, nonce, aad, aadLength);
      aes.doFinal(in, offset, length, out, outOffset);
      return true;
    } catch (AEADBadTagException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("room for the plaintext", e);
    }
  }

  private void begin(int mode, long nonce, byte[] aad, int aadLength)
      throws GeneralSecurityException {
    byte[] iv = new byte[NONCE];
    Octets.put32(iv, 0, salt);
    Octets.put64(iv, 4, nonce);
    aes.init(mode, key, new GCMParameterSpec(TAG * Byte.SIZE, iv));
    aes.updateAAD(aad, 0, aadLength);
  }
}
