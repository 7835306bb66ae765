// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

/**
 * A message that came in the clear and would end a handshake, or that cannot be the server's beside
 * something else that came. Anyone may have sent it, so the handshake goes on: RFC 6347, section
 * 4.1.2.7. A server that meant it says it again when the flight is repeated, or says nothing more.
 */
final class Suspicion {
  private final SentFlight flight;
  private Runnable end;
  private int repetitions;
  private boolean isContradiction;

  Suspicion(SentFlight flight) {
    this.flight = flight;
  }

  /** Takes a reason to end; it ends at once if there was one before the flight's repetition. */
  void raise(Runnable reason) {
    if (end == null) {
      end = reason;
      repetitions = flight.repetitions();
    } else if (!isContradiction && flight.repetitions() > repetitions) {
      reason.run();
    }
  }

  /**
   * Takes two messages that came under one number, so that one of them is not the server's. The
   * server's next answer or its silence shows which.
   *
   * @param again begins the handshake again
   */
  void contradiction(Runnable again) {
    end = again;
    isContradiction = true;
  }

  /** Returns whether there is a reason to end that had the time to prove wrong. */
  boolean counts() {
    return end != null
        && (isContradiction || flight.repetitions() > repetitions || flight.isLast());
  }

  void end() {
    end.run();
  }

  /** The handshake made a step, which proves reasons to end wrong. */
  void clear() {
    if (!isContradiction) {
      end = null;
    }
  }
}
