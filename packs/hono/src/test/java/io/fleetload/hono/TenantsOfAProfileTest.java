// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static io.fleetload.hono.Profiles.good;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.name.FleetNames;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.Carriers;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.RedactedProfile;
import io.fleetload.results.run.Tenants;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several tenants that share a profile's fleet. */
class TenantsOfAProfileTest {
  private static final String TWO = "tenants: [{ id: a, weight: 3 }, { id: b, shared: true }]";

  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  private static String with(String tenants) {
    return good("tenant: { id: tload }", tenants);
  }

  private void refused(String text, String where, String... what) {
    profiles.refused(text, where, what);
  }

  @Test
  void theirWeightsShareTheFleet() throws ProfileException {
    HonoProfile profile = profiles.read(with(TWO), "devices.count=48");

    assertThat(profile.sharedBy())
        .isEqualTo(
            new Tenants(List.of(new Tenants.TenantShare("a", 3), new Tenants.TenantShare("b", 1))));
    assertThat(profile.sharedBy().share(0, 48)).isEqualTo(36);
    assertThat(profile.isShared("a")).isFalse();
    assertThat(profile.isShared("b")).isTrue();
    assertThat(profile.keyOf("b")).isEqualTo("tenants[1]");
    assertThat(RedactedProfile.of(profile).at("/tenants/0/weight").asInt()).isEqualTo(3);
    assertThat(RedactedProfile.of(profile).has("tenant")).isFalse();
  }

  @Test
  void oneTenantHasAllDevicesHoweverItIsWritten() throws ProfileException {
    assertThat(profiles.read(with("tenants: [{ id: tload }]")).sharedBy())
        .isEqualTo(profiles.read(GOOD).sharedBy())
        .isEqualTo(Tenants.one("tload"));
    assertThat(profiles.read(GOOD).keyOf("tload")).isEqualTo("tenant");
  }

  @Test
  void anOverrideTakesTheOneTenantAway() throws ProfileException {
    HonoProfile profile = profiles.read(GOOD, "tenant=null", TWO.replace(": [", "=["));
    assertThat(profile.tenant()).isNull();
    assertThat(profile.sharedBy().count()).isEqualTo(2);
  }

  @Test
  void eitherOneTenantOrAListIsWanted() {
    refused(GOOD + TWO + "\n", "FILE:8: tenants", "tenant");
    refused(with("tenants: []"), "FILE:2: tenants", "empty");
  }

  @Test
  void aMistakeInAListIsNamedWithItsPlace() {
    refused(with("tenants: [{ id: a }, { id: b }, { id: a }]"), "FILE:2: tenants[2].id", "\"a\"");
    refused(
        with("tenants: [{ id: a, weight: 0 }, { id: b }]"),
        "FILE:2: tenants[0].weight",
        "\"0\"",
        "1");
    refused(
        with("tenants: [{ id: a, weight: 1001 }, { id: b }]"),
        "FILE:2: tenants[0].weight",
        "\"1001\"",
        "1000");
    refused(with("tenants: [{ weight: 2 }, { id: b }]"), "FILE:2: tenants[0].id", "missing");
    refused(with(TWO + "\nregistry: { tenants: [b] }"), "FILE:3: registry.tenants[0]", "\"b\"");
  }

