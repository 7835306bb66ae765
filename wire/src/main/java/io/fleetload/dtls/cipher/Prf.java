// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls.cipher;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** SHA-256 and the pseudo-random function made of it: RFC 5246, section 5. */
public final class Prf {
  private static final int HASH = 32;

  private final Mac mac;
  private final MessageDigest digest;

  public Prf() {
    try {
      mac = Mac.getInstance("HmacSHA256");
      digest = MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  public byte[] hash(byte[] bytes, int length) {
    digest.update(bytes, 0, length);
    return digest.digest();
  }

  /** PRF(secret, label, seed) with the seed in two parts, the second of which may be empty. */
  public byte[] expand(byte[] secret, String label, byte[] seed, byte[] moreSeed, int length) {
    try {
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      byte[] named = label.getBytes(StandardCharsets.US_ASCII);
      byte[] output = new byte[length];
      byte[] block = new byte[HASH];
      byte[] chain = new byte[HASH]; // A(i)
      for (int at = 0; at < length; at += HASH) {
        if (at == 0) {
          seed(named, seed, moreSeed);
        } else {
          mac.update(chain);
        }
        mac.doFinal(chain, 0);
        mac.update(chain);
        seed(named, seed, moreSeed);
        mac.doFinal(block, 0);
        System.arraycopy(block, 0, output, at, Math.min(HASH, length - at));
      }
      return output;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a secret of some bytes and room for a hash", e);
    }
  }

  private void seed(byte[] label, byte[] seed, byte[] moreSeed) {
    mac.update(label);
    mac.update(seed);
    mac.update(moreSeed);
  }
}
