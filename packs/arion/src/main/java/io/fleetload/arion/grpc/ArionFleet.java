// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.ClientGroups;
import io.fleetload.arion.profile.Clients;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.driver.WireLoop;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.wire.LinkDriver;
import io.fleetload.wire.netty.EventLoopWire;
import io.fleetload.wire.netty.OneThread;
import java.net.InetSocketAddress;
import java.util.List;

/** The clients of a profile: their connections, all on one thread. */
public final class ArionFleet extends LinkDriver<ArionLink> {
  private final OneThread thread = new OneThread("fleet");
  private final EventLoopWire wire = new EventLoopWire(thread.loop());

  private ArionFleet(
      ArionProfile profile, ShardDevices own, RunClock clock, ServerConnector connecting) {
    super(own);
    ArionLink.LinkSettings shared =
        new ArionLink.LinkSettings(
            thread, wire, connecting, new Requests(profile, clock, wire), this::listener);
    Clients fleet = profile.devices();
    ClientGroups groups = new ClientGroups(fleet);
    boolean alone = profile.sessions() == fleet.count();
    make(
        place -> {
          int session = own.device(place);
          // Where clients share connections, these keys are the same in all groups.
          Clients its = alone ? groups.of(session) : fleet;
          Integer streams = its.streamsPerConnection();
          return new ArionLink(
              shared,
              session,
              source(its.bind(), place),
              streams == null ? Integer.MAX_VALUE : streams);
        });
  }

  private static InetSocketAddress source(List<String> bind, int place) {
    return bind.isEmpty() ? null : new InetSocketAddress(bind.get(place % bind.size()), 0);
  }

  /**
   * Makes the connections of a profile; none is open yet.
   *
   * @param own the connections that this process opens
   * @throws TargetException if the server's host is not known
   * @throws UsageException if a file of {@code target.tls} or the metadata is of no use
   */
  public static ArionFleet start(ArionProfile profile, ShardDevices own, RunClock clock)
      throws TargetException, UsageException {
    return new ArionFleet(profile, own, clock, ServerConnector.of(profile));
  }

  @Override
  public WireLoop loop() {
    return wire;
  }

  @Override
  public void close() {
    wire.execute(this::closeLinks);
    wire.execute(thread::close);
  }
}