  @Test
  void eachTenantNeedsADevice() {
    refused(
        with("tenants: [{ id: a }, { id: b }]").replace("count: 50", "count: 1"),
        "FILE:2: tenants",
        "2",
        "devices.count",
        "1");
    refused(
        with("tenants: [{ id: a, weight: 1000 }, { id: b }]"),
        "FILE:3: devices.count",
        "\"50\"",
        "1000",
        "1");
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 33; i++) {
      many.append("{ id: t").append(i).append(" }, ");
    }
    refused(with("tenants: [" + many + "]"), "FILE:2: tenants", "33", "32");
  }

  @Test
  void eachTenantNeedsAGateway() {
    refused(with(TWO + "\ngateways: { count: 2 }"), "FILE:3: gateways.count", "\"2\"", "3", "1");
  }

  @Test
  void aGatewaysLimitIsThatOfTheBusiest() throws ProfileException {
    String eight = with(TWO + "\ngateways: { count: 8 }").replace("count: 50", "count: 48");
    // 2,120/s are just what eight gateways carry; of a's six each has an eighth as well.
    profiles.read(eight, "flows={telemetry: {rate: 2120/s}}");
    String five = with(TWO + "\ngateways: { count: 5 }").replace("count: 50", "count: 48");
    assertThat(profiles.refusal(five, "flows={telemetry: {rate: 1325/s}}"))
        .contains("gateways.count: found \"5\", expected at least ");
  }

  @Test
  void aGatewayCarriesDevicesOfItsOwnTenantAlone() throws ProfileException {
    HonoProfile profile = profiles.read(with(TWO + "\ngateways: { count: 9 }"), "devices.count=50");
    Carriers carriers = profile.carriers();
    Tenants tenants = profile.sharedBy();
    int[] load = new int[9];
    for (int device = 0; device < 50; device++) {
      int gateway = carriers.session(device);
      load[gateway]++;
      assertThat(tenants.of(gateway)).isEqualTo(tenants.of(device));
    }
    for (int gateway = 0; gateway < 9; gateway++) {
      int[] found = {0};
      int its = gateway;
      carriers.eachBehind(
          gateway,
          device -> {
            found[0]++;
            assertThat(carriers.session(device)).isEqualTo(its);
          });
      assertThat(found[0]).isEqualTo(load[gateway]).isPositive();
      int tenant = tenants.of(gateway);
      int even = tenants.share(tenant, 50) / tenants.share(tenant, 9);
      assertThat(load[gateway]).isBetween(even, even + 1);
    }
  }

  @Test
  void ofOneTenantGatewaysTakeTheDevicesInTurn() {
    Carriers carriers = new Carriers(Tenants.one("t"), 10, 3);
    List<Integer> behind = new ArrayList<>();
    carriers.eachBehind(1, behind::add);
    assertThat(behind).containsExactly(1, 4, 7);
    assertThat(carriers.session(8)).isEqualTo(2);
  }

  @Test
  void aTenantsNamesAreThoseOfItsDevices() throws ProfileException {
    HonoProfile profile = profiles.read(with(TWO));
    FleetNames a = FleetNames.ofDevices(profile, "a");
    FleetNames b = FleetNames.ofDevices(profile, "b");
    FleetNames further = FleetNames.ofDevices(profile, "further");

    assertThat(a.count() + b.count()).isEqualTo(50);
    assertThat(further.count()).isEqualTo(50);
    for (int device = 0; device < 50; device++) {
      String name = "device-" + device;
      FleetNames own = profile.sharedBy().of(device) == 0 ? a : b;
      FleetNames other = own == a ? b : a;
      assertThat(own.name(own.indexOf(name))).isEqualTo(name);
      assertThat(other.indexOf(name)).isEqualTo(-1);
      assertThat(other.isOfTheFleet(name)).isTrue();
    }
    assertThat(a.isOfTheFleet("device-50")).isFalse();
  }

  @Test
  void aThresholdMayBeOnATenantsFigures() throws ProfileException {
    profiles.read(
        with(TWO)
            + """
            thresholds:
              - tenants.a.flows.telemetry.response.p99 < 500ms
              - tenants.*.flows.*.lost == 0
              - tenants.*.connected == 25
              - tenants.b.flows.telemetry.failed / tenants.b.flows.telemetry.sent < 1%
            """);
    refused(
        with(TWO) + "thresholds: [tenants.c.flows.telemetry.failed == 0]\n",
        "FILE:8: thresholds[0]",
        "\"tenants.c.flows.telemetry.failed\"");
    refused(
        GOOD + "thresholds: [tenants.tload.flows.telemetry.failed == 0]\n",
        "FILE:8: thresholds[0]",
        "a list tenants");
    refused(
        with(TWO) + "thresholds: [tenants.a.flows.telemetry.response.p98 < 1s]\n",
        "FILE:8: thresholds[0]",
        "\"tenants.a.flows.telemetry.response.p98\"");
    refused(
        with(TWO) + "thresholds: [tenants.a.flows.telemetry.lost == 0 every 10s]\n",
        "FILE:8: thresholds[0]",
        "\"tenants.a.flows.telemetry.lost\"");
  }

  @Test
  void whatEachTenantDidIsKeptWhereAThresholdAsksForItsWindows() throws ProfileException {
    HonoProfile whole =
        profiles.read(with(TWO) + "thresholds: [tenants.a.flows.telemetry.failed == 0]\n");
    assertThat(whole.tenantIntervalSeconds()).isZero();
    assertThat(whole.tenantIntervals()).isZero();
    HonoProfile ofFlows =
        profiles.read(with(TWO) + "thresholds: [flows.telemetry.failed == 0 every 10s]\n");
    assertThat(ofFlows.tenantIntervalSeconds()).isZero();
    String windows =
        with(TWO)
            + "thresholds: [{ that: tenants.*.flows.*.response.p99 < 1s, every: 10s, abort: true }]\n";
    assertThat(profiles.read(windows).tenantIntervalSeconds()).isEqualTo(1);
    assertThat(profiles.read(windows).tenantIntervals()).isEqualTo(2 * (20 + 40));
    assertThat(profiles.read(windows, "phases.measure=1h").tenantIntervalSeconds()).isEqualTo(10);
  }

  @Test
  void manyTenantsHaveLongerIntervals() {
    String windows = with(TWO) + "thresholds: [tenants.a.flows.*.ok > 0 every 15s]\n";
    profiles.refusedWith(
        "phases.measure=1h", windows, "FILE:8: thresholds[0]", "15 s", "2 tenants", "10 s");
  }

  private static final String GROUPS =
      with(TWO)
              .replace(
                  "devices: { count: 50 }",
                  "devices: { groups: { m: { count: 40 }, f: { count: 6, tenant: b },"
                      + " g: { count: 4, tenant: a } } }")
              .replace("telemetry: {", "telemetry: { of: m,")
              .replace("commandQuery: {", "commandQuery: { of: f,")
          + "  event: { of: g, rate: 1/s }\n";

  @Test
  void aGroupMayBeOfOneTenantAndTheOthersAreDealt() throws ProfileException {
    HonoProfile profile = profiles.read(GROUPS);
    Tenants tenants = profile.sharedBy();

    assertThat(tenants.ownerOf(0)).isNull();
    assertThat(tenants.share(0, 40)).isEqualTo(30);
    assertThat(tenants.share(1, 50)).isEqualTo(10 + 6);
    FleetNames b = FleetNames.ofDevices(profile, "b");
    assertThat(b.count()).isEqualTo(16);
    assertThat(b.indexOf("device-45")).isEqualTo(15);
    assertThat(b.indexOf("device-46")).isEqualTo(-1);
    assertThat(RedactedProfile.of(profile).at("/devices/groups/f/tenant").asText()).isEqualTo("b");
    assertThat(profile.devices().alikeInEveryGroup()).isFalse();
    assertThat(
            profiles
                .read(GROUPS, "devices.groups.f.tenant=null", "devices.groups.g.tenant=null")
                .devices()
                .alikeInEveryGroup())
        .isTrue();
  }

  @Test
  void aGroupsTenantIsOneOfTheProfile() throws ProfileException {
    refused(
        GROUPS.replace("tenant: b }", "tenant: c }"),
        "FILE:3: devices.groups.f.tenant",
        "\"c\"",
        "a, b");
    profiles.refusedWith("devices.tenant=c", GROUPS, "--set: devices.tenant", "\"c\"", "a, b");
    profiles.refusedWith("devices.tenant=a", with(TWO), "FILE:2: tenants[1]", "b");
    profiles.refusedWith("devices.tenant=b", GOOD, "--set: devices.tenant", "\"b\"", "tload");
    assertThat(profiles.read(GOOD, "devices.tenant=tload").sharedBy())
        .isEqualTo(Tenants.one("tload"));
  }

  @Test
  void gatewaysOfAGroupsTenantAreDealtByTheWeights() throws ProfileException {
    HonoProfile profile = profiles.read(GROUPS, "gateways={count: 8}");
    Tenants devices = profile.sharedBy();
    Tenants gateways = profile.tenantsOfSessions();
    Carriers carriers = profile.carriers();

    assertThat(gateways.share(0, 8)).isEqualTo(6);
    for (int device = 0; device < 50; device++) {
      assertThat(gateways.of(carriers.session(device))).isEqualTo(devices.of(device));
    }
    assertThat(FleetNames.ofGateways(profile, "b").count()).isEqualTo(2);
    assertThat(FleetNames.ofDevices(profile, "b").count()).isEqualTo(16);
  }
}
