// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.Octets;
import java.util.Arrays;
import java.util.List;

/**
 * A client's handshake, full or abbreviated: RFC 6347, section 4.2, figures 1 and 2. Dropped when
 * it is done. The server's ChangeCipherSpec is not waited for: the epoch of a record says the same,
 * and does not get lost.
 */
final class Handshake {
  private enum NextMessage {
    SERVER_HELLO,
    KEY_EXCHANGE_OR_DONE,
    DONE,
    FINISHED
  }

  private static final byte[] NONE = {};
  private static final int MOST_COOKIES = 3;

  private final DtlsSession session;
  private final DtlsClient client;
  private final int device;
  private final Resumable offered;
  private final byte[] random;
  private final PlainRecords plain = new PlainRecords();
  private final Reassembly reassembly = new Reassembly();
  private final Transcript transcript = new Transcript();
  private final EarlyRecords early = new EarlyRecords();
  private final SentFlight flight;
  private final Suspicion suspicion;

  private NextMessage awaited = NextMessage.SERVER_HELLO;
  private byte[] clientHello;
  private byte[] cookie = NONE;
  private int cookies;
  private int nextMessage;
  private ServerHello hello;
  private boolean resuming;
  private byte[] masterSecret;
  private ProtectedRecords records; // null before there are keys

  Handshake(DtlsSession session, DtlsClient client, int device, Resumable offered) {
    this.session = session;
    this.client = client;
    this.device = device;
    this.offered = offered;
    random = client.helloRandom();
    flight = new SentFlight(session, client);
    suspicion = new Suspicion(flight);
  }

  void begin() {
    clientHello =
        Messages.clientHello(
            nextMessage, random, offered == null ? NONE : offered.id(), cookie, client.settings());
    send(Flight.of(plain, clientHello));
  }

  private void send(Flight next) {
    suspicion.clear();
    flight.send(next);
  }

  /** The timer of the flight is due. */
  void unanswered() {
    if (suspicion.counts()) {
      suspicion.end();
    } else if (flight.isLast()) {
      session.timedOut(resuming);
    } else {
      reassembly.forgetParts();
      flight.repeat();
    }
  }

  /** Takes a record of epoch 0, which proves nothing: what would end a handshake is a suspicion. */
  void plainRecord(byte[] buffer, int at) {
    int payload = at + RecordHeader.LENGTH;
    int length = RecordHeader.length(buffer, at);
    switch (RecordHeader.type(buffer, at)) {
      case RecordHeader.ALERT -> plainAlert(Arrays.copyOfRange(buffer, payload, payload + length));
      case RecordHeader.HANDSHAKE -> fragments(buffer, payload, length, false);
      default -> {}
    }
  }

  private void plainAlert(byte[] alert) {
    if (Alerts.ends(alert, 0, alert.length)) {
      suspicion.raise(() -> session.alert(alert, 0, alert.length));
    }
  }

  /** Takes a record of epoch 1, or keeps it until it can be read. */
  void protectedRecord(byte[] buffer, int at) {
    int type = RecordHeader.type(buffer, at);
    if (records == null || type == RecordHeader.APPLICATION_DATA) {
      early.keep(buffer, at);
      return;
    }
    int length = records.open(buffer, at);
    if (length < 0) {
      return;
    }
    byte[] opened = client.scratch().incoming;
    switch (type) {
      case RecordHeader.ALERT -> session.alert(opened, 0, length);
      case RecordHeader.HANDSHAKE -> fragments(opened, 0, length, true);
      default -> {}
    }
  }

  /** Removes and returns the records that came too early to be read. */
  List<byte[]> takeEarly() {
    return early.take();
  }

  int writeAlert(byte[] alert, byte[] out) {
    return records == null
        ? plain.write(RecordHeader.ALERT, alert, out, 0)
        : records.seal(RecordHeader.ALERT, alert, 0, alert.length, out, 0);
  }

  private void fragments(byte[] buffer, int offset, int length, boolean isProtected) {
    int end = offset + length;
    int at = offset;
    try {
      while (end - at >= Messages.HEADER && session.goesOn(this)) {
        int next = at + Messages.HEADER + Octets.u24(buffer, at + 9);
        if (next > end) {
          return;
        }
        // A Finished in the clear, or anything else that is not, is no part of a handshake.
        if ((Octets.u8(buffer, at) == Messages.FINISHED) == isProtected) {
          fragment(buffer, at);
        }
        at = next;
      }
    } catch (HandshakeFault e) {
      if (isProtected || e.isOurs()) {
        session.failed(e);
      } else {
        suspicion.raise(() -> session.failed(e));
      }
    }
  }

  private void fragment(byte[] buffer, int at) throws HandshakeFault {
    if (reassembly.contradicts(buffer, at) && session.mayStartAgain()) {
      suspicion.contradiction(session::startAgain);
    }
    if (Octets.u16(buffer, at + 4) < reassembly.next()) {
      repeated(buffer, at);
      return;
    }
    reassembly.add(buffer, at);
    byte[] message;
    while (session.goesOn(this) && (message = reassembly.poll()) != null) {
      try {
        message(message);
      } catch (HandshakeFault e) {
        reassembly.forgetLast(); // the server's own may still come
        throw e;
      }
    }
  }

