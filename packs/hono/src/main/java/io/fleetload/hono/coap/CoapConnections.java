// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.dtls.DtlsClient;
import io.fleetload.dtls.DtlsSession;
import io.fleetload.dtls.DtlsSettings;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.TargetException;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.results.run.DeviceNames;
import io.fleetload.wire.NioLoop;
import java.nio.channels.SelectionKey;
import java.security.SecureRandom;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The sessions of a fleet's devices that speak CoAP, and the parts that they share: one thread, one
 * buffer for each direction, one wheel.
 */
public final class CoapConnections {
  private final ShardDevices own;
  private final NioLoop loop;
  private final FleetChannels channels;

  /** By the first session of each group of devices. */
  private final NavigableMap<Integer, DtlsClient> clients = new TreeMap<>();

  private final CoapRequests<RequestForm> requests;
  private final Retransmissions retransmissions;
  private final SplittableRandom random;
  private final Supplier<DeviceDriver.Listener> listener;
  private final CoapWriter writer = new CoapWriter();
  private final CoapMessage message = new CoapMessage();

  /**
   * The sessions of a profile's devices; none is open.
   *
   * @param own the devices that this process has of the fleet
   * @throws TargetException if the host of {@code target.coap} or a source address is not known
   */
  public CoapConnections(
      HonoProfile profile,
      ShardDevices own,
      NioLoop loop,
      RunClock clock,
      Identities identities,
      Supplier<DeviceDriver.Listener> listener)
      throws TargetException {
    this.own = own;
    this.loop = loop;
    this.channels = FleetChannels.of(profile, own);
    SecureRandom secure = new SecureRandom();
    for (DeviceGroup each : profile.devices().groups()) {
      DtlsSettings settings = DtlsProfile.settings(profile, (HonoDevices) each.devices());
      clients.put(each.first(), new DtlsClient(settings, identities, loop, clock, secure));
    }
    this.requests =
        new CoapRequests<>(
            profile.flows(),
            Behalf.of(profile),
            new DeviceNames(profile.devices().naming())::of,
            RequestForm::of);
    this.retransmissions = new Retransmissions(loop, clock);
    // Message ids and waits must differ from those of the run before, whatever its seed.
    this.random = new SplittableRandom(secure.nextLong());
    this.listener = listener;
  }

  /** Makes the link of the session at a place among those of this process. */
  public DeviceLink link(int place) {
    return new CoapDeviceLink(own.device(place), this);
  }

  /** Reads what has come for a session. */
  public void ready(SelectionKey key) {
    channels.read(key);
  }

  DtlsSession session(int device, CoapDeviceLink link) {
    return clients.floorEntry(device).getValue().session(device, link);
  }

  NioLoop loop() {
    return loop;
  }

  FleetChannels channels() {
    return channels;
  }

  void disconnected(int session) {
    listener.get().ended(session);
  }

  void unexpectedAnswer(int session) {
    listener.get().unexpectedAnswer(session);
  }

  CoapRequests<RequestForm> requests() {
    return requests;
  }

  Retransmissions retransmissions() {
    return retransmissions;
  }

  CoapWriter writer() {
    return writer;
  }

  CoapMessage message() {
    return message;
  }

  /** A random number from 0 (inclusive) to 1 (exclusive). */
  double random() {
    return random.nextDouble();
  }

  /** A random number from 0 (inclusive) to the bound (exclusive). */
  int random(int bound) {
    return random.nextInt(bound);
  }
}
