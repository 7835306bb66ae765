// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.CipherSuite;
import io.fleetload.dtls.cipher.Octets;
import io.fleetload.dtls.cipher.Prf;
import io.fleetload.dtls.cipher.Scratch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A server in pieces: it makes what a server says, and the test decides what of it arrives, when,
 * in which pieces and how often. That the pieces are right is shown by the tests against other
 * implementations.
 */
final class PiecewiseServer {
  static final byte[] IDENTITY = {'d', 'e', 'v'};
  static final byte[] KEY = {'k', 'e', 'y'};

  static final PskSource KNOWN =
      new PskSource() {
        @Override
        public byte[] identity(int device) {
          return IDENTITY;
        }

        @Override
        public byte[] key(int device) {
          return KEY;
        }
      };

  final List<byte[]> data = new ArrayList<>();
  final List<byte[]> alerts = new ArrayList<>();
  CipherSuite cipher = CipherSuite.TLS_PSK_WITH_AES_128_CCM_8;
  byte[] cookie = {};
  byte[] offeredSessionId = {};
  byte[] sessionId = {1, 2, 3};
  int helloNumber;
  int keyExchanges;
  int finisheds;

  private final Prf prf = new Prf();
  private final Scratch scratch = new Scratch();
  private final byte[] random = new byte[Messages.RANDOM];
  private Transcript transcript = new Transcript();
  private byte[] clientRandom;
  private byte[] master;
  private byte[] serverFinished;
  private ProtectedRecords records;
  private long sequence;
  private int nextMessage;

  /** Reads what the client sent. */
  void take(byte[] datagram) {
    for (int at = 0;
        at < datagram.length;
        at += RecordHeader.LENGTH + RecordHeader.length(datagram, at)) {
      int payload = at + RecordHeader.LENGTH;
      int length = RecordHeader.length(datagram, at);
      int type = RecordHeader.type(datagram, at);
      if (RecordHeader.epoch(datagram, at) == 0) {
        takePlain(type, Arrays.copyOfRange(datagram, payload, payload + length));
      } else if (records != null) {
        int opened = records.open(datagram, at);
        if (opened >= 0) {
          takeProtected(type, Arrays.copyOf(scratch.incoming, opened));
        }
      }
    }
  }

  private void takePlain(int type, byte[] payload) {
    if (type == RecordHeader.ALERT) {
      alerts.add(payload);
    } else if (type == RecordHeader.HANDSHAKE && payload[0] == Messages.CLIENT_HELLO) {
      clientHello(payload);
    } else if (type == RecordHeader.HANDSHAKE && keyExchanges++ == 0) {
      transcript.add(payload);
      useMaster(KeySchedule.extendedMasterSecret(prf, KEY, transcript.hash(prf)));
    }
  }

  private void clientHello(byte[] message) {
    transcript = new Transcript();
    transcript.add(message);
    ByteBuffer body = ByteBuffer.wrap(message).position(Messages.HEADER + 2);
    clientRandom = new byte[Messages.RANDOM];
    body.get(clientRandom);
    offeredSessionId = new byte[body.get()];
    body.get(offeredSessionId);
    cookie = new byte[body.get()];
    body.get(cookie);
    helloNumber = Octets.u16(message, 4);
    nextMessage = helloNumber;
    keyExchanges = 0;
    records = null;
    serverFinished = null;
    Arrays.fill(random, (byte) (random[0] + 1));
  }

  private void useMaster(byte[] secret) {
    master = secret;
    byte[] block = prf.expand(master, "key expansion", random, clientRandom, 40);
    records =
        new ProtectedRecords(
            scratch,
            cipher.keyed(Arrays.copyOfRange(block, 16, 32), Octets.i32(block, 36), scratch.blocks),
            cipher.keyed(Arrays.copyOf(block, 16), Octets.i32(block, 32), scratch.blocks),
            new byte[0]);
  }

  private void takeProtected(int type, byte[] payload) {
    if (type == RecordHeader.APPLICATION_DATA) {
      data.add(payload);
    } else if (type == RecordHeader.ALERT) {
      alerts.add(payload);
    } else if (finisheds++ == 0 || serverFinished == null) {
      byte[] expected = KeySchedule.verifyData(prf, master, "client finished", transcript);
      if (!Arrays.equals(payload, Messages.HEADER, payload.length, expected, 0, expected.length)) {
        throw new AssertionError("the client's Finished is wrong");
      }
      transcript.add(payload);
    }
  }

