// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.coap.Behalf;
import io.fleetload.hono.coap.CoapRequests;
import io.fleetload.hono.coap.FleetChannels;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.run.DeviceNames;
import io.fleetload.wire.LoopDriver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.util.concurrent.TimeUnit;
import org.eclipse.californium.core.network.CoapEndpoint;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;
import org.eclipse.californium.scandium.dtls.AlertMessage;
import org.eclipse.californium.scandium.dtls.AlertMessage.AlertDescription;
import org.eclipse.californium.scandium.dtls.AlertMessage.AlertLevel;
import org.eclipse.californium.scandium.dtls.InMemoryReadWriteLockConnectionStore;

/**
 * The devices of a profile, or a shard's, on Californium: one connector, one endpoint and one
 * thread for all of them, the arrangement of docs/decisions/0008.
 */
public final class CaliforniumFleet extends LoopDriver<CaliforniumLink> {
  private final FleetChannels channels;
  private final CoapEndpoint endpoint;

  private CaliforniumFleet(
      HonoProfile profile, FleetChannels channels, ShardDevices own, SessionIdentity identity)
      throws IOException {
    super(own, profile.generator().precision());
    this.channels = channels;
    Configuration settings = FleetSettings.of(profile, own.count());
    InMemoryReadWriteLockConnectionStore connections =
        new InMemoryReadWriteLockConnectionStore(
            settings.get(DtlsConfig.DTLS_MAX_CONNECTIONS),
            settings.get(DtlsConfig.DTLS_STALE_CONNECTION_THRESHOLD, TimeUnit.SECONDS),
            null,
            false);
    DtlsConnectorConfig.Builder dtls =
        DtlsConnectorConfig.builder(settings)
            .setAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    identity.put(dtls, peer -> link(peer).session(), connections);
    FleetConnector connector = new FleetConnector(dtls.build(), connections, this::write);
    connector.setAlertHandler(this::alerted);
    LoopExecutor executor = new LoopExecutor(loop());
    connector.setExecutor(executor);
    this.endpoint =
        CoapEndpoint.builder().setConfiguration(settings).setConnector(connector).build();
    endpoint.setExecutors(executor, executor);
    CaliforniumWire wire =
        new CaliforniumWire(
            loop(),
            channels,
            connector,
            endpoint,
            new CoapRequests<>(
                profile.flows(),
                Behalf.of(profile),
                new DeviceNames(profile.devices().naming())::of,
                RequestTemplate::of),
            session -> listener().ended(session));
    start(place -> new CaliforniumLink(own.device(place), PeerAddress.of(place), wire));
  }

  /**
   * Makes the part of the fleet that is this process's own and starts its thread; no device is
   * connected yet.
   *
   * @throws TargetException if the adapter's address or a source address cannot be used
   * @throws UsageException if the devices' keys or certificates are not to be had
   * @throws IOException if this host cannot open the selector, or a socket
   */
  public static CaliforniumFleet start(HonoProfile profile, ShardDevices own)
      throws TargetException, UsageException, IOException {
    CaliforniumFleet fleet =
        new CaliforniumFleet(
            profile, FleetChannels.of(profile, own), own, SessionIdentity.of(profile));
    fleet.endpoint.start();
    return fleet;
  }

  @Override
  protected void ready(SelectionKey key) {
    channels.read(key);
  }

  @Override
  public void close() {
    super.close();
    endpoint.destroy();
  }

  private void write(InetSocketAddress peer, byte[] bytes, int offset, int length) {
    link(peer).write(bytes, offset, length);
  }

  private void alerted(InetSocketAddress peer, AlertMessage alert) {
    if (peer == null) {
      // Scandium has forgotten the connection before; a handshake under way fails by itself.
      return;
    }
    if (alert.getDescription() == AlertDescription.CLOSE_NOTIFY
        || alert.getLevel() == AlertLevel.FATAL) {
      loop().execute(link(peer)::ended);
    }
  }

  private CaliforniumLink link(InetSocketAddress peer) {
    return at(PeerAddress.place(peer.getAddress()));
  }
}
