// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import io.fleetload.driver.ShardDevices;
import io.fleetload.process.TargetException;
import io.fleetload.wire.LoopDriver;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.List;

/** The devices of an echo profile: a connection each, all on one thread. */
final class EchoDevices extends LoopDriver<EchoLink> {
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);

  EchoDevices(EchoProfile profile, ShardDevices own) throws TargetException, IOException {
    super(own, profile.generator().precision());
    InetSocketAddress server = TcpConnection.address(profile.target().server());
    int echoes = profile.flows().echo() == null ? 1 : profile.flows().echo().responses();
    List<SourceAddress> sources = SourceAddress.of(profile.devices().bind(), own);
    start(
        place -> {
          int device = own.device(place);
          String name = profile.devices().name(device);
          SourceAddress source = sources.get(place % sources.size());
          return new EchoLink(device, name, source, server, loop(), echoes, this::listener);
        });
  }

  @Override
  protected void ready(SelectionKey key) {
    TcpConnection.ready(key, buffer);
  }
}
