// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import java.util.Arrays;
import java.util.List;

/**
 * Plays the server's part on a bench as an honest server does: it answers a new hello with a new
 * flight, a repeated one with the same, a Finished with its own. It never has its own timer.
 */
final class HonestServer {
  private static final int ROUNDS = 20;

  private final Bench bench;
  private final PiecewiseServer pieces;
  private int taken;
  private byte[] hello = {};
  private List<byte[]> flight = List.of();
  private boolean sendsFlight;
  private boolean sendsFinished;

  HonestServer(Bench bench) {
    this.bench = bench;
    this.pieces = bench.server;
  }

  /** The messages of its flight, for the hello that was sent. */
  List<byte[]> flight() {
    takeOne();
    sendsFlight = false;
    return flight;
  }

  /** Answers until the handshake is over; where there is nothing to answer, time passes. */
  void finish() {
    for (int i = 0; i < ROUNDS && goesOn(); i++) {
      if (taken == bench.sent.size()) {
        bench.loop.pass(Bench.SETTINGS.firstTimeoutNanos());
      }
      while (taken < bench.sent.size() && goesOn()) {
        takeOne();
        answer();
      }
    }
  }

  private boolean goesOn() {
    return bench.established.isEmpty() && bench.ends.isEmpty();
  }

  private void answer() {
    boolean finished = sendsFinished;
    if (sendsFlight) {
      sendsFlight = false;
      bench.arriveInRecords(flight);
    }
    if (finished && bench.ends.isEmpty()) {
      sendsFinished = false;
      bench.arrives(pieces.finished());
    }
  }

  private void takeOne() {
    byte[] datagram = bench.sent.get(taken++);
    boolean isHello = datagram[RecordHeader.LENGTH] == Messages.CLIENT_HELLO;
    byte[] body = Arrays.copyOfRange(datagram, RecordHeader.LENGTH, datagram.length);
    if (!isHello) {
      takeFinished(datagram);
    } else if (Arrays.equals(body, hello)) {
      sendsFlight = true;
    } else {
      hello = body;
      pieces.take(datagram);
      flight = pieces.helloFlight(true);
      sendsFlight = true;
    }
  }

  /** A Finished that it cannot open is none; its flight is said again, as to any repetition. */
  private void takeFinished(byte[] datagram) {
    int before = pieces.finisheds;
    pieces.take(datagram);
    if (pieces.finisheds > before) {
      sendsFinished = true;
    } else {
      sendsFlight = true;
    }
  }
}
