package io.fleetload.simulator.coap;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.util.List;
import java.util.function.IntConsumer;
import org.eclipse.californium.scandium.DTLSConnector;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;

/**
 * One DTLS connector for all devices. Each device has its own connected UDP channel, so the target
 * sees as many peers as there are devices; the connector knows each by its {@link DeviceAddress}.
 * The connector's own receiver threads are off: what a channel receives is handed to it by the
 * loop.
 */
final class FleetConnector extends DTLSConnector {
  private static final int LARGEST_DATAGRAM = 16_384;
  private static final int SOCKET_BUFFER = 65_536;

  private final InetSocketAddress target;
  private final List<InetSocketAddress> sources;
  private final DatagramChannel[] channels;
  private final InetSocketAddress[] addresses;
  private final ByteBuffer receiving = ByteBuffer.allocateDirect(LARGEST_DATAGRAM);
  private final byte[] received = new byte[LARGEST_DATAGRAM];
  private final IntConsumer onUnreachable;
  private NioLoop loop;

  /**
   * A connector.
   *
   * @param target the adapter
   * @param sources local addresses to send from, port 0; empty for any
   * @param onUnreachable told the device whose target's host refused its datagram
   */
  FleetConnector(
      DtlsConnectorConfig config,
      InetSocketAddress target,
      List<InetSocketAddress> sources,
      int devices,
      IntConsumer onUnreachable) {
    super(config);
    this.target = target;
    this.sources = List.copyOf(sources);
    this.channels = new DatagramChannel[devices];
    this.addresses = new InetSocketAddress[devices];
    this.onUnreachable = onUnreachable;
    for (int i = 0; i < devices; i++) {
      addresses[i] = DeviceAddress.of(i, target.getPort());
    }
  }

  void loop(NioLoop fleetLoop) {
    loop = fleetLoop;
  }

  InetSocketAddress address(int device) {
    return addresses[device];
  }

  /** Opens the device's channel, if it is not open. */
  void open(int device) throws IOException {
    if (channels[device] != null) {
      return;
    }
    DatagramChannel channel = DatagramChannel.open(family());
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
      if (!sources.isEmpty()) {
        channel.bind(sources.get(device % sources.size()));
      }
      channel.connect(target);
      channel.register(loop.selector(), SelectionKey.OP_READ, addresses[device]);
      channels[device] = channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Hands over what a channel has received. On the loop's thread. */
  void read(SelectionKey key) {
    InetSocketAddress peer = (InetSocketAddress) key.attachment();
    try {
      receiving.clear();
      int length = ((DatagramChannel) key.channel()).read(receiving);
      if (length > 0) {
        receiving.flip();
        receiving.get(received, 0, length);
        processDatagram(new DatagramPacket(received, length, peer));
      }
    } catch (PortUnreachableException e) {
      onUnreachable.accept(DeviceAddress.device(peer.getAddress()));
    } catch (IOException e) {
      key.cancel();
    }
    loop.runDueWork();
  }

  @Override
  protected void sendNextDatagramOverNetwork(DatagramPacket packet) throws IOException {
    int device = DeviceAddress.device(packet.getAddress());
    DatagramChannel channel = channels[device];
    if (channel == null) {
      return;
    }
    try {
      // A full socket buffer drops the datagram, as the network may; the protocol sends it again.
      channel.write(ByteBuffer.wrap(packet.getData(), packet.getOffset(), packet.getLength()));
    } catch (PortUnreachableException e) {
      onUnreachable.accept(device);
    }
  }

  private StandardProtocolFamily family() {
    return target.getAddress().getAddress().length == 4
        ? StandardProtocolFamily.INET
        : StandardProtocolFamily.INET6;
  }
}
