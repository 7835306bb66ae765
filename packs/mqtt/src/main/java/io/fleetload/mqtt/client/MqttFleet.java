// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.client;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.mqtt.profile.MqttFlow;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.session.MqttLoop;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Flow;
import io.fleetload.wire.TcpFleet;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** The clients that publish: a connection each, all on one thread. */
public final class MqttFleet {
  private MqttFleet() {}

  /**
   * Makes the clients and starts their thread; none is connected yet.
   *
   * @throws TargetException if a broker's host or a source address is not known
   * @throws UsageException if a file of {@code target.tls} is of no use
   * @throws IOException if this host cannot open the selector
   */
  public static TcpFleet<MqttLink> start(MqttProfile profile, ShardDevices own, RunClock clock)
      throws TargetException, UsageException, IOException {
    List<InetSocketAddress> addresses = Brokers.addresses(profile);
    TcpFleet<MqttLink> fleet = new TcpFleet<>(profile, own, addresses);
    MqttLoop mqtt = new MqttLoop(fleet.loop(), clock::nanos);
    Brokers brokers = new Brokers(profile, fleet.loop(), own.count());
    Publisher publisher = null;
    if (!Flow.of(MqttFlow.Receive.class, profile.flows()).isEmpty()) {
      String id = Long.toHexString(clock.epochNanos(clock.nanos()));
      publisher = new Publisher(profile, fleet.loop(), mqtt, brokers, addresses, id);
      fleet.loop().execute(publisher::open);
    }
    ClientWire wire = new ClientWire(profile, fleet.loop(), mqtt, brokers, publisher);
    return fleet.begin(place -> new MqttLink(place, wire));
  }
}
