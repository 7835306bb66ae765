// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plan, verify and remove. */
class CommandsTest {
  private static final Document DEVICE_1 = new Document("device-id", "device-1");

  private final InProcessRegistry registry = new InProcessRegistry();

  @AfterEach
  void close() {
    registry.close();
  }

  private OneRun applied() {
    OneRun run = new OneRun(registry.uri());
    assertThat(run.apply()).as(run.said::toString).isZero();
    return run;
  }

  private static int plan(OneRun run) {
    return run.run(each -> each.plan(false));
  }

  private static int remove(OneRun run, boolean force) {
    return run.run(each -> each.remove(force));
  }

  @Test
  void aPlanCountsWhatApplyWouldDoAndWritesNothing() {
    applied();
    registry.collection("devices").deleteOne(DEVICE_1);
    registry
        .collection("credentials")
        .updateOne(DEVICE_1, new Document("$set", new Document("version", 5)));
    List<Document> before = registry.everything();

    OneRun run = new OneRun(registry.uri()).with("devices.count=4");
    assertThat(plan(run)).as(run.said::toString).isZero();

    assertThat(run.said)
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains("tload_tests: unchanged", "devices: 2 to create, 0 to update")
                    .contains("credentials: 1 to create, 1 to update"),
            line -> assertThat(line).contains("topics: 6 to create, 0 to grow"));
    run.holds("a plan of a registry that has some of it");
    assertThat(registry.everything()).isEqualTo(before);
  }

  @Test
  void aPlanOfAnEmptyRegistryNamesTheIndexes() {
    OneRun run = new OneRun(registry.uri());
    assertThat(plan(run)).isZero();

    assertThat(run.said.get(0))
        .contains("tenants {tenant-id}", "devices {tenant-id, device-id}")
        .contains("credentials {tenant-id, device-id}")
        .contains("credentials {tenant-id, credentials.auth-id, credentials.type}");
    run.holds("a plan of an empty registry");
    assertThat(run.said.get(1)).contains("tenant tload_tests: to create");
    assertThat(registry.everything()).isEmpty();
  }

  @Test
  void verifyFindsNothingInWhatApplyWrote() {
    applied();
    OneRun run = new OneRun(registry.uri());

    assertThat(run.run(Provisioning::verify)).as(run.said::toString).isZero();
    assertThat(run.said).singleElement().asString().contains("verified", registry.place());
    run.holds("verify finds nothing");
  }

  static List<Arguments> breakages() {
    return List.of(
        Arguments.of("devices", set("created", new BsonDateTime(0)), "created is a BSON date"),
        Arguments.of("devices", set("device.enabled", false), "disabled"),
        Arguments.of("credentials", unset("version"), "version is missing"),
        Arguments.of("credentials", unset("credentials"), "\"credentials\" is missing"),
        Arguments.of(
            "credentials",
            set("credentials.0.secrets.0.key", new Binary(new byte[32])),
            "BSON binary"),
        Arguments.of("credentials", set("credentials.0.secrets.0.key", "*"), "base64"),
        Arguments.of(
            "credentials",
            set("credentials.0.secrets.0.key", "b3RoZXI="),
            "key, auth-id, enabled or validity"),
        Arguments.of("credentials", set("credentials.0.auth-id", "x"), "no psk"));
  }

  @ParameterizedTest
  @MethodSource("breakages")
  void verifyNamesWhatIsBroken(String collection, Document breakage, String why) {
    applied();
    registry.collection(collection).updateOne(DEVICE_1, breakage);

    OneRun run = new OneRun(registry.uri());
    assertThat(run.run(Provisioning::verify)).isEqualTo(3);

    assertThat(run.said.get(0))
        .contains("tload_tests: " + collection + ": 1 ", why)
        .endsWith("device-1");
    assertThat(run.said).hasSizeGreaterThan(1);
    run.holds("verify: " + collection + " where " + breakage.toJson());
  }

  @Test
  void verifyNamesTheMissingSubDocumentTheObjectIdAndTheIndex() {
    applied();
    Document wrong = registry.one("devices", "device-2").append("_id", new ObjectId());
    registry.collection("devices").deleteMany(new Document());
    wrong.remove("device");
    wrong.append("device", "gone");
    registry.collection("devices").insertOne(wrong);
    registry.collection("devices").dropIndex("tenant-id_1_device-id_1");

    OneRun run = new OneRun(registry.uri());
    assertThat(run.run(Provisioning::verify)).isEqualTo(3);

    assertThat(run.said)
        .anyMatch(line -> line.contains("devices {tenant-id, device-id}"))
        .anyMatch(line -> line.contains("devices: 2 of 3 missing") && line.endsWith("device-0"))
        .anyMatch(line -> line.contains("devices: 2 orphans"))
        .anyMatch(line -> line.contains("_id is an ObjectId"));
    run.holds("verify: a device of another form, and an index that is missing");
  }

  @Test
  void verifyNamesDuplicatesAndAuthIdsOfOtherDevices() {
    applied();
    registry.collection("devices").dropIndex("tenant-id_1_device-id_1");
    Document second = registry.one("devices", "device-2");
    registry.collection("devices").insertOne(second.append("_id", new ObjectId().toHexString()));
    registry
        .collection("credentials")
        .dropIndex("tenant-id_1_credentials.auth-id_1_credentials.type_1");
    Document other = registry.one("credentials", "device-1").append("device-id", "thermometer");
    registry.collection("credentials").insertOne(other.append("_id", new ObjectId().toHexString()));

    OneRun run = new OneRun(registry.uri());
    assertThat(run.run(Provisioning::verify)).isEqualTo(3);

    assertThat(run.said)
        .anyMatch(line -> line.contains("devices: 1 ") && line.endsWith("device-2"))
        .anyMatch(line -> line.contains("credentials: 1 ") && line.endsWith("device-1"));
    run.holds("verify: one device-id twice, and one auth-id");
  }

  @Test
  void removeTakesWhatApplyWroteAndCanBeRepeated() {
    applied();
    OneRun run = new OneRun(registry.uri());

    assertThat(remove(run, false)).as(run.said::toString).isZero();
    assertThat(run.said)
        .singleElement()
        .asString()
        .contains("credentials: 3 removed", "devices: 3 removed", "tenant: removed");
    assertThat(registry.everything()).isEmpty();
    assertThat(remove(run, false)).isZero();
    assertThat(run.lastSaid()).contains("devices: 0 removed", "tenant: not there");
    run.holds("remove, and remove again");
  }

  @Test
  void removeKeepsOtherDevicesAndTheirTenant() {
    new OneRun(registry.uri()).with("devices.count=5").apply();
    OneRun run = new OneRun(registry.uri());

    assertThat(remove(run, false)).isZero();

    assertThat(run.lastSaid()).contains("tenant: kept");
    run.holds("remove where there are other devices");
    assertThat(registry.all("devices"))
        .extracting(each -> each.get("device-id"))
        .containsExactlyInAnyOrder("device-3", "device-4");
    assertThat(registry.all("credentials")).hasSize(2);
    assertThat(registry.all("tenants")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"devices", "credentials"})
  void removeKeepsATenantThatHasAnythingOfAnotherDevice(String without) {
    new OneRun(registry.uri()).with("devices.count=5").apply();
    registry.collection(without).deleteMany(new Document("device-id", "device-3"));
    registry.collection(without).deleteMany(new Document("device-id", "device-4"));
    OneRun run = new OneRun(registry.uri());

    assertThat(remove(run, false)).isZero();

    assertThat(run.lastSaid()).contains("tenant: kept");
    run.holds("remove where another device has no " + without);
    assertThat(registry.all("tenants")).hasSize(1);
  }

  @Test
  void removeLeavesTheSameNamesOfAnotherTenant() {
    applied();
    List<Document> before = registry.everything();
    OneRun other = new OneRun(registry.uri()).with("tenant.id=other");
    assertThat(other.apply()).isZero();

    assertThat(remove(other, false)).as(other.said::toString).isZero();

    assertThat(registry.everything()).isEqualTo(before);
  }

  @Test
  void removeKeepsATenantOfAnotherOwnerUnlessForced() {
    registry
        .collection("tenants")
        .insertOne(
            Document.parse(
                """
                {"_id": "6b0089fbd1462e2771c6bf32", "tenant-id": "tload_tests", "version": "v1",
                 "created": "2026-01-01T00:00:00Z", "tenant": {}}"""));
    List<Document> before = registry.everything();
    OneRun run = new OneRun(registry.uri()).with("tenant.shared=true");
    assertThat(run.apply()).as(run.said::toString).isZero();

    assertThat(remove(run, false)).isZero();
    assertThat(run.lastSaid()).contains("tenant: kept");
    run.holds("remove from a tenant of another owner");
    assertThat(registry.everything()).isEqualTo(before);

    assertThat(remove(run, true)).isZero();
    assertThat(registry.everything()).isEmpty();
  }

  @Test
  void removeRefusesWhatOthersWroteUnlessForced() {
    applied();
    registry
        .collection("devices")
        .updateOne(DEVICE_1, new Document("$set", new Document("device", new Document())));
    List<Document> before = registry.everything();
    OneRun run = new OneRun(registry.uri());

    assertThat(remove(run, false)).isEqualTo(3);
    assertThat(run.said)
        .singleElement()
        .asString()
        .contains("tload_tests", "1 devices", registry.place(), "device-1", "--force");
    run.holds("remove of devices that others wrote");
    assertThat(registry.everything()).isEqualTo(before);

    assertThat(remove(run, true)).isZero();
    assertThat(registry.everything()).isEmpty();
  }

  @Test
  void anUnusedOrphanOfEitherKindIsMended() {
    applied();
    registry.collection("devices").deleteOne(DEVICE_1);
    registry.collection("credentials").deleteOne(new Document("device-id", "device-2"));
    OneRun verify = new OneRun(registry.uri());
    assertThat(verify.run(Provisioning::verify)).isEqualTo(3);
    assertThat(verify.said).anyMatch(line -> line.contains("2 orphans"));

    OneRun run = new OneRun(registry.uri());
    assertThat(run.apply()).as(run.said::toString).isZero();

    assertThat(run.lastSaid())
        .contains("devices: 1 created, 0 updated, 2 unchanged")
        .contains("credentials: 1 created, 0 updated, 2 unchanged");
    assertThat(run.run(Provisioning::verify)).isZero();
  }

  @Test
  void severalTenantsGetTheSameFleet() {
    OneRun run = new OneRun(registry.uri()).with("registry.tenants=[second, third]");
    assertThat(run.apply()).as(run.said::toString).isZero();

    assertThat(run.said).filteredOn(line -> line.contains("tenant ")).hasSize(3);
    assertThat(registry.all("devices")).hasSize(9);
    assertThat(registry.all("tenants")).hasSize(3);
    assertThat(run.lastSaid()).startsWith("provisioning: tenant third: created;");
    assertThat(run.run(Provisioning::verify)).isZero();
    assertThat(remove(run, false)).isZero();
    assertThat(registry.everything()).isEmpty();
  }

  private static Document set(String path, Object value) {
    return new Document("$set", new Document(path, value));
  }

  private static Document unset(String path) {
    return new Document("$unset", new Document(path, ""));
  }
}
