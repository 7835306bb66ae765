// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.profile.Phases;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.measure.ConnectionBook;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ConnectorTest {
  private static final long SECOND = 1_000_000_000L;

  private final ManualLoop loop = new ManualLoop();
  private final ScriptedLinks links = new ScriptedLinks(loop);
  private final ConnectionBook book = new ConnectionBook(100);

  @Test
  void connectionsAreBegunAtThePacedRate() {
    List<Long> begun = new ArrayList<>();
    links.onConnect =
        (device, exchange) -> {
          begun.add(loop.nanos());
          links.after(1, exchange);
        };

    CompletableFuture<Cause> result = connector(100).begin();
    loop.pass(10 * SECOND);

    assertThat(result).isCompletedWithValue(null);
    assertThat(book.snapshot().connected()).isEqualTo(100);
    // 98 pauses of 20 ms at 50/s, after the first device went ahead alone.
    assertThat(begun.get(99) - begun.get(1)).isBetween(SECOND * 195 / 100, SECOND * 197 / 100);
  }

  @Test
  void theOthersAreNotSentAfterAFirstDeviceThatFindsNoOne() {
    List<Integer> begun = new ArrayList<>();
    links.onConnect =
        (device, exchange) -> {
          begun.add(device);
          links.fails(10, Cause.Transport.UNREACHABLE, exchange);
        };

    CompletableFuture<Cause> result = connector(100).begin();
    loop.pass(10 * SECOND);

    assertThat(result).isCompletedWithValue(Cause.Transport.UNREACHABLE);
    assertThat(begun).containsExactly(0);
  }

  @Test
  void aFirstDeviceThatIsRefusedKeepsNoOtherFromConnecting() {
    links.onConnect =
        (device, exchange) -> {
          if (device % 2 == 0) {
            links.fails(1, Cause.Transport.HANDSHAKE, exchange);
          } else {
            links.after(1, exchange);
          }
        };

    CompletableFuture<Cause> result = connector(10).begin();
    loop.pass(60 * SECOND);

    assertThat(result).isCompletedWithValue(null);
    DeviceBook.FleetCounts devices = book.snapshot();
    assertThat(devices.connected()).isEqualTo(5);
    assertThat(devices.attempts()).as("three for each that is refused").isEqualTo(5 + 3 * 5);
    assertThat(devices.failed()).containsEntry("transport.handshake", 15L);
  }

  @Test
  void severalDevicesAreTriedBeforeItIsSaidThatNoneCanConnect() {
    List<Integer> begun = new ArrayList<>();
    links.onConnect =
        (device, exchange) -> {
          begun.add(device);
          links.fails(
              10, device == 0 ? Cause.Transport.TIMEOUT : Cause.Transport.HANDSHAKE, exchange);
        };

    CompletableFuture<Cause> result = connector(100).begin();
    loop.pass(10 * SECOND);

    assertThat(result).isCompletedWithValue(Cause.Transport.TIMEOUT);
    assertThat(begun).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void aFailedAttemptIsRepeatedAfterAPause() {
    int[] attempts = new int[1];
    links.onConnect =
        (device, exchange) -> {
          if (device == 7 && attempts[0]++ < 2) {
            links.fails(1, Cause.Transport.HANDSHAKE, exchange);
          } else {
            links.after(1, exchange);
          }
        };

    CompletableFuture<Cause> result = connector(100).begin();
    loop.pass(20 * SECOND);

    assertThat(result).isCompletedWithValue(null);
    DeviceBook.FleetCounts devices = book.snapshot();
    assertThat(devices.connected()).isEqualTo(100);
    assertThat(devices.attempts()).isEqualTo(102);
    assertThat(devices.failed()).containsEntry("transport.handshake", 2L);
  }

  @Test
  void anAttemptThatNeverEndsIsGivenUp() {
    links.onConnect =
        (device, exchange) -> {
          if (device != 7) {
            links.after(1, exchange);
          }
        };

    CompletableFuture<Cause> result = connector(100).begin();
    loop.pass(60 * SECOND);

    assertThat(result).isCompletedWithValue(null);
    assertThat(book.snapshot().connected()).isEqualTo(99);
    assertThat(book.snapshot().failed()).containsEntry("transport.timeout", 3L);
    assertThat(links.abandoned).hasSize(3);
  }

  private Connector connector(int devices) {
    Phases.Connect plan = new Phases.Connect(Rate.parse("50/s"), Span.parse("1s"), 3);
    return new Connector(ShardDevices.all(devices), plan, links::of, loop, loop, book, 1);
  }
}
