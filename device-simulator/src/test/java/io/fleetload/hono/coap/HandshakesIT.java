// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.HonoFleet;
import io.fleetload.profile.Phases;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.simulator.device.Connector;
import io.fleetload.simulator.measure.ConnectionBook;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many handshakes against a Californium server: none may stall. Rounds and devices can be set:
 * {@code -Dhandshakes.devices=5000 -Dhandshakes.rounds=3}.
 */
@Tag("nightly")
@Tag("bounds")
class HandshakesIT {
  private static final int DEVICES = Integer.getInteger("handshakes.devices", 1_000);
  private static final int ROUNDS = Integer.getInteger("handshakes.rounds", 2);
  private static final String RATE = System.getProperty("handshakes.rate", "400/s");

  @Test
  void everyDeviceConnectsWithinTheTimeOfAnAttemptOrTriesAgain() throws Exception {
    for (int round = 1; round <= ROUNDS; round++) {
      try (TestServer server = new TestServer(DEVICES, TestServer::asHono);
          HonoFleet fleet =
              HonoFleet.start(
                  server.profile(
                      "devices: { count: "
                          + DEVICES
                          + " }\n"
                          + "phases: { measure: 1s }\nflows: { telemetry: { rate: 1/s } }\n"),
                  RunClock.system())) {
        DeviceBook.FleetCounts devices = connected(fleet);
        System.out.printf(
            "round %d: %d of %d connected, %d attempts, failed %s, ms p50 %.1f p99 %.1f max %.1f,"
                + " per second %s%n",
            round,
            devices.connected(),
            devices.asked(),
            devices.attempts(),
            devices.failed(),
            devices.connectTime().percentile(50) / 1e6,
            devices.connectTime().percentile(99) / 1e6,
            devices.connectTime().max() / 1e6,
            devices.handshakes().perSecond().succeeded());
        assertThat(devices.connected()).isEqualTo(DEVICES);
        // An attempt ends after its timeout and a second of grace, whatever becomes of it.
        assertThat(devices.connectTime().max()).isLessThan(TimeUnit.SECONDS.toNanos(11));
        assertThat(devices.attempts() - devices.failed().values().stream().mapToLong(n -> n).sum())
            .isEqualTo(DEVICES);
      }
    }
  }

  private static DeviceBook.FleetCounts connected(HonoFleet fleet) throws Exception {
    ConnectionBook book = new ConnectionBook(DEVICES);
    Phases.Connect plan = new Phases.Connect(Rate.parse(RATE), Span.parse("10s"), 5);
    Connector connector =
        new Connector(
            ShardDevices.all(DEVICES), plan, fleet::link, fleet.loop(), RunClock.system(), book, 1);
    assertThat(connector.begin().get(5, TimeUnit.MINUTES)).isNull();
    return new OnLoop(fleet).call(book::snapshot);
  }
}
