// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.Prf;
import java.util.Arrays;

/**
 * All messages of a handshake in their order (RFC 6347, section 4.2.6). They are kept as they are,
 * some 400 bytes, and hashed twice: that costs less than a digest object for each handshake.
 */
public final class Transcript {
  private static final int USUAL = 512;

  private byte[] bytes = new byte[USUAL];
  private int length;

  void add(byte[] message) {
    if (length + message.length > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * (length + message.length));
    }
    System.arraycopy(message, 0, bytes, length, message.length);
    length += message.length;
  }

  public byte[] hash(Prf prf) {
    return prf.hash(bytes, length);
  }
}
