// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.wire.NioLoop;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The datagrams of one session: from a port of its own to the target, and back. */
public abstract class DeviceChannel {
  private static final Logger LOG = LoggerFactory.getLogger(DeviceChannel.class);

  private final FleetChannels channels;
  private final NioLoop loop;
  private final int session;
  private SelectionKey key;

  /**
   * A channel that is not open.
   *
   * @param session its index in the fleet
   */
  protected DeviceChannel(FleetChannels channels, NioLoop loop, int session) {
    this.channels = channels;
    this.loop = loop;
    this.session = session;
  }

  /** Takes a datagram that came. */
  protected abstract void datagram(byte[] buffer, int length);

  /** Notes that no program of the target's host listens there. */
  protected abstract void unreachable();

  /**
   * Opens it, if it is not open.
   *
   * @throws IOException if this host has no port
   */
  public final void open() throws IOException {
    if (key == null) {
      key = channels.open(loop.selector(), this, session);
    }
  }

  /**
   * Goes on from another port.
   *
   * @throws IOException if this host has no other
   */
  final void rebind() throws IOException {
    SelectionKey before = key;
    key = channels.open(loop.selector(), this, session);
    close(before);
  }

  /** Sends a datagram; what this host refuses to carry is lost as on any network. */
  public final void write(byte[] buffer, int offset, int length) {
    SelectionKey used = key;
    try {
      if (used != null && !channels.write(used, buffer, offset, length)) {
        loop.execute(
            () -> {
              // Meanwhile the device may have left that port.
              if (key == used) {
                unreachable();
              }
            });
      }
    } catch (IOException e) {
      LOG.debug("sending a datagram", e);
    }
  }

  /** Returns whether it is open. */
  public final boolean isOpen() {
    return key != null;
  }

  /** Closes it; it can be opened again. */
  public final void close() {
    SelectionKey before = key;
    key = null;
    close(before);
  }

  private static void close(SelectionKey before) {
    if (before != null) {
      try {
        before.channel().close();
      } catch (IOException e) {
        LOG.debug("closing a channel", e);
      }
    }
  }
}
