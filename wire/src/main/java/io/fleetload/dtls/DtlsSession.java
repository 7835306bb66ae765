// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.Octets;
import io.fleetload.dtls.cipher.Scratch;
import java.util.List;
import java.util.Locale;

/**
 * One device's session. It is idle, in a handshake, or established, and a handshake always ends:
 * each of its flights has a timer. To be called on the loop's thread only, and not from within
 * {@link SessionEvents#transmit}.
 */
public final class DtlsSession {
  private final DtlsClient client;
  private final int device;
  private final SessionEvents events;

  private Handshake handshake; // null when idle or established
  private ProtectedRecords records; // null unless established
  private Flight lastFlight; // of an abbreviated handshake, until the server is known to have it
  private Resumable remembered;
  private int connection; // tells connections apart, for what outlives one
  private int timer;
  private boolean startedAgain; // since the owner asked for the handshake

  DtlsSession(DtlsClient client, int device, SessionEvents events) {
    this.client = client;
    this.device = device;
    this.events = events;
  }

  /**
   * Begins a handshake, the abbreviated one if a session is remembered. A connection that is there
   * is left as if the device had lost its power, but its session may be resumed.
   */
  public void handshake() {
    startedAgain = false;
    begin();
  }

  private void begin() {
    forgetConnection();
    handshake = new Handshake(this, client, device, remembered);
    handshake.begin();
  }

  /** Returns whether the handshake may begin again, which it may once. */
  boolean mayStartAgain() {
    return !startedAgain;
  }

  /** Begins the handshake for the second and last time. */
  void startAgain() {
    startedAgain = true;
    begin();
  }

  /** Returns whether application data can be sent. */
  public boolean established() {
    return records != null;
  }

  /**
   * Sends application data in one record.
   *
   * @throws IllegalStateException if the session is not established
   * @throws IllegalArgumentException if it is longer than a record can be, 16,384 bytes
   */
  public void send(byte[] buffer, int offset, int length) {
    if (records == null) {
      throw new IllegalStateException("application data before the session was established");
    }
    if (length > Scratch.LONGEST_PLAINTEXT) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%,d bytes are more than a record of DTLS holds", length));
    }
    transmit(
        records.seal(
            RecordHeader.APPLICATION_DATA, buffer, offset, length, client.scratch().outgoing, 0));
  }

  /**
   * Takes what the wire received. What is malformed, forged, repeated or not for this connection is
   * dropped in silence: RFC 6347, section 4.1.2.7.
   */
  public void datagram(byte[] buffer, int offset, int length) {
    int end = offset + length;
    int at = offset;
    int begun = connection;
    while (end - at >= RecordHeader.LENGTH && connection == begun) {
      int next = at + RecordHeader.LENGTH + RecordHeader.length(buffer, at);
      if (next > end) {
        return;
      }
      record(buffer, at);
      at = next;
    }
  }

  private void record(byte[] buffer, int at) {
    int epoch = RecordHeader.epoch(buffer, at);
    if (records != null) {
      // Nothing in the clear counts any more: an attacker's alert must not end a session.
      if (epoch == 1) {
        protectedRecord(buffer, at);
      }
    } else if (handshake != null) {
      if (epoch == 0) {
        handshake.plainRecord(buffer, at);
      } else if (epoch == 1) {
        handshake.protectedRecord(buffer, at);
      }
    }
  }

  private void protectedRecord(byte[] buffer, int at) {
    int type = RecordHeader.type(buffer, at);
    int length = records.open(buffer, at);
    if (length < 0) {
      return;
    }
    byte[] plain = client.scratch().incoming;
    if (type == RecordHeader.APPLICATION_DATA) {
      lastFlight = null;
      events.received(plain, 0, length);
    } else if (type == RecordHeader.ALERT) {
      alert(plain, 0, length);
    } else if (type == RecordHeader.HANDSHAKE && lastFlight != null && length > 0) {
      if (plain[0] == Messages.FINISHED) {
        // The server repeats its own because it did not see ours: RFC 6347, section 4.2.4.
        transmit(lastFlight.write(client.scratch().outgoing));
      }
    }
  }

  /** Takes an alert that counts. */
  void alert(byte[] buffer, int at, int length) {
    if (!Alerts.ends(buffer, at, length)) {
      return;
    }
    int level = Octets.u8(buffer, at);
    int description = Octets.u8(buffer, at + 1);
    if (description == Alerts.CLOSE_NOTIFY) {
      sendAlert(Alerts.WARNING, Alerts.CLOSE_NOTIFY); // RFC 5246, section 7.2.1
      end(new SessionEnd.CloseNotify());
    } else {
      remembered = null; // RFC 5246, section 7.2.2
      end(new SessionEnd.Alert(level, description));
    }
  }

  /** Says close_notify to the peer and is idle then. A session may be resumed later. */
  public void close() {
    sendAlert(Alerts.WARNING, Alerts.CLOSE_NOTIFY);
    forgetConnection();
  }

  /** Ends without a word, as in a power cut, but the session may be resumed. */
  public void cut() {
    forgetConnection();
  }

  /** Returns whether the server knows the device by a connection id. */
  public boolean withConnectionId() {
    return records != null && records.withConnectionId();
  }

  /** Forgets all of the session, and what could be resumed, without a word: a power cut. */
  public void drop() {
    forgetConnection();
    remembered = null;
  }

  private void sendAlert(int level, int description) {
    byte[] alert = Alerts.alert(level, description);
    byte[] out = client.scratch().outgoing;
    if (records != null) {
      transmit(records.seal(RecordHeader.ALERT, alert, 0, alert.length, out, 0));
    } else if (handshake != null) {
      transmit(handshake.writeAlert(alert, out));
    }
  }

  private void forgetConnection() {
    handshake = null;
    records = null;
    lastFlight = null;
    connection++;
  }

  private void end(SessionEnd end) {
    forgetConnection();
    events.ended(end);
  }

  /** A handshake is done. */
  void established(ProtectedRecords keyed, Flight mayBeLost, Resumable resumable, boolean resumed) {
    List<byte[]> early = handshake.takeEarly();
    int begun = connection;
    handshake = null;
    records = keyed;
    lastFlight = mayBeLost;
    remembered = resumable;
    events.established(resumed);
    for (byte[] record : early) {
      if (connection == begun) {
        record(record, 0);
      }
    }
  }

  /** A handshake cannot go on. */
  void failed(HandshakeFault fault) {
    sendAlert(Alerts.FATAL, fault.alert());
    remembered = null;
    end(new SessionEnd.ProtocolBreach(fault.getMessage()));
  }

  /** Nothing came, however often it was asked for. */
  void timedOut(boolean resuming) {
    if (resuming) {
      remembered = null; // the server agreed and then went silent: next time from the beginning
    }
    end(new SessionEnd.Timeout());
  }

  /** Returns whether that handshake is still the one that goes on. */
  boolean goesOn(Handshake one) {
    return handshake == one;
  }

  /** Sends what was written to the outgoing array. */
  void transmit(int length) {
    events.transmit(client.scratch().outgoing, 0, length);
  }

  /** Starts the timer of a flight; it takes the place of the one before. */
  void await(long nanos) {
    int started = ++timer;
    client
        .loop()
        .after(
            nanos,
            () -> {
              if (timer == started && handshake != null) {
                handshake.unanswered();
              }
            });
  }
}
