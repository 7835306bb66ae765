// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.Terminals;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.wire.LoopDriver;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.List;

/** The terminals of a profile: a connection each, all on one thread. */
public final class TerminalFleet extends LoopDriver<TerminalLink> {
  private static final int BUFFER_BYTES = 1 << 16;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

  private TerminalFleet(
      Jt808Profile profile, ShardDevices own, RunClock clock, InetSocketAddress server, Track track)
      throws TargetException, IOException {
    super(own, profile.generator().precision());
    Terminals terminals = profile.devices();
    List<SourceAddress> sources = SourceAddress.of(terminals.bind(), own);
    TerminalWire wire =
        new TerminalWire(
            loop(),
            clock,
            server,
            terminals.sticky(),
            new Locations(profile, track),
            this::listener);
    start(
        place -> {
          int device = own.device(place);
          SourceAddress source = sources.get(place % sources.size());
          return new TerminalLink(wire, device, terminals, source, profile.flows().location());
        });
  }

  /**
   * Makes the terminals and starts their thread; none is connected yet.
   *
   * @throws TargetException if the server's host or a source address is not known
   * @throws UsageException if the track cannot be read
   * @throws IOException if this host cannot open the selector
   */
  public static TerminalFleet start(Jt808Profile profile, ShardDevices own, RunClock clock)
      throws TargetException, UsageException, IOException {
    return new TerminalFleet(
        profile, own, clock, TcpConnection.address(profile.target().server()), Track.of(profile));
  }

  @Override
  protected void ready(SelectionKey key) {
    TcpConnection.ready(key, buffer);
  }
}
