// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import java.io.IOException;
import java.nio.channels.SelectionKey;

/** The datagrams of one device: those of its session go out, and what comes goes to it. */
final class DeviceChannel implements FleetChannels.Receiver {
  private final int device;
  private final CoapWire wire;
  private final CoapDeviceLink link;
  private SelectionKey key;

  /** A channel that is not open. */
  DeviceChannel(int device, CoapWire wire, CoapDeviceLink link) {
    this.device = device;
    this.wire = wire;
    this.link = link;
  }

  /**
   * Opens it, if it is not open.
   *
   * @throws IOException if this host has no port
   */
  void open() throws IOException {
    if (key == null) {
      key = wire.open(this);
    }
  }

  /**
   * Goes on from another port.
   *
   * @throws IOException if this host has no other
   */
  void rebind() throws IOException {
    SelectionKey before = key;
    key = wire.open(this);
    if (before != null) {
      wire.close(before);
    }
  }

  void close() {
    if (key != null) {
      wire.close(key);
      key = null;
    }
  }

  void write(byte[] buffer, int offset, int length) {
    SelectionKey used = key;
    if (used != null && !wire.write(used, buffer, offset, length)) {
      wire.later(
          () -> {
            // Meanwhile the device may have left that port.
            if (key == used) {
              unreachable();
            }
          });
    }
  }

  @Override
  public int session() {
    return device;
  }

  @Override
  public void datagram(byte[] buffer, int length) {
    link.session().datagram(buffer, 0, length);
  }

  @Override
  public void unreachable() {
    link.unreachable();
  }
}