  /** Something that was there already: the server did not see our answer, or wants another. */
  private void repeated(byte[] buffer, int at) throws HandshakeFault {
    int type = Octets.u8(buffer, at);
    int length = Octets.u24(buffer, at + 9);
    if (type == Messages.SERVER_HELLO_DONE && awaited == NextMessage.FINISHED) {
      flight.askedFor();
    } else if (type == Messages.HELLO_VERIFY_REQUEST
        && awaited == NextMessage.SERVER_HELLO
        && length == Octets.u24(buffer, at + 1)) {
      // A server that changed its secret meanwhile does not know the cookie it gave before.
      byte[] other = Messages.cookie(Arrays.copyOfRange(buffer, at, at + Messages.HEADER + length));
      if (!Arrays.equals(other, cookie) && cookies < MOST_COOKIES) {
        helloAgain(other);
      }
    }
  }

  private void message(byte[] message) throws HandshakeFault {
    int type = Octets.u8(message, 0);
    if (type == Messages.HELLO_REQUEST) {
      return; // RFC 5246, section 7.4.1.1: ignored, and no part of the transcript
    }
    if (type == Messages.HELLO_VERIFY_REQUEST
        && awaited == NextMessage.SERVER_HELLO
        && cookies == 0) {
      byte[] given = Messages.cookie(message);
      nextMessage++;
      helloAgain(given);
    } else if (type == Messages.SERVER_HELLO && awaited == NextMessage.SERVER_HELLO) {
      serverHello(message);
    } else if (type == Messages.SERVER_KEY_EXCHANGE
        && awaited == NextMessage.KEY_EXCHANGE_OR_DONE) {
      transcript.add(message); // an identity hint, which a device that has one identity needs not
      awaited = NextMessage.DONE;
    } else if (type == Messages.SERVER_HELLO_DONE
        && (awaited == NextMessage.KEY_EXCHANGE_OR_DONE || awaited == NextMessage.DONE)) {
      transcript.add(message);
      keyExchange();
    } else if (type == Messages.FINISHED && awaited == NextMessage.FINISHED) {
      finished(message);
    } else {
      throw new HandshakeFault(
          Alerts.UNEXPECTED_MESSAGE,
          "the server sent handshake message %s instead of %s".formatted(type, awaited));
    }
  }

  private void helloAgain(byte[] givenCookie) {
    cookies++;
    cookie = givenCookie;
    begin();
  }

  private void serverHello(byte[] message) throws HandshakeFault {
    ServerHello read = ServerHello.read(message, client.settings());
    boolean resumed = offered != null && offered.isResumedBy(read);
    if (resumed) {
      offered.check(read);
    }
    hello = read;
    nextMessage++;
    transcript.add(clientHello);
    transcript.add(message);
    if (resumed) {
      resuming = true;
      masterSecret = offered.masterSecret();
      awaited = NextMessage.FINISHED;
      useKeys();
      readEarly();
    } else {
      awaited = NextMessage.KEY_EXCHANGE_OR_DONE;
    }
  }

  private void keyExchange() throws HandshakeFault {
    byte[] clientKeyExchange =
        Messages.clientKeyExchange(nextMessage++, client.psk().identity(device));
    transcript.add(clientKeyExchange);
    byte[] psk = client.psk().key(device);
    masterSecret =
        hello.extendedMasterSecret()
            ? KeySchedule.extendedMasterSecret(client.prf(), psk, transcript.hash(client.prf()))
            : KeySchedule.masterSecret(client.prf(), psk, random, hello.random());
    useKeys();
    byte[] finished = ownFinished();
    transcript.add(finished);
    awaited = NextMessage.FINISHED;
    send(Flight.of(plain, clientKeyExchange, records, finished));
    readEarly();
  }

  private void useKeys() {
    records = KeySchedule.keys(client.prf(), client.scratch(), masterSecret, random, hello);
  }

  private void readEarly() {
    for (byte[] record : takeEarly()) {
      if (session.goesOn(this)) {
        protectedRecord(record, 0);
      }
    }
  }

  private byte[] ownFinished() {
    return Messages.message(Messages.FINISHED, nextMessage++, verifyData("client finished"));
  }

  private byte[] verifyData(String label) {
    return KeySchedule.verifyData(client.prf(), masterSecret, label, transcript);
  }

  private void finished(byte[] message) throws HandshakeFault {
    byte[] expected = verifyData("server finished");
    if (!Arrays.equals(message, Messages.HEADER, message.length, expected, 0, expected.length)) {
      throw new HandshakeFault(
          Alerts.DECRYPT_ERROR, "the server's Finished is that of another handshake");
    }
    Flight last = null;
    if (resuming) {
      transcript.add(message);
      last = Flight.of(plain, records, ownFinished());
      session.transmit(last.write(client.scratch().outgoing));
    }
    session.established(records, last, resumable(), resuming);
  }

  private Resumable resumable() {
    if (!client.settings().resumption() || hello.sessionId().length == 0) {
      return null;
    }
    return resuming ? offered : Resumable.of(hello, masterSecret);
  }
}
