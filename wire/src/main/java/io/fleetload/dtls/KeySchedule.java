// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.CipherSuite;
import io.fleetload.dtls.cipher.Octets;
import io.fleetload.dtls.cipher.Prf;
import io.fleetload.dtls.cipher.Scratch;
import java.util.Arrays;

/** From a pre-shared key to the keys of a connection. */
public final class KeySchedule {
  static final int VERIFY_DATA = 12;

  private static final int MASTER_SECRET = 48;
  private static final int SALT = 4;
  private static final byte[] NOTHING = {};

  private KeySchedule() {}

  /** RFC 4279, section 2: as many zeros as the key has bytes, and the key. */
  private static byte[] premasterSecret(byte[] psk) {
    byte[] secret = new byte[2 * (2 + psk.length)];
    Octets.put16(secret, 0, psk.length);
    Octets.put16(secret, 2 + psk.length, psk.length);
    System.arraycopy(psk, 0, secret, 4 + psk.length, psk.length);
    return secret;
  }

  /** RFC 5246, section 8.1. */
  public static byte[] masterSecret(Prf prf, byte[] psk, byte[] clientRandom, byte[] serverRandom) {
    return prf.expand(
        premasterSecret(psk), "master secret", clientRandom, serverRandom, MASTER_SECRET);
  }

  /** RFC 7627, section 4; the hash is that of all messages up to ClientKeyExchange. */
  public static byte[] extendedMasterSecret(Prf prf, byte[] psk, byte[] sessionHash) {
    return prf.expand(
        premasterSecret(psk), "extended master secret", sessionHash, NOTHING, MASTER_SECRET);
  }

  /** The keys of both directions: RFC 5246, section 6.3, without MAC keys, as AEAD has none. */
  public static ProtectedRecords keys(
      Prf prf, Scratch scratch, byte[] masterSecret, byte[] clientRandom, ServerHello hello) {
    CipherSuite cipher = hello.cipher();
    int key = cipher.keyLength();
    byte[] block =
        prf.expand(masterSecret, "key expansion", hello.random(), clientRandom, 2 * key + 2 * SALT);
    return new ProtectedRecords(
        scratch,
        cipher.keyed(Arrays.copyOf(block, key), Octets.i32(block, 2 * key), scratch.blocks),
        cipher.keyed(
            Arrays.copyOfRange(block, key, 2 * key),
            Octets.i32(block, 2 * key + SALT),
            scratch.blocks),
        hello.connectionId());
  }

  /** The contents of a Finished message: RFC 5246, section 7.4.9. */
  public static byte[] verifyData(
      Prf prf, byte[] masterSecret, String label, Transcript transcript) {
    return prf.expand(masterSecret, label, transcript.hash(prf), NOTHING, VERIFY_DATA);
  }
}
