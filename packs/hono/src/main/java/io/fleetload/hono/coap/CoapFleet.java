// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.dtls.DtlsClient;
import io.fleetload.dtls.DtlsSettings;
import io.fleetload.hono.mqtt.MqttConnections;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.results.run.DeviceNames;
import io.fleetload.wire.LoopDriver;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.security.SecureRandom;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The devices of a profile, or a shard's, on one thread, with those that speak MQTT. */
public final class CoapFleet extends LoopDriver<DeviceLink> {
  /** Null if no device speaks CoAP. */
  private final FleetChannels channels;

  /** Null if no device speaks MQTT. */
  private final MqttConnections mqtt;

  private CoapFleet(
      HonoProfile profile,
      FleetChannels channels,
      ShardDevices own,
      RunClock clock,
      Identities identities)
      throws TargetException, IOException {
    super(own, profile.generator().precision());
    this.channels = channels;
    SecureRandom random = new SecureRandom();
    NavigableMap<Integer, DtlsClient> clients = new TreeMap<>();
    for (DeviceGroup each : profile.devices().groups()) {
      if (((HonoDevices) each.devices()).protocol() != HonoDevices.Protocol.COAP) {
        continue;
      }
      DtlsSettings settings = DtlsProfile.settings(profile, (HonoDevices) each.devices());
      clients.put(each.first(), new DtlsClient(settings, identities, loop(), clock, random));
    }
    CoapWire wire =
        new CoapWire(
            loop(),
            channels,
            clients,
            new CoapRequests<>(
                profile.flows(),
                Behalf.of(profile),
                new DeviceNames(profile.devices().naming())::of,
                RequestForm::of),
            new Retransmissions(loop(), clock),
            // Message ids and waits must differ from those of the run before, whatever its seed.
            new SplittableRandom(random.nextLong()),
            this::listener);
    HonoDevices devices = profile.devices();
    mqtt =
        devices.protocols().contains(HonoDevices.Protocol.MQTT)
            ? new MqttConnections(profile, own, loop(), clock, identities, this::listener)
            : null;
    start(
        place ->
            devices.protocolOf(own.device(place)) == HonoDevices.Protocol.MQTT
                ? mqtt.link(place)
                : new CoapDeviceLink(own.device(place), wire));
  }

  /**
   * Makes the fleet of a profile and starts its thread; no device is connected yet.
   *
   * @throws TargetException if the address of an adapter or a source address is wrong
   * @throws UsageException if the devices' keys are not to be had
   * @throws IOException if this host cannot open the selector
   */
  public static CoapFleet start(HonoProfile profile, RunClock clock)
      throws TargetException, UsageException, IOException {
    return start(profile, ShardDevices.all(profile.sessions()), clock);
  }

  /**
   * Makes the part of the fleet that is this process's own and starts its thread.
   *
   * @throws TargetException if the address of an adapter or a source address is wrong
   * @throws UsageException if the devices' keys cannot be read
   * @throws IOException if this host cannot open the selector
   */
  public static CoapFleet start(HonoProfile profile, ShardDevices own, RunClock clock)
      throws TargetException, UsageException, IOException {
    boolean coap = profile.devices().protocols().contains(HonoDevices.Protocol.COAP);
    return new CoapFleet(
        profile, coap ? FleetChannels.of(profile, own) : null, own, clock, Identities.of(profile));
  }

  @Override
  protected void ready(SelectionKey key) {
    if (key.attachment() instanceof DeviceChannel) {
      channels.read(key);
    } else {
      mqtt.ready(key);
    }
  }
}
