// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.name.DeviceKeys;
import io.fleetload.results.run.Tenants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two tenants that share eight devices 3 to 1: each has its own devices and no others. */
class SeveralTenantsTest {
  private static final Tenants TENANTS =
      new Tenants(List.of(new Tenants.TenantShare("a", 3), new Tenants.TenantShare("b", 1)));

  private final InProcessRegistry registry = new InProcessRegistry();

  @TempDir private Path directory;

  @AfterEach
  void close() {
    registry.close();
  }

  private OneRun run() {
    return new OneRun(registry.uri())
        .with("devices.count=8")
        .with("tenant=null")
        .with("tenants=[{id: a, weight: 3}, {id: b}]");
  }

  private void apply(OneRun run) {
    assertThat(run.apply()).as(run.said::toString).isZero();
  }

  /** The names in a collection, each with its tenant. */
  private Set<String> names(String collection) {
    Set<String> names = new TreeSet<>();
    registry
        .all(collection)
        .forEach(each -> names.add(each.get("tenant-id") + ":" + each.get("device-id")));
    return names;
  }

  private static Set<String> dealt(String what, int count) {
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      names.add(TENANTS.id(TENANTS.of(i)) + ":" + what + "-" + i);
    }
    return names;
  }

  @Test
  void applyWritesEachTenantWithExactlyItsDevices() {
    OneRun run = run();
    apply(run);

    assertThat(names("devices")).isEqualTo(dealt("device", 8)).hasSize(8);
    assertThat(names("credentials")).isEqualTo(dealt("device", 8));
    assertThat(names("devices")).filteredOn(each -> each.startsWith("b:")).hasSize(2);
    assertThat(run.said.toString())
        .contains("tenant a: created; devices: 6 created")
        .contains("tenant b: created; devices: 2 created")
        .contains("topics: 10 created");

    List<Document> before = registry.everything();
    apply(run());
    assertThat(registry.everything()).isEqualTo(before);
  }

  @Test
  void checkVerifyAndPlanLookForTheTenantsOwnDevicesOnly() {
    apply(run());

    OneRun check = run();
    assertThat(check.check()).as(check.said::toString).isZero();
    assertThat(check.said)
        .satisfiesExactly(
            line -> assertThat(line).contains("tenant a ", "6 devices", registry.place()),
            line -> assertThat(line).contains("tenant b ", "2 devices", registry.place()));
    check.holds("a check of two tenants");
    OneRun verify = run();
    assertThat(verify.run(Provisioning::verify)).as(verify.said::toString).isZero();

    OneRun larger = run().with("devices.count=16");
    assertThat(larger.run(each -> each.plan(false))).isZero();
    assertThat(larger.said.toString())
        .contains("devices: 6 to create, 0 to update")
        .contains("devices: 2 to create, 0 to update");
    larger.holds("a plan of two tenants");
    assertThat(larger.check()).isEqualTo(3);
    assertThat(larger.lastSaid()).contains("tenant a has 6 of 12 devices");
  }

  @Test
  void removeTakesAwayWhatIsTheirs() {
    apply(run());
    OneRun run = run();
    assertThat(run.run(each -> each.remove(false))).as(run.said::toString).isZero();
    assertThat(registry.everything()).isEmpty();
  }

  @Test
  void anExportIsImportedIntoTheSameTenants() throws Exception {
    apply(run().with("devices.psk={random: true}"));
    Path file = directory.resolve("keys.csv");
    OneRun run = run().with("devices.psk={random: true}");
    assertThat(run.run(each -> each.export(file))).as(run.said::toString).isZero();
    assertThat(Files.readAllLines(file)).hasSize(9);
    List<Document> before = registry.everything();

    apply(run().with("devices.psk={file: '" + file + "'}"));

    assertThat(registry.everything()).isEqualTo(before);
  }

  @Test
  void derivedKeysAreThoseOfTheDevices() throws Exception {
    OneRun run = run();
    apply(run);
    DeviceKeys keys = DeviceKeys.of(run.profile(), "b");
    List<Document> ofB = new ArrayList<>(registry.all("credentials"));
    ofB.removeIf(each -> !each.get("tenant-id").equals("b"));
    assertThat(ofB)
        .hasSize(2)
        .allSatisfy(
            each ->
                assertThat(each.toString())
                    .contains(
                        Base64.getEncoder().encodeToString(keys.of(each.getString("device-id")))));
  }

  @Test
  void aGatewayIsOfTheTenantOfItsDevices() {
    apply(run().with("gateways.count=4"));

    Set<String> all = dealt("device", 8);
    all.addAll(dealt("gateway", 4));
    assertThat(names("devices")).isEqualTo(all);
    for (Document each : registry.all("devices")) {
      List<String> via = each.get("device", Document.class).getList("via", String.class);
      if (via != null) {
        assertThat(via).hasSize(1);
        assertThat(names("devices")).contains(each.get("tenant-id") + ":" + via.get(0));
      }
    }
    OneRun check = run().with("gateways.count=4");
    assertThat(check.check()).isZero();
    assertThat(check.said.get(1))
        .contains("tenant b ", "2 devices", "1 gateways", registry.place());
  }

  @Test
  void aFurtherTenantStillGetsTheWholeFleet() {
    apply(run().with("registry.tenants=[c]"));
    assertThat(names("devices")).filteredOn(each -> each.startsWith("c:")).hasSize(8);
    assertThat(names("devices")).hasSize(16);
  }

  @Test
  void aTenantThatIsNotOursIsUsedOnlyWhereItsPlaceInTheListSaysSo() {
    registry
        .collection("tenants")
        .insertOne(
            new Document("_id", "507f1f77bcf86cd799439011")
                .append("tenant-id", "b")
                .append("version", "1")
                .append("created", "2026-01-01T00:00:00Z")
                .append("tenant", new Document("enabled", true)));
    OneRun refused = run();
    assertThat(refused.run(each -> each.apply(true))).isEqualTo(3);
    assertThat(refused.lastSaid()).contains("tenants[1].id", "tenants[1].shared: true");
    refused.holds("a second tenant of another owner");
    assertThat(registry.all("devices")).isEmpty();

    apply(run().with("tenants=[{id: a, weight: 3}, {id: b, shared: true}]"));
    assertThat(names("devices")).isEqualTo(dealt("device", 8));
  }

  @Test
  void aGroupIsWrittenIntoItsTenantWithItsNamesAndKeys() throws Exception {
    OneRun run =
        new OneRun(registry.uri())
            .with("tenant=null")
            .with("tenants=[{id: a}, {id: b}]")
            .with("devices.count=null")
            .with(
                "devices.groups={many: {count: 4, tenant: a}, few: {count: 2, tenant: b,"
                    + " id: 'f-{index}', psk: {derivedFrom: another}}}")
            .with("flows={telemetry: {rate: 1/s, of: many}, event: {rate: 1/s, of: few}}");
    apply(run);

    assertThat(names("devices"))
        .containsExactly("a:device-0", "a:device-1", "a:device-2", "a:device-3", "b:f-4", "b:f-5");
    assertThat(names("credentials")).isEqualTo(names("devices"));
    byte[] key = DeviceKeys.of(run.profile(), "b").of("f-4");
    assertThat(registry.all("credentials"))
        .filteredOn(each -> each.getString("device-id").equals("f-4"))
        .singleElement()
        .satisfies(
            each -> assertThat(each.toString()).contains(Base64.getEncoder().encodeToString(key)));
    assertThat(run.check()).as(run.said::toString).isZero();
  }
}
