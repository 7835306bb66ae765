// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.CipherSuite;
import io.fleetload.dtls.cipher.Octets;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The handshake messages of a client, each whole with its header as the transcript wants it: RFC
 * 6347, section 4.2.2. None is long enough to be fragmented.
 */
final class Messages {
  static final int HEADER = 12;

  static final int HELLO_REQUEST = 0;
  static final int CLIENT_HELLO = 1;
  static final int SERVER_HELLO = 2;
  static final int HELLO_VERIFY_REQUEST = 3;
  static final int SERVER_KEY_EXCHANGE = 12;
  static final int SERVER_HELLO_DONE = 14;
  static final int CLIENT_KEY_EXCHANGE = 16;
  static final int FINISHED = 20;

  static final int EXTENDED_MASTER_SECRET = 23; // RFC 7627
  static final int CONNECTION_ID = 54; // RFC 9146
  static final int RENEGOTIATION_INFO = 0xFF01; // RFC 5746

  static final int RANDOM = 32;

  /** A ClientKeyExchange with it and all that goes with it fit in one datagram of 1,400 bytes. */
  static final int MAX_IDENTITY = 1_024;

  private static final int EMPTY_RENEGOTIATION_INFO_SCSV = 0x00FF; // RFC 5746, section 3.3
  private static final int LONGEST_CLIENT_HELLO = 512;

  private Messages() {}

  static byte[] message(int type, int number, byte[] body) {
    byte[] message = new byte[HEADER + body.length];
    header(message, type, number, body.length);
    System.arraycopy(body, 0, message, HEADER, body.length);
    return message;
  }

  static void header(byte[] message, int type, int number, int length) {
    message[0] = (byte) type;
    Octets.put24(message, 1, length);
    Octets.put16(message, 4, number);
    Octets.put24(message, 9, length); // the one fragment is all of it
  }

  /** RFC 5246, section 7.4.1.2, with the cookie of RFC 6347, section 4.2.1. */
  static byte[] clientHello(
      int number, byte[] random, byte[] sessionId, byte[] cookie, DtlsSettings settings) {
    ByteBuffer body =
        ByteBuffer.allocate(LONGEST_CLIENT_HELLO + 2 * settings.ciphers().size())
            .putShort((short) RecordHeader.VERSION)
            .put(random)
            .put((byte) sessionId.length)
            .put(sessionId)
            .put((byte) cookie.length)
            .put(cookie);
    List<CipherSuite> ciphers = settings.ciphers();
    body.putShort((short) (2 * (ciphers.size() + 1)));
    for (CipherSuite cipher : ciphers) {
      body.putShort((short) cipher.code());
    }
    body.putShort((short) EMPTY_RENEGOTIATION_INFO_SCSV);
    body.put((byte) 1).put((byte) 0); // one compression method: none
    int extensions = body.position();
    body.putShort((short) 0);
    body.putShort((short) EXTENDED_MASTER_SECRET).putShort((short) 0);
    if (settings.connectionId()) {
      // One byte, a length of 0: the server's id is wanted, none of ours is.
      body.putShort((short) CONNECTION_ID).putShort((short) 1).put((byte) 0);
    }
    body.putShort(extensions, (short) (body.position() - extensions - 2));
    byte[] bytes = new byte[body.flip().remaining()];
    body.get(bytes);
    return message(CLIENT_HELLO, number, bytes);
  }

  /** RFC 4279, section 2. */
  static byte[] clientKeyExchange(int number, byte[] identity) throws HandshakeFault {
    if (identity.length > MAX_IDENTITY) {
      throw new HandshakeFault(
          Alerts.INTERNAL_ERROR,
          String.format(
              Locale.ROOT,
              "the identity has %,d bytes; %,d are the most",
              identity.length,
              MAX_IDENTITY));
    }
    byte[] body = new byte[2 + identity.length];
    Octets.put16(body, 0, identity.length);
    System.arraycopy(identity, 0, body, 2, identity.length);
    return message(CLIENT_KEY_EXCHANGE, number, body);
  }

  /** The cookie of a HelloVerifyRequest: RFC 6347, section 4.2.1. */
  static byte[] cookie(byte[] helloVerifyRequest) throws HandshakeFault {
    int at = HEADER + 3;
    int length = helloVerifyRequest.length < at ? -1 : Octets.u8(helloVerifyRequest, at - 1);
    if (length != helloVerifyRequest.length - at) {
      throw new HandshakeFault(Alerts.DECODE_ERROR, "the server's HelloVerifyRequest is malformed");
    }
    return Arrays.copyOfRange(helloVerifyRequest, at, at + length);
  }
}
