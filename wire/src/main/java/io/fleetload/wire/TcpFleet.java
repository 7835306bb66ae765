// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.ShardDevices;
import io.fleetload.process.TargetException;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.LoadProfile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Devices with a TCP connection each, all on one thread.
 *
 * @param <L> their links
 */
public final class TcpFleet<L extends DeviceLink> extends LoopDriver<L> {
  private static final int BUFFER_BYTES = 1 << 16;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final ShardDevices own;
  private final List<InetSocketAddress> servers;

  /** By the first device of each group. */
  private final NavigableMap<Integer, List<SourceAddress>> sources = new TreeMap<>();

  /**
   * A fleet of one server, as below.
   *
   * @throws TargetException if a source address is not known
   * @throws IOException if this host cannot open a selector
   */
  public TcpFleet(LoadProfile profile, ShardDevices own, InetSocketAddress server)
      throws TargetException, IOException {
    this(profile, own, List.of(server));
  }

  /**
   * A fleet that has no links yet.
   *
   * @param own the devices that this process has of it
   * @param servers where they connect to, in turn
   * @throws TargetException if a source address is not known
   * @throws IOException if this host cannot open a selector
   */
  public TcpFleet(LoadProfile profile, ShardDevices own, List<InetSocketAddress> servers)
      throws TargetException, IOException {
    super(own, profile.generator().precision());
    this.own = own;
    this.servers = List.copyOf(servers);
    // Groups that send from the same addresses take turns at their ports.
    Map<List<InetAddress>, List<SourceAddress>> known = new HashMap<>();
    for (DeviceGroup each : profile.devices().groups()) {
      sources.put(
          each.first(),
          known.computeIfAbsent(
              each.devices().addresses(), addresses -> SourceAddress.of(addresses, own)));
    }
  }

  /** Makes the link of each device, none of which is connected, and starts the thread. */
  public TcpFleet<L> begin(Function<TcpLink.LinkPlace, L> link) {
    start(
        place -> {
          int device = own.device(place);
          List<SourceAddress> its = sources.floorEntry(device).getValue();
          SourceAddress source = its.get(place % its.size());
          InetSocketAddress server = servers.get(device % servers.size());
          return link.apply(new TcpLink.LinkPlace(device, source, server, loop(), this::listener));
        });
    return this;
  }

  @Override
  protected void ready(SelectionKey key) {
    TcpConnection.ready(key, buffer);
  }
}
