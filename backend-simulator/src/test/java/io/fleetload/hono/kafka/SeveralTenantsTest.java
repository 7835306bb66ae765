// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.backend.HandClock;
import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.driver.BackendDriver;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.profile.Generator;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.run.Tenants;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The backend as the application of several tenants at once. */
class SeveralTenantsTest {
  private static final Tenants TENANTS =
      new Tenants(List.of(new Tenants.TenantShare("a", 3), new Tenants.TenantShare("b", 1)));
  private static final List<String> PROFILE =
      List.of("tenant=null", "tenants=[{id: a, weight: 3}, {id: b}]");
  private static final String FAILURE =
      "application/vnd.eclipse-hono-delivery-failure-notification+json";

  private final HandClock clock = new HandClock();
  private final MockedKafka kafka =
      new MockedKafka(clock, new StopSignal(), List.of("a", "b"), PROFILE);
  private final BackendWatch watch = new BackendWatch(new Generator(null));
  private final ArrivalLedger ledger = MockedKafka.ledger();

  private static String tenant(int device) {
    return TENANTS.id(TENANTS.of(device));
  }

  private static Stamp stamp(String flow, int device) {
    return new Stamp(
        RunId.parse("ab12"),
        flow,
        Period.MEASURED,
        device,
        device,
        HandClock.EPOCH,
        HandClock.EPOCH + 5);
  }

  private BackendBook receivedAll() throws Exception {
    kafka.then(() -> {});
    try (BackendDriver.Reception reception = kafka.open(ledger, watch)) {
      boolean[] polled = {false};
      reception.receive(() -> polled[0], () -> polled[0] = true);
    }
    return ledger.book("test", true, true, 1, null);
  }

  @Test
  void aCommandGoesToTheTenantOfTheDeviceThatWaits() throws Exception {
    kafka.then(
        () -> {
          for (int device = 0; device < 8; device++) {
            kafka.arrives(
                "hono.telemetry." + tenant(device),
                stamp("commandQuery", device).text(),
                Map.of("device_id", "device-" + device, "ttd", "10"));
          }
        });
    BackendBook book = receivedAll();

    assertThat(book.flows().get("commandQuery").measured().records()).isEqualTo(8);
    assertThat(kafka.producer.history())
        .hasSize(8)
        .allSatisfy(
            command -> {
              int device = Stamp.find(command.value()).orElseThrow().device();
              assertThat(command.topic()).isEqualTo("hono.command." + tenant(device));
              assertThat(command.key()).asString().isEqualTo("device-" + device);
            });
    assertThat(kafka.producer.history())
        .extracting(each -> each.topic())
        .contains("hono.command.b");
  }

  @Test
  void aMessageThatCameToAnotherTenantHasNotArrived() throws Exception {
    kafka.then(
        () -> {
          kafka.arrives("hono.event.b", stamp("event", 0).text(), Map.of());
          kafka.arrives("hono.event.a", stamp("event", 1).text(), Map.of());
          kafka.arrives("hono.event.a", stamp("event", -1).text(), Map.of());
        });
    assertThat(tenant(0)).isEqualTo(tenant(1)).isEqualTo("a");
    BackendBook book = receivedAll();

    assertThat(book.strangers().foreign()).isEqualTo(1);
    assertThat(book.strangers().unstamped()).as("of a device that cannot be").isEqualTo(1);
    assertThat(book.flows().get("event").measured().records()).isEqualTo(1);
    assertThat(book.flows().get("event").received().contains(1)).isTrue();
  }

  @Test
  void commandsThatHonoCouldNotDeliverAreReportedInTheTopicsOfAllTenants() throws Exception {
    kafka.then(
        () -> {
          for (String tenant : List.of("a", "b")) {
            kafka.arrives(
                "hono.command_response." + tenant,
                "{}",
                Map.of(
                    "content-type", FAILURE, "correlation-id", "ab12-" + (int) tenant.charAt(0)));
          }
        });
    assertThat(receivedAll().flows().get("commandQuery").commands().refused().size()).isEqualTo(2);
  }

  @Test
  void eachTenantsTopicsHaveToBeThere() {
    MockedKafka half = new MockedKafka(clock, new StopSignal(), List.of("a"), PROFILE);
    assertThatThrownBy(() -> half.open(ledger, watch))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("has no topic hono.telemetry.b, hono.event.b")
        .hasMessageContaining("hono.command.b");
  }
}
