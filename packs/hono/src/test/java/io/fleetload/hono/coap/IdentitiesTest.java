// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.run.Tenants;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdentitiesTest {
  @Test
  void eachSessionIsOfItsOwnTenantWithThatTenantsKey() {
    Tenants tenants =
        new Tenants(List.of(new Tenants.TenantShare("a", 3), new Tenants.TenantShare("b", 1)));
    Identities identities =
        new Identities(
            tenants,
            index -> "device-" + index,
            name -> ("a's " + name).getBytes(StandardCharsets.UTF_8),
            name -> ("b's " + name).getBytes(StandardCharsets.UTF_8));

    for (int device = 0; device < 40; device++) {
      String tenant = tenants.of(device) == 0 ? "a" : "b";
      assertThat(identities.identity(device))
          .asString()
          .isEqualTo("device-" + device + "@" + tenant);
      assertThat(identities.key(device)).asString().isEqualTo(tenant + "'s device-" + device);
    }
    assertThat(identities.identity(2)).asString().isEqualTo("device-2@a");
    assertThat(identities.identity(3)).asString().isEqualTo("device-3@b");
  }
}
