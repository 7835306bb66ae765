// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody else wrote is used or refused, never changed. */
class ForeignEntriesTest {
  private static final String ENVELOPE =
      "'tenant-id': 'tload_tests', 'version': 'v1', 'created': '2026-01-01T00:00:00Z'";

  private final InProcessRegistry registry = new InProcessRegistry();

  @AfterEach
  void close() {
    registry.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'tenant': {'enabled': false} | is disabled",
        "'x': 1 | has no \"tenant\"",
        "'tenant': {'adapters': [{'type': 'hono-mqtt', 'enabled': true}]} | does not enable",
        "'tenant': {'adapters': [{'type': 'hono-coap'}]} | does not enable the adapter hono-coap",
        "'tenant': {'ext': {'messaging-type': 'amqp'}} | messaging-type amqp"
      })
  void anUnusableTenantIsRefused(String content, String why) {
    insert("tenants", "'_id': '6b0089fbd1462e2771c6bf32', " + ENVELOPE + ", " + content);
    List<Document> before = registry.everything();

    OneRun run = new OneRun(registry.uri());

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said).hasSize(1);
    assertThat(run.lastSaid()).contains("tenant tload_tests in " + registry.place()).contains(why);
    assertThat(registry.everything()).isEqualTo(before);
  }

  @Test
  void aTenantOfAnotherOwnerIsRefused() {
    insert("tenants", "'_id': '6b0089fbd1462e2771c6bf32', " + ENVELOPE + ", 'tenant': {}");
    List<Document> before = registry.everything();

    OneRun run = new OneRun(registry.uri());

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said)
        .singleElement()
        .asString()
        .contains("tload_tests", registry.place(), "tenant.id", "tenant.shared: true");
    run.holds("apply to a tenant of another owner");
    assertThat(registry.everything()).isEqualTo(before);
  }

  @Test
  void aUsableTenantIsUsedAsItIs() {
    insert("tenants", "'_id': '6b0089fbd1462e2771c6bf32', " + ENVELOPE + ", 'tenant': {}");
    List<Document> before = registry.all("tenants");

    OneRun run = new OneRun(registry.uri()).with("tenant.shared=true");

    assertThat(run.apply()).isZero();
    assertThat(run.lastSaid()).contains("tenant tload_tests: ");
    run.holds("apply to a shared tenant");
    assertThat(registry.all("tenants")).isEqualTo(before);
  }

  @Test
  void devicesWithOurNamesAndOtherKeysAreRefusedBeforeAnythingIsWritten() {
    for (String name : List.of("device-1", "device-2")) {
      insert("devices", ENVELOPE + ", '_id': '" + id(name) + "', " + device(name));
      insert(
          "credentials",
          ENVELOPE + ", '_id': '" + id(name) + "', " + credentials(name, name, "b3RoZXI="));
    }
    List<Document> before = registry.everything();

    OneRun run = new OneRun(registry.uri());

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said).hasSize(1);
    assertThat(run.lastSaid()).contains("tload_tests", "2 devices", registry.place(), "device-1");
    run.holds("apply where devices are of another owner");
    assertThat(registry.everything()).isEqualTo(before);
  }

  @Test
  void aDeviceOfAnotherNameThatHoldsOurAuthIdIsRefused() {
    insert("devices", ENVELOPE + ", '_id': '" + id("device-9") + "', " + device("thermometer"));
    insert(
        "credentials",
        ENVELOPE
            + ", '_id': '"
            + id("device-9")
            + "', "
            + credentials("thermometer", "device-1", "eA=="));

    OneRun run = new OneRun(registry.uri());

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.lastSaid()).contains("has 1 devices").contains("the first is device-1");
    assertThat(registry.all("tenants")).isEmpty();
  }

  @Test
  void aForeignDeviceWithTheRightKeyIsUsedAsItIs() {
    new OneRun(registry.uri()).apply();
    registry
        .collection("devices")
        .updateOne(
            new Document("device-id", "device-1"),
            new Document("$set", new Document("device", new Document())));
    List<Document> before = registry.everything();

    OneRun run = new OneRun(registry.uri());

    assertThat(run.apply()).isZero();
    assertThat(run.lastSaid()).contains("devices: 0 created, 0 updated, 3 unchanged");
    assertThat(registry.everything()).isEqualTo(before);
  }

  @Test
  void devicesOfOtherNamesAndOtherTenantsAreLeftAlone() {
    insert("devices", ENVELOPE + ", '_id': '" + id("device-7") + "', " + device("device-007"));
    insert(
        "credentials",
        ENVELOPE.replace("tload_tests", "other")
            + ", '_id': '"
            + id("device-8")
            + "', "
            + credentials("device-1", "device-1", "eA=="));

    assertThat(new OneRun(registry.uri()).apply()).isZero();

    assertThat(registry.all("devices")).hasSize(4);
    assertThat(registry.all("credentials")).hasSize(4);
  }

  private void insert(String collection, String json) {
    registry.collection(collection).insertOne(Document.parse("{" + json + "}"));
  }

  private static String id(String name) {
    return "6b0089fbd1462e2771c6bf3" + name.charAt(name.length() - 1);
  }

  private static String device(String name) {
    return "'device-id': '" + name + "', 'device': {}";
  }

  private static String credentials(String name, String authId, String key) {
    return ("'device-id': '%s', 'credentials': [{'type': 'psk', 'auth-id': '%s',"
            + " 'secrets': [{'id': 's1', 'key': '%s'}]}]")
        .formatted(name, authId, key);
  }
}
