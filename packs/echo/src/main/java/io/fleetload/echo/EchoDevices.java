// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.ShardDevices;
import io.fleetload.driver.WireLoop;
import io.fleetload.process.TargetException;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;

/** The devices of an echo profile: a connection each, all on one thread. */
final class EchoDevices implements DeviceDriver {
  private final NioLoop loop;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
  private final ShardDevices own;
  private final EchoLink[] links;

  /** What the links tell; set before they are used. */
  private volatile Listener listener = new Listener() {};

  EchoDevices(EchoProfile profile, ShardDevices own) throws TargetException, IOException {
    this.own = own;
    this.loop = new NioLoop("fleet", this::ready);
    InetSocketAddress server = server(profile.target().server());
    this.links = new EchoLink[own.count()];
    for (int i = 0; i < links.length; i++) {
      int device = own.device(i);
      links[i] =
          new EchoLink(
              device, profile.devices().name(device), server, loop, responses(profile), this::told);
    }
    loop.start();
  }

  static InetSocketAddress server(String address) throws TargetException {
    int colon = address.lastIndexOf(':');
    InetSocketAddress server =
        new InetSocketAddress(
            address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    if (server.isUnresolved()) {
      throw new TargetException("the server's host is not known: " + address + " (target.server)");
    }
    return server;
  }

  private static int responses(EchoProfile profile) {
    return profile.flows().echo() == null ? 1 : profile.flows().echo().responses();
  }

  private Listener told() {
    return listener;
  }

  private void ready(SelectionKey key) {
    TcpConnection.ready(key, buffer);
    loop.runDueWork();
  }

  @Override
  public DeviceLink link(int session) {
    return links[own.place(session)];
  }

  @Override
  public WireLoop loop() {
    return loop;
  }

  @Override
  public void listen(Listener toBeTold) {
    listener = toBeTold;
  }

  @Override
  public void close() {
    loop.close();
  }
}
