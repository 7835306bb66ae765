// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.name.DeviceKeys;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WrittenDocumentsTest {
  private final InProcessRegistry registry = new InProcessRegistry();
  private final OneRun run = new OneRun(registry.uri());

  @BeforeEach
  void provisioned() {
    assertThat(run.apply()).as(run.said.toString()).isZero();
  }

  @AfterEach
  void close() {
    registry.close();
  }

  @Test
  void theTenantIsWhatHonoReads() {
    Document tenant = registry.all("tenants").get(0);

    assertThat(tenant.keySet())
        .containsExactlyInAnyOrder("_id", "tenant-id", "version", "created", "tenant");
    assertEnvelope(tenant);
    assertThat(tenant.get("tenant"))
        .isEqualTo(
            Document.parse(
                """
                {"enabled": true,
                 "ext": {"messaging-type": "kafka", "provisioned-by": "fleetload"},
                 "adapters": [{"type": "hono-coap", "enabled": true,
                               "device-authentication-required": true}]}"""));
  }

  @Test
  void aDeviceIsWhatHonoReads() {
    Document device = registry.one("devices", "device-2");

    assertThat(device.keySet())
        .containsExactlyInAnyOrder(
            "_id",
            "tenant-id",
            "version",
            "created",
            "device",
            "device-id",
            "auto-provisioned",
            "auto-provisioning-notification-sent");
    assertEnvelope(device);
    assertThat(device.get("device"))
        .isEqualTo(
            Document.parse("{\"enabled\": true, \"ext\": {\"provisioned-by\": \"fleetload\"}}"));
    assertThat(device.get("auto-provisioned")).isEqualTo(false);
    assertThat(device.get("auto-provisioning-notification-sent")).isEqualTo(false);
  }

  @Test
  void credentialsHoldTheDevicesKeyAsText() throws Exception {
    Document document = registry.one("credentials", "device-2");

    assertThat(document.keySet())
        .containsExactlyInAnyOrder(
            "_id", "credentials", "tenant-id", "version", "created", "device-id");
    assertEnvelope(document);
    List<Document> credentials = document.getList("credentials", Document.class);
    assertThat(credentials).hasSize(1);
    assertThat(credentials.get(0).keySet())
        .containsExactlyInAnyOrder("type", "auth-id", "ext", "secrets");
    assertThat(credentials.get(0))
        .containsEntry("type", "psk")
        .containsEntry("auth-id", "device-2")
        .containsEntry("ext", new Document("provisioned-by", "fleetload"));
    Document secret = credentials.get(0).getList("secrets", Document.class).get(0);
    assertThat(secret.keySet()).containsExactlyInAnyOrder("id", "key");
    assertThat(UUID.fromString(secret.getString("id"))).isNotNull();
    assertThat(Base64.getDecoder().decode(secret.getString("key")))
        .isEqualTo(new DeviceKeys(run.profile().devices().psk()).of("device-2"));
  }

  @Test
  void everyDeviceHasBothDocuments() {
    assertThat(registry.all("devices"))
        .extracting(each -> each.get("device-id"))
        .containsExactlyInAnyOrder("device-0", "device-1", "device-2");
    assertThat(registry.all("credentials"))
        .extracting(each -> each.get("device-id"))
        .containsExactlyInAnyOrder("device-0", "device-1", "device-2");
  }

  @Test
  void repeatingChangesNothingAndSaysSo() {
    List<Document> before = registry.everything();

    OneRun again = new OneRun(registry.uri());
    again.apply();

    assertThat(again.lastSaid())
        .contains("tload_tests: unchanged", "devices: 0 created, 0 updated, 3 unchanged")
        .contains("credentials: 0 created, 0 updated, 3 unchanged", "topics: ");
    assertThat(registry.everything()).isEqualTo(before);
  }

  @Test
  void aLargerFleetGetsWhatIsMissing() {
    OneRun larger = new OneRun(registry.uri()).with("devices.count=2500");

    assertThat(larger.apply()).isZero();

    assertThat(larger.lastSaid()).contains("devices: 2497 created, 0 updated, 3 unchanged");
    assertThat(registry.collection("credentials").countDocuments()).isEqualTo(2500);
  }

  @Test
  void aSecondTenantOfTheSameDatabaseIsNoConflict() {
    assertThat(new OneRun(registry.uri()).with("tenant.id=other").apply()).isZero();

    assertThat(registry.all("tenants")).hasSize(2);
    assertThat(registry.all("devices")).hasSize(6);
  }

  @Test
  void theUniqueIndexesAreThere() {
    assertThat(registry.collection("credentials").listIndexes())
        .filteredOn(index -> index.getBoolean("unique", false))
        .extracting(index -> index.get("name"))
        .containsExactlyInAnyOrder(
            "tenant-id_1_device-id_1", "tenant-id_1_credentials.auth-id_1_credentials.type_1");
  }

  @Test
  void indexesThatARegistryDoesNotTakeAreSaidOfARegistryOfTheUsersOwn() {
    assertThat(run.said).noneMatch(each -> each.contains("left out"));
    OneRun external =
        new OneRun(registry.uri())
            .with("target.kind=external")
            .with("target.coap=127.0.0.1:5684")
            .with("target.kafka=127.0.0.1:9092")
            .with("devices.psk.derivedFrom=own");

    external.apply();

    assertThat(external.said.get(0))
        .contains("5 of 9 indexes are left out")
        .contains(registry.place());
  }

  @Test
  void noKeyAndNoSecretIsEverSaid() {
    OneRun other = new OneRun(registry.uri()).with("devices.psk.derivedFrom=s3cr3t-of-the-fleet");
    other.apply();
    other.check();

    List<String> said = new ArrayList<>(run.said);
    said.addAll(other.said);
    assertThat(said).noneMatch(line -> line.contains("s3cr3t-of-the-fleet"));
    for (Document each : registry.all("credentials")) {
      Document credential = each.getList("credentials", Document.class).get(0);
      String key = credential.getList("secrets", Document.class).get(0).getString("key");
      assertThat(said).noneMatch(line -> line.contains(key));
    }
  }

  private static void assertEnvelope(Document document) {
    assertThat(document.get("_id")).isInstanceOf(String.class);
    assertThat(document.getString("_id")).matches("[0-9a-f]{24}");
    assertThat(document.get("tenant-id")).isEqualTo("tload_tests");
    assertThat(document.get("created")).isEqualTo("2026-11-20T17:57:15Z");
    assertThat(UUID.fromString(document.getString("version"))).isNotNull();
  }
}
