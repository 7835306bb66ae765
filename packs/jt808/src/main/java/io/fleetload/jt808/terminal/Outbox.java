// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.jt808.profile.Terminals.Sticky;
import io.fleetload.jt808.wire.FrameWriter;
import io.fleetload.jt808.wire.Phone;
import io.fleetload.jt808.wire.ResendRequest;
import io.fleetload.jt808.wire.SentFragments;
import io.fleetload.wire.TcpConnection;

/** Outgoing messages of one terminal: it numbers them, and keeps what may be asked for again. */
final class Outbox {
  private final TerminalWire wire;
  private final Phone phone;
  private final Writes writes;
  private int serial;

  /** Null until a message had more than one fragment. */
  private SentFragments fragments;

  Outbox(TerminalWire wire, Phone phone, TcpConnection connection, Sticky sticky) {
    this.wire = wire;
    this.phone = phone;
    this.writes = new Writes(wire, connection, sticky);
  }

  /** The connection is another one. */
  void clear() {
    serial = 0;
    writes.clear();
    fragments = null;
  }

  /** Returns whether a message with that number was sent over this connection. */
  boolean hasSent(int number) {
    return number < serial;
  }

  /** The number of the message that is begun next. */
  int serial() {
    return serial;
  }

  FrameWriter begin(int id) {
    return wire.writer().begin(id, phone, serial);
  }

  /** Sends what was begun; says under which serial number it will be acknowledged. */
  int end() {
    int frames = wire.writer().end();
    serial += frames;
    if (frames > 1) {
      if (fragments == null) {
        fragments = new SentFragments();
      }
      fragments.keep(wire.writer());
    }
    writes.write(wire.writer().take());
    return serial - 1;
  }

  /**
   * The platform acknowledged a serial number; says that of the message which {@link #end} gave.
   */
  int acknowledged(int serial) {
    return fragments == null ? serial : fragments.acknowledged(serial);
  }

  /** Sends fragments once more that the platform misses. */
  void resend(ResendRequest request) {
    if (fragments != null && fragments.resend(request, wire.writer()) > 0) {
      writes.write(wire.writer().take());
    }
  }

  /** Writes what waits for its write. */
  void flush() {
    writes.flush();
  }
}
