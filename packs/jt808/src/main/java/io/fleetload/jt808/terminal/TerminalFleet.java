// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.Registrations;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.wire.TcpConnection;
import io.fleetload.wire.TcpFleet;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** The terminals of a profile: a connection each, all on one thread. */
public final class TerminalFleet {
  private TerminalFleet() {}

  /**
   * Makes the terminals and starts their thread; none is connected yet.
   *
   * @throws TargetException if the server's host or a source address is not known
   * @throws UsageException if the track or the data cannot be read
   * @throws IOException if this host cannot open the selector
   */
  public static TcpFleet<TerminalLink> start(Jt808Profile profile, ShardDevices own, RunClock clock)
      throws TargetException, UsageException, IOException {
    InetSocketAddress server = TcpConnection.address(profile.target().server());
    Locations locations = new Locations(profile);
    Registrations registrations = new Registrations(profile);
    TcpFleet<TerminalLink> fleet = new TcpFleet<>(profile, own, server);
    TerminalWire wire = new TerminalWire(fleet.loop(), clock, profile, locations, fleet::listener);
    List<TerminalGroup> groups = TerminalGroup.of(profile);
    return fleet.begin(
        place -> new TerminalLink(place, wire, group(groups, place.device()), registrations));
  }

  private static TerminalGroup group(List<TerminalGroup> groups, int terminal) {
    return groups.stream()
        .filter(each -> each.range().has(terminal))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no group has terminal " + terminal));
  }
}
