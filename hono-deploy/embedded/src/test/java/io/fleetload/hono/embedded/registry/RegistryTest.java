// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import static io.fleetload.hono.embedded.RegistryContent.secret;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fleetload.hono.embedded.part.FutureWait;
import io.fleetload.hono.embedded.part.StackOptions.External;
import io.fleetload.hono.embedded.part.StartFailure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.security.KeyPairGenerator;
import java.security.cert.TrustAnchor;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.security.auth.x500.X500Principal;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.eclipse.hono.util.RegistrationAssertion;
import org.eclipse.hono.util.TenantObject;
import org.junit.jupiter.api.Test;

class RegistryTest extends RegistryInMemory {

  @Test
  void aTenantIsFoundByIdOrAlias() throws Exception {
    content.tenant("aliased", new Document("alias", "other"));

    assertThat(tenant("T").isEnabled()).isTrue();
    assertThat(tenant("T").getProperty("ext", JsonObject.class).getString("messaging-type"))
        .isEqualTo("kafka");
    assertThat(tenant("other").getTenantId()).isEqualTo("aliased");
    assertThat(status(tenants.get("nobody", null))).isEqualTo(404);
  }

  @Test
  void aTenantIsFoundByTheAuthorityThatItTrustsUnlessAnotherTrustsItToo() throws Exception {
    content.tenant("careful", trusting("CN=one,O=a", "CN=two,O=a"));

    assertThat(tenant(new X500Principal("CN=two, O=a")).getTenantId()).isEqualTo("careful");
    assertThat(tenant(new X500Principal("CN=two, O=a")).getTrustAnchors())
        .extracting(TrustAnchor::getCAName)
        .containsExactlyInAnyOrder("CN=one,O=a", "CN=two,O=a");
    assertThat(status(tenants.get(new X500Principal("CN=three,O=a"), null))).isEqualTo(404);

    content.tenant("double", trusting("CN=four,O=a"));
    content.tenant("triple", trusting("CN=four,O=a"));
    assertThat(status(tenants.get(new X500Principal("CN=four,O=a"), null))).isEqualTo(404);
  }

  private static Document trusting(String... subjects) throws Exception {
    byte[] key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPublic().getEncoded();
    List<Document> anchors = new ArrayList<>();
    for (String each : subjects) {
      anchors.add(
          new Document("id", each)
              .append("subject-dn", each)
              // The tests run without Hono's setting for +, / and =, so it is written as base64url.
              .append("public-key", Base64.getUrlEncoder().withoutPadding().encodeToString(key))
              .append("algorithm", "EC")
              .append("not-before", "2020-01-01T00:00:00Z")
              .append("not-after", "2090-01-01T00:00:00Z"));
    }
    return new Document("trusted-ca", anchors);
  }

  private TenantObject tenant(X500Principal issuer) throws Exception {
    return FutureWait.on(tenants.get(issuer, null));
  }

  @Test
  void aDisabledTenantOrAdapterIsToldToTheAdapterWhichRefuses() throws Exception {
    content.tenant("off", new Document("enabled", false));
    content.tenant(
        "nocoap",
        new Document(
            "adapters", List.of(new Document("type", "hono-coap").append("enabled", false))));

    assertThat(tenant("off").isEnabled()).isFalse();
    assertThat(tenant("nocoap").isAdapterEnabled("hono-coap")).isFalse();
    assertThat(tenant("T").isAdapterEnabled("hono-coap")).isTrue();
  }

  @Test
  void aRegisteredDeviceMaySendWithItsDefaults() throws Exception {
    content.device("T", "d", new Document("defaults", new Document("content-type", "text/plain")));

    RegistrationAssertion d = FutureWait.on(assertion("d", null));

    assertThat(d.getDeviceId()).isEqualTo("d");
    assertThat(d.getDefaults()).containsEntry("content-type", "text/plain");
  }

