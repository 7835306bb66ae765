package io.fleetload.simulator.coap;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.WireLoop;
import io.fleetload.hono.DeviceKeys;
import io.fleetload.hono.HonoProfile;
import io.fleetload.process.TargetException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.californium.core.network.CoapEndpoint;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.scandium.ConnectionListener;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;
import org.eclipse.californium.scandium.dtls.Connection;

/**
 * All devices of a profile on one thread, one DTLS connector and one CoAP endpoint. The number of
 * threads does not depend on the number of devices.
 */
public final class CoapFleet implements DeviceDriver {
  private final NioLoop loop;
  private final CoapEndpoint endpoint;
  private final CoapDeviceLink[] links;
  private volatile Runnable disconnectListener = () -> {};
  private volatile boolean closing;

  private CoapFleet(HonoProfile profile, InetSocketAddress target, List<InetSocketAddress> sources)
      throws IOException {
    int devices = profile.devices().count();
    Configuration settings = CoapSettings.of(devices, profile.phases().connect());
    DtlsConnectorConfig.Builder dtls = DtlsConnectorConfig.builder(settings);
    // The connector opens one socket of its own, which nothing is ever sent through.
    dtls.setAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    dtls.setAdvancedPskStore(
        new Identities(
            profile.tenant().id(),
            profile.devices()::name,
            new DeviceKeys(profile.devices().psk())::of));
    dtls.setConnectionListener(new Disconnects());
    this.links = new CoapDeviceLink[devices];
    FleetConnector connector =
        new FleetConnector(
            dtls.build(), target, sources, devices, device -> links[device].unreachable());
    this.loop = new NioLoop("fleet", connector::read);
    connector.loop(loop);
    LoopExecutor executor = new LoopExecutor(loop);
    connector.setExecutor(executor);
    this.endpoint =
        CoapEndpoint.builder().setConfiguration(settings).setConnector(connector).build();
    endpoint.setExecutors(executor, executor);
    CoapRequests requests = new CoapRequests(profile.flows());
    for (int i = 0; i < devices; i++) {
      links[i] = new CoapDeviceLink(i, endpoint, connector, requests);
    }
  }

  /**
   * Makes the fleet of a profile and starts its thread; no device is connected yet.
   *
   * @throws TargetException if the adapter's or a source address is none
   * @throws IOException if this host cannot open the selector
   */
  public static CoapFleet start(HonoProfile profile) throws TargetException, IOException {
    InetSocketAddress target =
        new InetSocketAddress(profile.target().coapHost(), profile.target().coapPort());
    if (target.isUnresolved()) {
      throw new TargetException(
          "the CoAP adapter's host %s is not known (target.coap)"
              .formatted(profile.target().coapHost()));
    }
    CoapFleet fleet = new CoapFleet(profile, target, sources(profile.devices().bind()));
    fleet.loop.start();
    fleet.endpoint.start();
    return fleet;
  }

  @Override
  public DeviceLink link(int device) {
    return links[device];
  }

  @Override
  public WireLoop loop() {
    return loop;
  }

  @Override
  public void onDisconnect(Runnable listener) {
    disconnectListener = listener;
  }

  @Override
  public void close() {
    closing = true;
    loop.close();
    endpoint.destroy();
  }

  private static List<InetSocketAddress> sources(List<String> bind) throws TargetException {
    List<InetSocketAddress> sources = new ArrayList<>();
    for (String address : bind) {
      try {
        sources.add(new InetSocketAddress(InetAddress.getByName(address), 0));
      } catch (UnknownHostException e) {
        throw new TargetException("devices.bind: %s is no address".formatted(address));
      }
    }
    return sources;
  }

  private final class Disconnects implements ConnectionListener {
    @Override
    public void onConnectionEstablished(Connection connection) {
      // Connections are counted where they are asked for.
    }

    @Override
    public void onConnectionRemoved(Connection connection) {
      if (!closing && connection.hasEstablishedDtlsContext()) {
        disconnectListener.run();
      }
    }

    @Override
    public boolean onConnectionUpdatesSequenceNumbers(
        Connection connection, boolean writeSequenceNumber) {
      return false;
    }

    @Override
    public boolean onConnectionMacError(Connection connection) {
      return false;
    }

    @Override
    public void beforeExecution(Connection connection) {
      // Nothing to prepare.
    }

    @Override
    public void updateExecution(Connection connection) {
      // Nothing to note.
    }

    @Override
    public void afterExecution(Connection connection) {
      // Nothing to clean up.
    }
  }
}
