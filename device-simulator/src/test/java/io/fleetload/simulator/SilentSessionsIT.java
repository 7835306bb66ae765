// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.coap.TestServer;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.outage.Outage;
import io.fleetload.rig.UdpNat;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of the device side whose sessions are forgotten on the way or by the server. */
class SilentSessionsIT {
  private static final int DEVICES = 40;
  private static final long MESSAGES = 480;

  /** Of telemetry and events of all devices; about a quarter of the run. */
  private static final int FORGET_AFTER = 120;

  @TempDir private Path directory;

  /** A run in the middle of which something happens to the sessions. */
  private DeviceBook run(TestServer server, int port, Runnable fault) throws Exception {
    AtomicBoolean happened = new AtomicBoolean();
    server.onReceived(
        count -> {
          if (count >= FORGET_AFTER && happened.compareAndSet(false, true)) {
            // Not on the server's own thread, which cannot forget what it works on.
            CompletableFuture.runAsync(fault).orTimeout(120, TimeUnit.SECONDS);
          }
        });
    HonoProfile profile =
        server.profile(
            "127.0.0.1:" + port,
            "devices: { count: "
                + DEVICES
                + ", reconnectAfter: 3s }\n"
                + "phases: { connect: { rate: 50/s }, measure: 6s, drain: 60s }\n"
                + "flows: { telemetry: { rate: 50/s }, event: { rate: 30/s } }\n");
    DeviceBook book = DeviceSideRun.of(profile, directory);
    assertThat(happened).isTrue();
    return book;
  }

  @Test
  void devicesThatTheNatForgotComeBackByThemselves() throws Exception {
    try (TestServer server = new TestServer(DEVICES, TestServer::asHono);
        UdpNat nat =
            new UdpNat(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))) {
      allAreBack(run(server, nat.port(), nat::forget));
    }
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void devicesThatTheServerForgotComeBackByThemselves() throws Exception {
    try (TestServer server = new TestServer(DEVICES, TestServer::asHono)) {
      allAreBack(run(server, server.port(), server::forgetSessions));
    }
  }

  private static void allAreBack(DeviceBook book) {
    Reconnects again = book.devices().reconnects();
    assertThat(book.complete()).isTrue();
    assertThat(again.ends().silent()).isEqualTo(DEVICES);
    assertThat(again.succeeded()).isEqualTo(DEVICES);
    assertThat(again.outstanding()).isZero();
    assertThat(again.remainder()).isZero();
    Outage outage = again.outage();
    assertThat(outage.sessions()).isEqualTo(DEVICES);
    assertThat(outage.messagesFailed()).isGreaterThanOrEqualTo(DEVICES);
    long failed = 0;
    long sent = 0;
    for (DeviceBook.DeviceFlow flow : book.flows().values()) {
      FlowCounts counts = flow.totals().measured();
      assertThat(counts.remainder()).isZero();
      assertThat(counts.unsettled()).isZero();
      assertThat(counts.failed().keySet()).isSubsetOf("transport.timeout");
      failed += counts.failedTotal();
      sent += counts.sent();
    }
    assertThat(sent).isEqualTo(MESSAGES);
    assertThat(failed).isEqualTo(outage.messagesFailed());
  }
}
