// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.TargetException;
import io.fleetload.profile.DeviceGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The devices' UDP channels: each device has its own, connected to the target, so the target sees
 * as many peers as there are devices. All of them are read on the loop's thread into one buffer.
 */
public final class FleetChannels {
  private static final int LARGEST_DATAGRAM = 65_536;
  private static final int SOCKET_BUFFER = 65_536;

  private final InetSocketAddress target;

  /** With port 0, and empty for any address; by the first session of each group. */
  private final NavigableMap<Integer, List<InetSocketAddress>> sources;

  private final ShardDevices own;
  private final StandardProtocolFamily family;
  private final ByteBuffer receiving = ByteBuffer.allocateDirect(LARGEST_DATAGRAM);
  private final ByteBuffer sending = ByteBuffer.allocateDirect(LARGEST_DATAGRAM);
  private final byte[] received = new byte[LARGEST_DATAGRAM];

  /**
   * Channels to the target of a profile.
   *
   * @throws TargetException if the address of the adapter or a source address is wrong
   */
  public static FleetChannels of(HonoProfile profile, ShardDevices own) throws TargetException {
    InetSocketAddress target =
        new InetSocketAddress(profile.target().coapHost(), profile.target().coapPort());
    if (target.isUnresolved()) {
      throw new TargetException(
          "the CoAP adapter's host %s is not known (target.coap)"
              .formatted(profile.target().coapHost()));
    }
    NavigableMap<Integer, List<InetSocketAddress>> sources = new TreeMap<>();
    for (DeviceGroup each : profile.devices().groups()) {
      sources.put(
          each.first(),
          each.devices().addresses().stream()
              .map(address -> new InetSocketAddress(address, 0))
              .toList());
    }
    return new FleetChannels(target, sources, own);
  }

  /**
   * Channels to a target.
   *
   * @param target the adapter
   * @param sources local addresses to send from, by the first session of each group
   * @param own the devices that take turns at them
   */
  private FleetChannels(
      InetSocketAddress target,
      NavigableMap<Integer, List<InetSocketAddress>> sources,
      ShardDevices own) {
    this.target = target;
    this.own = own;
    this.sources = sources;
    this.family =
        target.getAddress().getAddress().length == 4
            ? StandardProtocolFamily.INET
            : StandardProtocolFamily.INET6;
  }

  /** Opens a channel for a session; what it receives goes there. */
  SelectionKey open(Selector selector, DeviceChannel receiver, int session) throws IOException {
    DatagramChannel channel = DatagramChannel.open(family);
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
      List<InetSocketAddress> addresses = sources.floorEntry(session).getValue();
      if (!addresses.isEmpty()) {
        channel.bind(addresses.get(own.place(session) % addresses.size()));
      }
      channel.connect(target);
      return channel.register(selector, SelectionKey.OP_READ, receiver);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Hands one datagram that a channel has received to its session. */
  public void read(SelectionKey key) {
    DeviceChannel receiver = (DeviceChannel) key.attachment();
    try {
      receiving.clear();
      int length = ((DatagramChannel) key.channel()).read(receiving);
      if (length > 0) {
        receiving.flip();
        receiving.get(received, 0, length);
        receiver.datagram(received, length);
      }
    } catch (PortUnreachableException e) {
      receiver.unreachable();
    } catch (IOException e) {
      key.cancel();
    }
  }

  /**
   * Sends a datagram. A full socket buffer drops it, as the network may; the protocol sends it
   * again.
   *
   * @return false if the target's host said that nothing listens there
   */
  boolean write(SelectionKey key, byte[] buffer, int offset, int length) throws IOException {
    try {
      sending.clear().put(buffer, offset, length).flip();
      ((DatagramChannel) key.channel()).write(sending);
      return true;
    } catch (PortUnreachableException e) {
      return false;
    }
  }
}
