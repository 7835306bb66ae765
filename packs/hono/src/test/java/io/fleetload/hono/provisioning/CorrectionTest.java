// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What differs in a document of ours is corrected and the next time finds nothing to do. */
class CorrectionTest {
  private static final Document DEVICE_1 = new Document("device-id", "device-1");

  private final InProcessRegistry registry = new InProcessRegistry();

  @BeforeEach
  void provisioned() {
    assertThat(new OneRun(registry.uri()).apply()).isZero();
  }

  @AfterEach
  void close() {
    registry.close();
  }

  static List<Arguments> breakages() {
    return List.of(
        Arguments.of("devices", set("device.enabled", false)),
        Arguments.of("devices", set("created", new BsonDateTime(0))),
        Arguments.of("devices", set("created", "2026-11-20T17:57:15.123Z")),
        Arguments.of("devices", set("updatedOn", new BsonDateTime(0))),
        Arguments.of("devices", set("auto-provisioned", "no")),
        Arguments.of("devices", unset("version")),
        Arguments.of("devices", unset("auto-provisioning-notification-sent")),
        Arguments.of("credentials", set("created", new BsonDateTime(0))),
        Arguments.of("credentials", unset("version")),
        Arguments.of("credentials", unset("credentials")),
        Arguments.of("credentials", set("credentials.0.enabled", false)),
        Arguments.of("credentials", set("credentials.0.auth-id", "somebody")),
        Arguments.of("credentials", set("credentials.0.secrets.0.key", "b3RoZXI=")),
        Arguments.of("credentials", set("credentials.0.secrets.0.key", new Binary(new byte[32]))),
        Arguments.of("credentials", set("credentials.0.secrets.0.enabled", false)),
        Arguments.of(
            "credentials", set("credentials.0.secrets.0.not-after", "2020-01-01T00:00:00Z")));
  }

  @ParameterizedTest
  @MethodSource("breakages")
  void aBrokenDocumentIsCorrected(String collection, Document breakage) {
    Document good = registry.one(collection, "device-1");
    registry.collection(collection).updateOne(DEVICE_1, breakage);
    assertThat(new OneRun(registry.uri()).check()).isEqualTo(3);

    OneRun run = new OneRun(registry.uri());
    assertThat(run.apply()).as(run.said::toString).isZero();

    assertThat(run.lastSaid()).contains(collection + ": 0 created, 1 updated, 2 unchanged");
    Document corrected = registry.one(collection, "device-1");
    assertThat(corrected.get("_id")).isEqualTo(good.get("_id"));
    assertThat(corrected.get("created")).isEqualTo(good.get("created"));
    assertThat(corrected.get("updatedOn")).isEqualTo("2026-11-20T17:57:15Z");
    assertThat(corrected.getString("version")).isNotEqualTo(good.getString("version"));
    assertThat(withoutIds(corrected)).isEqualTo(withoutIds(good));
    assertThat(new OneRun(registry.uri()).check()).isZero();
  }

  @Test
  void anObjectIdBecomesText() {
    Document wrong = registry.one("devices", "device-1").append("_id", new ObjectId());
    registry.collection("devices").deleteOne(DEVICE_1);
    registry.collection("devices").insertOne(wrong);

    OneRun run = new OneRun(registry.uri());
    assertThat(run.apply()).as(run.said::toString).isZero();

    assertThat(run.lastSaid()).contains("devices: 0 created, 1 updated, 2 unchanged");
    assertThat(registry.one("devices", "device-1").get("_id")).isInstanceOf(String.class);
    assertThat(registry.all("devices")).hasSize(3);
  }

  @Test
  void missingCredentialsAreCreated() {
    registry.collection("credentials").deleteOne(DEVICE_1);

    OneRun run = new OneRun(registry.uri());
    assertThat(run.apply()).as(run.said::toString).isZero();

    assertThat(run.lastSaid()).contains("credentials: 1 created, 0 updated, 2 unchanged");
  }

  @Test
  void anotherSecretChangesEveryKey() {
    OneRun run = new OneRun(registry.uri()).with("devices.psk.derivedFrom=other");

    assertThat(run.check()).isEqualTo(3);
    assertThat(run.lastSaid()).contains("but 3 of them differ").contains("device-0");
    assertThat(run.apply()).as(run.said::toString).isZero();

    assertThat(run.lastSaid()).contains("credentials: 0 created, 3 updated, 0 unchanged");
    assertThat(run.check()).isZero();
  }

  @Test
  void whatAUserAddedToADeviceStays() {
    registry
        .collection("devices")
        .updateOne(
            DEVICE_1,
            new Document(
                "$set",
                new Document("device.enabled", false)
                    .append("device.defaults", new Document("content-type", "text/plain"))));

    new OneRun(registry.uri()).apply();

    assertThat(registry.one("devices", "device-1").get("device", Document.class))
        .containsEntry("enabled", true)
        .containsEntry("defaults", new Document("content-type", "text/plain"));
  }

  @Test
  void ourTenantIsCorrected() {
    registry
        .collection("tenants")
        .updateOne(
            new Document(),
            new Document(
                "$set",
                new Document("tenant.enabled", false).append("created", new BsonDateTime(0))));

    OneRun run = new OneRun(registry.uri());
    assertThat(run.apply()).as(run.said::toString).isZero();

    assertThat(run.lastSaid()).contains("tenant tload_tests: updated");
    Document tenant = registry.all("tenants").get(0);
    assertThat(tenant.get("created")).isEqualTo("2026-11-20T17:57:15Z");
    assertThat(tenant.get("tenant", Document.class)).containsEntry("enabled", true);
  }

  private static Document set(String path, Object value) {
    return new Document("$set", new Document(path, value));
  }

  private static Document unset(String path) {
    return new Document("$unset", new Document(path, ""));
  }

  private static Document withoutIds(Document document) {
    Document rest = new Document(document);
    rest.remove("version");
    rest.remove("updatedOn");
    for (Document credential : rest.getList("credentials", Document.class, List.of())) {
      credential.getList("secrets", Document.class).forEach(secret -> secret.remove("id"));
    }
    return rest;
  }
}
