// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.dtls.DtlsClient;
import io.fleetload.dtls.DtlsSession;
import io.fleetload.wire.NioLoop;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * The parts that all devices of a fleet share: one thread, one buffer for each direction, one
 * wheel.
 */
final class CoapWire {
  private final NioLoop loop;
  private final FleetChannels channels;

  /** By the first session of each group of devices. */
  private final NavigableMap<Integer, DtlsClient> clients;

  private final CoapRequests<RequestForm> requests;
  private final Retransmissions retransmissions;
  private final SplittableRandom random;
  private final Supplier<DeviceDriver.Listener> listener;
  private final CoapWriter writer = new CoapWriter();
  private final CoapMessage message = new CoapMessage();

  CoapWire(
      NioLoop loop,
      FleetChannels channels,
      NavigableMap<Integer, DtlsClient> clients,
      CoapRequests<RequestForm> requests,
      Retransmissions retransmissions,
      SplittableRandom random,
      Supplier<DeviceDriver.Listener> listener) {
    this.loop = loop;
    this.channels = channels;
    this.clients = clients;
    this.requests = requests;
    this.retransmissions = retransmissions;
    this.random = random;
    this.listener = listener;
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