  /** The handshake messages of a flight with or without an identity hint. */
  List<byte[]> helloFlight(boolean hint) {
    List<byte[]> messages = new ArrayList<>();
    messages.add(serverHello(newSessionId()));
    if (hint) {
      messages.add(
          Messages.message(
              Messages.SERVER_KEY_EXCHANGE, nextMessage++, new byte[] {0, 4, 'h', 'i', 'n', 't'}));
    }
    messages.add(Messages.message(Messages.SERVER_HELLO_DONE, nextMessage++, new byte[0]));
    messages.stream().skip(1).forEach(transcript::add);
    return messages;
  }

  private byte[] newSessionId() {
    sessionId = sessionId.clone();
    sessionId[0]++;
    return sessionId;
  }

  /** The hello of an abbreviated handshake. */
  byte[] resumingHello() {
    byte[] hello = serverHello(offeredSessionId);
    useMaster(master);
    return hello;
  }

  private byte[] serverHello(byte[] id) {
    ByteBuffer body =
        ByteBuffer.allocate(100)
            .putShort((short) RecordHeader.VERSION)
            .put(random)
            .put((byte) id.length)
            .put(id)
            .putShort((short) cipher.code())
            .put((byte) 0)
            .putShort((short) 4)
            .putShort((short) Messages.EXTENDED_MASTER_SECRET)
            .putShort((short) 0);
    byte[] hello =
        Messages.message(
            Messages.SERVER_HELLO, nextMessage++, Arrays.copyOf(body.array(), body.position()));
    transcript.add(hello);
    return hello;
  }

  /** A HelloVerifyRequest as a datagram. */
  byte[] helloVerifyRequest(byte... given) {
    byte[] body = new byte[3 + given.length];
    Octets.put16(body, 0, RecordHeader.VERSION);
    body[2] = (byte) given.length;
    System.arraycopy(given, 0, body, 3, given.length);
    return plain(RecordHeader.HANDSHAKE, Messages.message(Messages.HELLO_VERIFY_REQUEST, 0, body));
  }

  /** ChangeCipherSpec as a record. */
  byte[] changeCipherSpec() {
    return plain(RecordHeader.CHANGE_CIPHER_SPEC, new byte[] {1});
  }

  /** Finished as a record, repeated with the same content at each call. */
  byte[] finished() {
    if (serverFinished == null) {
      byte[] verify = KeySchedule.verifyData(prf, master, "server finished", transcript);
      serverFinished = Messages.message(Messages.FINISHED, nextMessage++, verify);
      transcript.add(serverFinished);
      finisheds = 0;
    }
    return sealed(RecordHeader.HANDSHAKE, serverFinished);
  }

  /** A record of epoch 0. */
  byte[] plain(int type, byte[] payload) {
    byte[] record = new byte[RecordHeader.LENGTH + payload.length];
    RecordHeader.header(record, 0, type, sequence++, payload.length);
    System.arraycopy(payload, 0, record, RecordHeader.LENGTH, payload.length);
    return record;
  }

  /** A record of epoch 1. */
  byte[] sealed(int type, byte... payload) {
    byte[] out = new byte[payload.length + 100];
    return Arrays.copyOf(out, records.seal(type, payload, 0, payload.length, out, 0));
  }

  /** A message cut into fragments. */
  static List<byte[]> fragments(byte[] message, int size) {
    List<byte[]> fragments = new ArrayList<>();
    int length = message.length - Messages.HEADER;
    for (int from = 0; from == 0 || from < length; from += size) {
      int count = Math.min(size, length - from);
      byte[] fragment = Arrays.copyOf(message, Messages.HEADER + count);
      System.arraycopy(message, Messages.HEADER + from, fragment, Messages.HEADER, count);
      Octets.put24(fragment, 6, from);
      Octets.put24(fragment, 9, count);
      fragments.add(fragment);
    }
    return fragments;
  }

  static byte[] joined(List<byte[]> parts) {
    byte[] all = new byte[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }
}
