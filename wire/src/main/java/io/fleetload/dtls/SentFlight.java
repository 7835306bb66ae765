// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import java.util.concurrent.TimeUnit;

/** The flight that waits for its answer, and how often it was sent: RFC 6347, section 4.2.4. */
final class SentFlight {
  private static final long LONGEST_TIMEOUT = TimeUnit.SECONDS.toNanos(60);

  private final DtlsSession session;
  private final DtlsClient client;

  private Flight flight;
  private int repetitions;
  private long timeout;
  private boolean askedForIt;

  SentFlight(DtlsSession session, DtlsClient client) {
    this.session = session;
    this.client = client;
  }

  /** Sends a flight; the one before is answered. */
  void send(Flight next) {
    flight = next;
    repetitions = 0;
    timeout = client.settings().firstTimeoutNanos();
    sendAndWait();
  }

  /** Number of repetitions of the flight. */
  int repetitions() {
    return repetitions;
  }

  /** Returns whether it may not be repeated again. */
  boolean isLast() {
    return repetitions == client.settings().repetitions();
  }

  /** Sends the flight again, as its time is over. */
  void repeat() {
    repetitions++;
    timeout = Math.min(2 * timeout, Math.max(LONGEST_TIMEOUT, timeout));
    sendAndWait();
  }

  /** The server asks for it; once between two of our own, as anybody may ask. */
  void askedFor() {
    if (!askedForIt) {
      askedForIt = true;
      write();
    }
  }

  private void sendAndWait() {
    askedForIt = false;
    write();
    session.await(timeout);
  }

  private void write() {
    session.transmit(flight.write(client.scratch().outgoing));
  }
}
