// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.run.Tenants.FleetPart;
import io.fleetload.results.run.Tenants.TenantShare;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tenants that have parts of a fleet as a whole, beside those that are dealt. */
class TenantsTest {
  private static final List<TenantShare> SHARES =
      List.of(new TenantShare("a", 3), new TenantShare("b", 1));

  /** 0 to 99 are dealt, 100 to 139 are of b, 140 and above of a. */
  private static final Tenants GIVEN =
      new Tenants(
          SHARES,
          List.of(new FleetPart(0, null), new FleetPart(100, "b"), new FleetPart(140, "a")));

  @Test
  void aPartBelongsToItsTenantAndTheRestIsDealtAsWithoutParts() {
    Tenants dealt = new Tenants(SHARES);
    for (int device = 0; device < 100; device++) {
      assertThat(GIVEN.of(device)).isEqualTo(dealt.of(device));
    }
    assertThat(GIVEN.of(100)).isEqualTo(1);
    assertThat(GIVEN.of(139)).isEqualTo(1);
    assertThat(GIVEN.of(140)).isZero();
    assertThat(GIVEN.of(1_000_000)).isZero();
    assertThat(GIVEN.ownerOf(99)).isNull();
    assertThat(GIVEN.ownerOf(100)).isEqualTo("b");
    assertThat(dealt.ownerOf(100)).isNull();
  }

  @Test
  void theSharesAreThoseOfTheDevicesCountedOneByOne() {
    int[] found = {0, 0};
    for (int fleet = 0; fleet <= 200; fleet++) {
      assertThat(GIVEN.share(0, fleet)).as("%d devices", fleet).isEqualTo(found[0]);
      assertThat(GIVEN.share(1, fleet)).as("%d devices", fleet).isEqualTo(found[1]);
      found[GIVEN.of(fleet)]++;
    }
    assertThat(GIVEN.devices(1, 200)).hasSize(GIVEN.share(1, 200)).contains(100, 139);
    assertThat(GIVEN.byDevice(200)[120]).isEqualTo((byte) 1);
  }

  @Test
  void partsThatAreAllDealtAreNone() {
    Tenants none = new Tenants(SHARES, List.of(new FleetPart(0, null), new FleetPart(7, null)));
    assertThat(none).isEqualTo(new Tenants(SHARES)).isNotEqualTo(GIVEN);
    assertThat(none.areGivenParts()).isFalse();
    List<TenantShare> one = List.of(new TenantShare("a", 1));
    assertThat(new Tenants(one, List.of(new FleetPart(0, "a")))).isEqualTo(Tenants.one("a"));
  }
}