  @Test
  void aMissingOrDisabledDeviceIsNotFound() {
    content.device("T", "off", new Document("enabled", false));

    assertThat(status(assertion("nobody", null))).isEqualTo(404);
    assertThat(status(assertion("off", null))).isEqualTo(404);
  }

  @Test
  void aDeviceThatAppearsIsFoundAtOnceForRefusalsAreNotRemembered() throws Exception {
    assertThat(status(assertion("late", null))).isEqualTo(404);
    content.device("T", "late");

    assertThat(FutureWait.on(assertion("late", null)).getDeviceId()).isEqualTo("late");
  }

  @Test
  void aRegisteredDeviceIsRememberedThoughItsDocumentGoes() throws Exception {
    content.device("T", "d");
    FutureWait.on(assertion("d", null));
    database.getCollection("devices").deleteMany(new Document());

    assertThat(FutureWait.on(assertion("d", null)).getDeviceId()).isEqualTo("d");
  }

  @Test
  void aDeviceWhoseDocumentCannotBeReadIsTreatedAsDisabled() {
    content.device("T", "d");
    database
        .getCollection("devices")
        .updateOne(
            new Document(), new Document("$set", new Document("created", new BsonDateTime(0))));

    assertThat(status(assertion("d", null))).isEqualTo(404);
  }

  @Test
  void onlyAGatewayInViaOrInOneOfTheGroupsMayAct() throws Exception {
    content.device("T", "gw1");
    content.device("T", "gw2");
    content.device("T", "gw3", new Document("memberOf", List.of("g")));
    content.device("T", "gwoff", new Document("enabled", false));
    content.device(
        "T", "d", new Document("via", List.of("gw1", "gwoff")).append("viaGroups", List.of("g")));

    RegistrationAssertion byGateway = FutureWait.on(assertion("d", "gw1"));

    assertThat(byGateway.getAuthorizedGateways()).containsExactlyInAnyOrder("gw1", "gwoff", "gw3");
    assertThat(FutureWait.on(assertion("d", "gw3")).getDeviceId()).isEqualTo("d");
    assertThat(status(assertion("d", "gw2"))).isEqualTo(403);
    assertThat(status(assertion("d", "gwoff"))).isEqualTo(403);
    assertThat(status(assertion("d", "nobody"))).isEqualTo(403);
    assertThat(status(assertion("nobody", "gw1"))).isEqualTo(404);
  }

  @Test
  void answersComeBackOnTheContextThatAsked() throws Exception {
    Context asking = vertx.getOrCreateContext();
    CompletableFuture<Context> answering = new CompletableFuture<>();
    asking.runOnContext(
        go -> tenants.get("T", null).onComplete(r -> answering.complete(Vertx.currentContext())));

    assertThat(answering.get()).isSameAs(asking);
  }

  @Test
  void theIndexesMayBeCreatedTwice() throws Exception {
    Registry second = Registry.on(wire, at, database.getName());
    second.start();
    second.stop();

    assertThat(database.getCollection("credentials").listIndexes())
        .extracting(index -> ((Document) index.get("key")).keySet().toString())
        .contains("[tenant-id, credentials.auth-id, credentials.type]");
  }

  @Test
  void aForeignDatabaseThatFailsIsNamedByItsVariableOnly() {
    String secret = "mongodb://user:hunter2@127.0.0.1:1/?serverSelectionTimeoutMS=200";
    Registry broken = Registry.on(wire, new External("MY_URI", "nonsense " + secret), "hono");

    Throwable thrown = catchThrowable(broken::start);

    assertThat(thrown)
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("$MY_URI")
        .hasMessageNotContaining("hunter2");
  }

  private TenantObject tenant(String id) throws Exception {
    return FutureWait.on(tenants.get(id, null));
  }

  private Future<RegistrationAssertion> assertion(String device, String gateway) {
    return registrations.assertRegistration("T", device, gateway, null);
  }
}
