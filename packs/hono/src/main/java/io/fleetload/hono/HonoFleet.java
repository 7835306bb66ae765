// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.coap.CoapConnections;
import io.fleetload.hono.coap.Identities;
import io.fleetload.hono.http.HttpConnections;
import io.fleetload.hono.mqtt.MqttConnections;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoDevices.Protocol;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.tcp.TcpSessions;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.wire.LoopDriver;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.Set;

/** The devices of a profile, or a shard's, on one thread, whatever they speak. */
public final class HonoFleet extends LoopDriver<DeviceLink> {
  private static final int BUFFER_BYTES = 1 << 16;

  /** Null if no device speaks CoAP. */
  private final CoapConnections coap;

  /** Null if no device speaks MQTT. */
  private final MqttConnections mqtt;

  /** Null if no device speaks HTTP. */
  private final HttpConnections http;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

  private HonoFleet(HonoProfile profile, ShardDevices own, RunClock clock, Identities identities)
      throws TargetException, UsageException, IOException {
    super(own, profile.generator().precision());
    HonoDevices devices = profile.devices();
    Set<Protocol> spoken = devices.protocols();
    coap =
        spoken.contains(Protocol.COAP)
            ? new CoapConnections(profile, own, loop(), clock, identities, this::listener)
            : null;
    mqtt =
        spoken.contains(Protocol.MQTT)
            ? new MqttConnections(
                profile, sessions(profile, Protocol.MQTT, own, identities), loop(), clock)
            : null;
    http =
        spoken.contains(Protocol.HTTP)
            ? new HttpConnections(profile, sessions(profile, Protocol.HTTP, own, identities))
            : null;
    start(
        place ->
            switch (devices.protocolOf(own.device(place))) {
              case COAP -> coap.link(place);
              case MQTT -> mqtt.link(place);
              case HTTP -> http.link(place);
            });
  }

  private TcpSessions sessions(
      HonoProfile profile, Protocol protocol, ShardDevices own, Identities identities)
      throws TargetException, UsageException {
    return new TcpSessions(profile, protocol, own, loop(), identities, this::listener);
  }

  /**
   * Makes the fleet of a profile and starts its thread; no device is connected yet.
   *
   * @throws TargetException if the address of an adapter or a source address is wrong
   * @throws UsageException if the devices' keys are not to be had, or a file is of no use
   * @throws IOException if this host cannot open the selector
   */
  public static HonoFleet start(HonoProfile profile, RunClock clock)
      throws TargetException, UsageException, IOException {
    return start(profile, ShardDevices.all(profile.sessions()), clock);
  }

  /**
   * Makes the part of the fleet that is this process's own and starts its thread.
   *
   * @throws TargetException if the address of an adapter or a source address is wrong
   * @throws UsageException if the devices' keys cannot be read, or a file is of no use
   * @throws IOException if this host cannot open the selector
   */
  public static HonoFleet start(HonoProfile profile, ShardDevices own, RunClock clock)
      throws TargetException, UsageException, IOException {
    return new HonoFleet(profile, own, clock, Identities.of(profile));
  }

  @Override
  protected void ready(SelectionKey key) {
    if (key.attachment() instanceof TcpConnection) {
      TcpConnection.ready(key, buffer);
    } else {
      coap.ready(key);
    }
  }
}
