// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three devices behind two gateways. */
class GatewaysTest {
  private final InProcessRegistry registry = new InProcessRegistry();
  private final OneRun run = new OneRun(registry.uri()).with("gateways.count=2");

  @BeforeEach
  void provisioned() {
    assertThat(run.apply()).as(run.said.toString()).isZero();
  }

  @AfterEach
  void close() {
    registry.close();
  }

  private Object via(String device) {
    return ((Document) registry.one("devices", device).get("device")).get("via");
  }

  @Test
  void eachDeviceNamesItsGateway() {
    assertThat(via("device-0")).isEqualTo(List.of("gateway-0"));
    assertThat(via("device-1")).isEqualTo(List.of("gateway-1"));
    assertThat(via("device-2")).isEqualTo(List.of("gateway-0"));
    assertThat(via("gateway-0")).isNull();
  }

  @Test
  void onlyGatewaysHaveKeys() {
    assertThat(registry.one("credentials", "device-0").get("credentials")).isEqualTo(List.of());
    assertThat(registry.one("credentials", "gateway-1").getList("credentials", Document.class))
        .singleElement()
        .extracting(each -> each.get("auth-id"))
        .isEqualTo("gateway-1");
  }

  @Test
  void itSaysWhatItWroteAndWritesNothingTwice() {
    assertThat(run.lastSaid())
        .contains("; gateways: 2 created")
        .contains("; gateways' credentials: 2 created")
        .contains("; devices: 3 created");
    assertThat(run.apply()).isZero();
    assertThat(run.lastSaid())
        .contains(
            "; gateways: 0 created, 0 updated, 2 unchanged",
            "; devices: 0 created, 0 updated, 3 unchanged");
    assertThat(run.check()).as(run.said.toString()).isZero();
    assertThat(run.lastSaid()).contains("3 devices", "2 gateways");
    run.holds("a check of a fleet with gateways");
  }

  @Test
  void otherGatewaysAreCorrected() {
    OneRun more = new OneRun(registry.uri()).with("gateways.count=3");
    assertThat(more.check()).as(more.said.toString()).isEqualTo(3);
    assertThat(more.apply()).as(more.said.toString()).isZero();
    assertThat(via("device-2")).isEqualTo(List.of("gateway-2"));
  }
}
