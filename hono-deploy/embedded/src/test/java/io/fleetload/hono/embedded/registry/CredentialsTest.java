// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import static io.fleetload.hono.embedded.RegistryContent.document;
import static io.fleetload.hono.embedded.RegistryContent.psk;
import static io.fleetload.hono.embedded.RegistryContent.secret;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.fleetload.hono.embedded.RegistryContent;
import io.fleetload.hono.embedded.part.FreePorts;
import io.fleetload.hono.embedded.part.FutureWait;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Listener.Transport;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.bson.types.Binary;
import org.eclipse.hono.client.registry.CredentialsClient;
import org.eclipse.hono.util.CredentialsObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialsTest extends RegistryInMemory {

  @Test
  void aKeyIsFoundByTheIdentityAndBelongsToTheDevice() throws Exception {
    content.credentials("T", "d", psk("id", secret("first")));

    CredentialsObject found = FutureWait.on(credentials("T", "id"));

    assertThat(found.getDeviceId()).isEqualTo("d");
    assertThat(keys(found)).containsExactly("first");
    assertThat(status(credentials("T", "nobody"))).isEqualTo(404);
  }

  @Test
  void aCertificateIsFoundByItsSubject() throws Exception {
    Document certificate =
        new Document("type", "x509-cert")
            .append("auth-id", "CN=d,O=T")
            .append("secrets", List.of(new Document("id", "1")));
    content.credentials("T", "d", psk("d", secret("k")), certificate);

    CredentialsObject found =
        FutureWait.on(credentials.get("T", "x509-cert", "CN=d,O=T", new JsonObject(), null));

    assertThat(found.getDeviceId()).isEqualTo("d");
    assertThat(found.getCandidateSecrets()).hasSize(1);
    assertThat(status(credentials("T", "CN=d,O=T"))).isEqualTo(404);
  }

  @Test
  void disabledCredentialsAreNotFound() {
    content.credentials("T", "d", psk("d", secret("k")).append("enabled", false));

    assertThat(status(credentials("T", "d"))).isEqualTo(404);
  }

  @Test
  void disabledSecretsAndThoseOutOfTheirTimeAreNoCandidates() throws Exception {
    Instant now = Instant.now();
    String past = now.minusSeconds(60).toString();
    String future = now.plusSeconds(3600).toString();
    content.credentials(
        "T",
        "d",
        psk(
            "d",
            secret("disabled").append("enabled", false),
            secret("early").append("not-before", future),
            secret("late").append("not-after", past),
            secret("good").append("not-before", past).append("not-after", future)));

    assertThat(keys(FutureWait.on(credentials("T", "d")))).containsExactly("good");
  }

  @Test
  void aBinaryKeyOrASecretWithoutOneIsNoKey() {
    content.credentials("T", "b", psk("b", new Document("key", new Binary(new byte[] {1, 2}))));
    content.credentials("T", "e", psk("e"));
    content.credentials("T", "n");

    assertThat(status(credentials("T", "b"))).isEqualTo(500);
    assertThat(status(credentials("T", "e"))).isEqualTo(500);
    assertThat(status(credentials("T", "n"))).isEqualTo(404);
  }

  @Test
  void theIdInOneElementAndTheTypeInAnotherIsNoMatch() throws Exception {
    Document password =
        new Document("type", "hashed-password").append("auth-id", "x").append("secrets", List.of());
    content.credentials("T", "both", password, psk("y", secret("k")));

    assertThat(status(credentials("T", "x"))).isEqualTo(404);
    assertThat(FutureWait.on(credentials("T", "y")).getDeviceId()).isEqualTo("both");
  }

  @Test
  void twoDevicesMayBothHaveNoCredentials() {
    content.credentials("T", "a");
    content.credentials("T", "b");

    assertThat(database.getCollection("credentials").countDocuments()).isEqualTo(2);
  }

  @Test
  void aTenantThatCannotBeReadGivesNoKeyToItsDevices() {
    content.insertTenant(content.tenantDocument("bare"));
    content.insertTenant(
        content
            .tenantDocument("dated")
            .append("tenant", new Document())
            .append("created", new BsonDateTime(0)));
    content.key("bare", "d", "k");
    content.key("dated", "d", "k");
    content.key("unknown", "d", "k");

    assertThat(status(credentials("bare", "d"))).isEqualTo(500);
    assertThat(status(tenants.get("bare", null))).isEqualTo(500);
    assertThat(status(credentials("dated", "d"))).isEqualTo(500);
    assertThat(status(credentials("unknown", "d"))).isEqualTo(404);
  }

  @Test
  @Tag("nightly")
  @Tag("bounds")
  void credentialsAmongThousandsAreFoundInMemoryAndOnDisk(@TempDir Path directory)
      throws Exception {
    assertThat(secondsForLookups(database, credentials)).isLessThan(5);

    Listener other =
        new Listener("H2", Transport.TCP, "127.0.0.1", 0, "--mongodb-port")
            .claimed(FreePorts.taken());
    MongoWireServer onDisk = new MongoWireServer(other, Optional.of(directory.resolve("r.mv.db")));
    onDisk.start();
    try (MongoClient client = MongoClients.create("mongodb://" + other.address())) {
      Registry second = Registry.on(wire, other, "hono");
      second.start();
      CredentialsClient ofSecond = callers().credentials(second.port());
      FutureWait.on(ofSecond.start());
      new RegistryContent(client.getDatabase("hono")).tenant("T");
      assertThat(secondsForLookups(client.getDatabase("hono"), ofSecond)).isLessThan(5);
      FutureWait.on(ofSecond.stop());
      second.stop();
    } finally {
      onDisk.stop();
    }
  }

  private static double secondsForLookups(MongoDatabase in, CredentialsClient of) throws Exception {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      documents.add(document("T", "dev" + i, psk("dev" + i, secret("k" + i))));
    }
    in.getCollection("credentials").insertMany(documents);
    long since = System.nanoTime();
    for (int i = 0; i < 2_000; i += 5) {
      FutureWait.on(of.get("T", "psk", "dev" + i, null));
    }
    return (System.nanoTime() - since) / 1e9;
  }

  private Future<CredentialsObject> credentials(String tenant, String authId) {
    return credentials.get(tenant, "psk", authId, new JsonObject(), null);
  }

  private static List<String> keys(CredentialsObject found) {
    return found.getCandidateSecrets(s -> new String(s.getBinary("key"), StandardCharsets.UTF_8));
  }
}
