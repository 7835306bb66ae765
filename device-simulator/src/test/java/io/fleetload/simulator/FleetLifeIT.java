// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.coap.TestServer;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.Reconnects;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.eclipse.californium.elements.config.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of the device side against a Californium server, each with another life. */
class FleetLifeIT {
  private static final int DEVICES = 60;

  @TempDir private Path directory;

  private DeviceBook run(Consumer<Configuration> server, String devices, int seconds)
      throws Exception {
    DeviceBook book;
    try (TestServer target = new TestServer(DEVICES, server)) {
      HonoProfile profile =
          target.profile(
              "devices: { count: "
                  + DEVICES
                  + ", "
                  + devices
                  + " }\n"
                  + "phases: { connect: { rate: 100/s }, drain: 60s, measure: "
                  + seconds
                  + "s }\n"
                  + "flows: { telemetry: { rate: 60/s }, event: { rate: 30/s } }\n");
      book = DeviceSideRun.of(profile, directory);
    }
    assertThat(book.complete()).isTrue();
    assertThat(book.devices().connected()).isEqualTo(DEVICES);
    assertThat(book.devices().disconnects()).isZero();
    assertThat(book.generatorBook().health().reasons()).noneMatch(each -> each.contains("fault"));
    book.flows()
        .values()
        .forEach(flow -> assertThat(flow.totals().measured().remainder()).isZero());
    if (book.devices().reconnects() != null) {
      assertThat(book.devices().reconnects().remainder()).isZero();
    }
    return book;
  }

  private static FlowCounts telemetry(DeviceBook book) {
    return book.flows().get("telemetry").totals().measured();
  }

  @Test
  void churnCostsNoMessage() throws Exception {
    DeviceBook book = run(TestServer::asHono, "timeout: 60s, life: { churn: 100%/min }", 3);

    Reconnects again = book.devices().reconnects();
    assertThat(again.ends().churned()).isEqualTo(3);
    assertThat(again.succeeded()).isEqualTo(3);
    assertThat(again.connectTime().count()).isEqualTo(3);
    assertThat(telemetry(book).ok()).isEqualTo(180);
    assertThat(book.flows().get("event").totals().measured().ok()).isEqualTo(90);
    assertThat(book.devices().handshakes().full()).isEqualTo(DEVICES + 3);
    assertThat(book.devices().handshakes().resumed()).isZero();
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aStormIsRiddenOutByResumption() throws Exception {
    DeviceBook book =
        run(
            TestServer::resuming,
            "timeout: 60s, dtls: { resumption: true }, life: { storm: { at: [2s, 6s], rate: 200/s } }",
            12);

    Reconnects again = book.devices().reconnects();
    assertThat(again.ends().stormed()).isBetween(DEVICES + 1L, 2L * DEVICES);
    assertThat(again.outstanding()).isZero();
    assertThat(book.devices().handshakes().resumed()).isEqualTo(again.succeeded());
    FlowCounts counts = telemetry(book);
    assertThat(counts.ok() + counts.failed().getOrDefault("transport.disconnected", 0L))
        .isEqualTo(720);
  }

  @Test
  void devicesJoinOneAfterTheOtherAndLeaveForGood() throws Exception {
    DeviceBook book =
        run(
            TestServer::asHono,
            "timeout: 60s, life: { joins: { at: 1s, over: 1s }, leaves: 3s }",
            4);

    assertThat(book.devices().asked()).isEqualTo(DEVICES);
    assertThat(book.devices().connected()).isEqualTo(DEVICES);
    assertThat(book.devices().wave())
        .isEqualTo(new DeviceBook.WaveCounts(DEVICES, DEVICES, DEVICES));
    assertThat(book.devices().reconnects().ends().sum()).isZero();
    FlowCounts counts = telemetry(book);
    assertThat(counts.notSent()).containsOnlyKeys("away");
    assertThat(counts.ok() + counts.notSentTotal()).isEqualTo(240);
    assertThat(counts.ok()).isBetween(60L, 120L);
  }

  @Test
  void withConnectionIdsNewPortsCostNothing() throws Exception {
    DeviceBook book =
        run(
            TestServer::withIds,
            "timeout: 60s, dtls: { connectionId: true }, life: { rebind: 100%/min }",
            3);

    Reconnects again = book.devices().reconnects();
    assertThat(book.devices().handshakes().withConnectionId()).isEqualTo(DEVICES);
    assertThat(again.ends().rebound()).isEqualTo(3);
    assertThat(again.ends().rebindLost()).isZero();
    assertThat(telemetry(book).ok()).isEqualTo(180);
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void withoutConnectionIdsEachNewPortEndsASession() throws Exception {
    DeviceBook book = run(TestServer::asHono, "timeout: 4s, life: { rebind: 100%/min }", 12);

    Reconnects again = book.devices().reconnects();
    assertThat(again.ends().rebound()).isEqualTo(12);
    // One in the last second may have had nothing to send any more.
    assertThat(again.ends().rebindLost()).isBetween(10L, 12L);
    assertThat(again.succeeded()).isGreaterThan(again.ends().rebindLost() - 3);
    FlowCounts counts = telemetry(book);
    assertThat(counts.failed().getOrDefault("transport.timeout", 0L)).isPositive();
    assertThat(counts.failed().keySet()).isSubsetOf("transport.timeout", "transport.disconnected");
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void sleepersSendNothingInTheirSleepAndKeepTheirSession() throws Exception {
    DeviceBook book =
        run(
            TestServer::asHono,
            "timeout: 60s, life: { sleepy: { share: 50%, awake: 2s, asleep: 2s } }",
            12);

    FlowCounts counts = telemetry(book);
    // Half of the devices sleep half of the time.
    assertThat(counts.notSent().get("asleep")).isBetween(140L, 220L);
    assertThat(counts.ok() + counts.notSentTotal()).isEqualTo(720);
    assertThat(book.devices().handshakes().full()).isEqualTo(DEVICES);
    assertThat(book.devices().reconnects().attempts()).isZero();
  }
}
