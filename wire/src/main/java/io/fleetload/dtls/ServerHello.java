// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.CipherSuite;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The choices of a server: RFC 5246, section 7.4.1.3. */
public final class ServerHello {
  private static final byte[] NONE = {};
  private static final int LONGEST_SESSION_ID = 32; // RFC 5246, section 7.4.1.2

  private final byte[] random;
  private final byte[] sessionId;
  private final CipherSuite cipher;
  private boolean extendedMasterSecret;
  private byte[] connectionId = NONE;

  private ServerHello(byte[] random, byte[] sessionId, CipherSuite cipher) {
    this.random = random;
    this.sessionId = sessionId;
    this.cipher = cipher;
  }

  /**
   * Reads the message and holds it against what was offered.
   *
   * @throws HandshakeFault if it is malformed or not one of the things offered
   */
  static ServerHello read(byte[] message, DtlsSettings offered) throws HandshakeFault {
    try {
      ByteBuffer body = ByteBuffer.wrap(message, Messages.HEADER, message.length - Messages.HEADER);
      int version = unsigned(body.getShort());
      if (version != RecordHeader.VERSION) {
        throw new HandshakeFault(
            Alerts.PROTOCOL_VERSION,
            "the server wants version %04x, not DTLS 1.2".formatted(version));
      }
      byte[] random = bytes(body, Messages.RANDOM);
      byte[] sessionId = sessionId(bytes(body, body.get() & 0xFF));
      ServerHello hello =
          new ServerHello(random, sessionId, cipher(unsigned(body.getShort()), offered));
      if (body.get() != 0) {
        throw new HandshakeFault(Alerts.ILLEGAL_PARAMETER, "the server wants compression");
      }
      if (body.hasRemaining()) {
        hello.extensions(ByteBuffer.wrap(bytes(body, unsigned(body.getShort()))), offered);
      }
      if (body.hasRemaining()) {
        throw malformed();
      }
      return hello;
    } catch (BufferUnderflowException e) {
      throw malformed();
    }
  }

  private static byte[] sessionId(byte[] id) throws HandshakeFault {
    if (id.length > LONGEST_SESSION_ID) {
      throw new HandshakeFault(
          Alerts.DECODE_ERROR,
          "the server's session id has %s bytes; %s are the most"
              .formatted(id.length, LONGEST_SESSION_ID));
    }
    return id;
  }

  private static CipherSuite cipher(int code, DtlsSettings offered) throws HandshakeFault {
    for (CipherSuite cipher : offered.ciphers()) {
      if (cipher.code() == code) {
        return cipher;
      }
    }
    throw new HandshakeFault(
        Alerts.ILLEGAL_PARAMETER,
        "the server chose cipher suite %04x, which was not offered".formatted(code));
  }

  private void extensions(ByteBuffer extensions, DtlsSettings offered) throws HandshakeFault {
    while (extensions.hasRemaining()) {
      int type = unsigned(extensions.getShort());
      byte[] data = bytes(extensions, unsigned(extensions.getShort()));
      switch (type) {
        case Messages.EXTENDED_MASTER_SECRET -> extendedMasterSecret = true;
        case Messages.RENEGOTIATION_INFO -> {
          if (data.length != 1 || data[0] != 0) { // RFC 5746, section 3.4
            throw new HandshakeFault(
                Alerts.HANDSHAKE_FAILURE, "the server takes a first handshake for another");
          }
        }
        case Messages.CONNECTION_ID -> {
          if (!offered.connectionId()) {
            throw unasked(type);
          }
          if (data.length == 0 || data.length != 1 + (data[0] & 0xFF)) {
            throw malformed();
          }
          connectionId = Arrays.copyOfRange(data, 1, data.length);
        }
        default -> throw unasked(type);
      }
    }
  }

  private static byte[] bytes(ByteBuffer body, int length) {
    if (length > body.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    body.get(bytes);
    return bytes;
  }

  private static int unsigned(short number) {
    return number & 0xFFFF;
  }

  private static HandshakeFault malformed() {
    return new HandshakeFault(Alerts.DECODE_ERROR, "the server's ServerHello is malformed");
  }

  private static HandshakeFault unasked(int extension) {
    return new HandshakeFault(
        Alerts.UNSUPPORTED_EXTENSION,
        "the server answered extension %s, which was not offered".formatted(extension));
  }

  public byte[] random() {
    return random;
  }

  byte[] sessionId() {
    return sessionId;
  }

  public CipherSuite cipher() {
    return cipher;
  }

  boolean extendedMasterSecret() {
    return extendedMasterSecret;
  }

  /** The id that the server wants to see on each record; empty for none. */
  public byte[] connectionId() {
    return connectionId;
  }
}
