package io.fleetload.hono.embedded.registry;

import static io.fleetload.hono.embedded.RegistryContent.document;
import static io.fleetload.hono.embedded.RegistryContent.psk;
import static io.fleetload.hono.embedded.RegistryContent.secret;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.fleetload.hono.embedded.Listener;
import io.fleetload.hono.embedded.Listener.Transport;
import io.fleetload.hono.embedded.RegistryContent;
import io.fleetload.hono.embedded.StackOptions.External;
import io.fleetload.hono.embedded.StartFailure;
import io.fleetload.hono.embedded.Waiting;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.bson.types.Binary;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.util.CredentialsObject;
import org.eclipse.hono.util.RegistrationAssertion;
import org.eclipse.hono.util.TenantObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryTest {

  private static Vertx vertx;
  private static MongoWireServer server;
  private static Listener at;
  private static MongoClient mongo;

  private MongoDatabase database;
  private RegistryContent content;
  private Registry registry;

  @BeforeAll
  static void startServer() throws Exception {
    vertx = Vertx.vertx();
    at = new Listener("MongoDB", Transport.TCP, "127.0.0.1", 0, "--mongodb-port").claimed();
    server = new MongoWireServer(at, Optional.empty());
    server.start();
    mongo = MongoClients.create("mongodb://" + at.address());
  }

  @AfterAll
  static void stopServer() throws Exception {
    mongo.close();
    server.stop();
    Waiting.on(vertx.close());
  }

  @BeforeEach
  void startRegistry() throws Exception {
    String name = "r" + System.nanoTime();
    database = mongo.getDatabase(name);
    content = new RegistryContent(database);
    registry = Registry.on(vertx, at, name);
    registry.start();
    content.tenant("T");
  }

  @AfterEach
  void stopRegistry() {
    registry.stop();
    database.drop();
  }

  @Test
  void aTenantIsFoundByIdOrAlias() throws Exception {
    content.tenant("aliased", new Document("alias", "other"));

    assertThat(tenant("T").isEnabled()).isTrue();
    assertThat(tenant("T").getProperty("ext", JsonObject.class).getString("messaging-type"))
        .isEqualTo("kafka");
    assertThat(tenant("other").getTenantId()).isEqualTo("aliased");
    assertThat(status(registry.tenants().get("nobody", null))).isEqualTo(404);
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
    assertThat(status(registry.tenants().get("bare", null))).isEqualTo(500);
    assertThat(status(credentials("dated", "d"))).isEqualTo(500);
    assertThat(status(credentials("unknown", "d"))).isEqualTo(404);
  }

  @Test
  void aRegisteredDeviceMaySendWithItsDefaults() throws Exception {
    content.device("T", "d", new Document("defaults", new Document("content-type", "text/plain")));

    RegistrationAssertion d = Waiting.on(assertion("d", null));

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

    assertThat(Waiting.on(assertion("late", null)).getDeviceId()).isEqualTo("late");
  }

  @Test
  void aRegisteredDeviceIsRememberedThoughItsDocumentGoes() throws Exception {
    content.device("T", "d");
    Waiting.on(assertion("d", null));
    database.getCollection("devices").deleteMany(new Document());

    assertThat(Waiting.on(assertion("d", null)).getDeviceId()).isEqualTo("d");
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

    RegistrationAssertion byGateway = Waiting.on(assertion("d", "gw1"));

    assertThat(byGateway.getAuthorizedGateways()).containsExactlyInAnyOrder("gw1", "gwoff", "gw3");
    assertThat(Waiting.on(assertion("d", "gw3")).getDeviceId()).isEqualTo("d");
    assertThat(status(assertion("d", "gw2"))).isEqualTo(403);
    assertThat(status(assertion("d", "gwoff"))).isEqualTo(403);
    assertThat(status(assertion("d", "nobody"))).isEqualTo(403);
    assertThat(status(assertion("nobody", "gw1"))).isEqualTo(404);
  }

  @Test
  void aKeyIsFoundByTheIdentityAndBelongsToTheDevice() throws Exception {
    content.credentials("T", "d", psk("id", secret("first")));

    CredentialsObject found = Waiting.on(credentials("T", "id"));

    assertThat(found.getDeviceId()).isEqualTo("d");
    assertThat(keys(found)).containsExactly("first");
    assertThat(status(credentials("T", "nobody"))).isEqualTo(404);
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

    assertThat(keys(Waiting.on(credentials("T", "d")))).containsExactly("good");
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
    assertThat(Waiting.on(credentials("T", "y")).getDeviceId()).isEqualTo("both");
  }

  @Test
  void answersComeBackOnTheContextThatAsked() throws Exception {
    Context asking = vertx.getOrCreateContext();
    CompletableFuture<Context> answering = new CompletableFuture<>();
    asking.runOnContext(
        go ->
            registry
                .tenants()
                .get("T", null)
                .onComplete(r -> answering.complete(Vertx.currentContext())));

    assertThat(answering.get()).isSameAs(asking);
  }

  @Test
  void twoDevicesMayBothHaveNoCredentials() {
    content.credentials("T", "a");
    content.credentials("T", "b");

    assertThat(database.getCollection("credentials").countDocuments()).isEqualTo(2);
  }

  @Test
  void theIndexesMayBeCreatedTwice() throws Exception {
    Registry second = Registry.on(vertx, at, database.getName());
    second.start();
    second.stop();

    assertThat(database.getCollection("credentials").listIndexes())
        .extracting(index -> ((Document) index.get("key")).keySet().toString())
        .contains("[tenant-id, credentials.auth-id, credentials.type]");
  }

  @Test
  void credentialsAmongThousandsAreFoundInMemoryAndOnDisk(@TempDir Path directory)
      throws Exception {
    assertThat(secondsForLookups(database, registry)).isLessThan(5);

    Listener other = new Listener("H2", Transport.TCP, "127.0.0.1", 0, "--mongodb-port").claimed();
    MongoWireServer onDisk = new MongoWireServer(other, Optional.of(directory.resolve("r.mv.db")));
    onDisk.start();
    try (MongoClient client = MongoClients.create("mongodb://" + other.address())) {
      Registry second = Registry.on(vertx, other, "hono");
      second.start();
      new RegistryContent(client.getDatabase("hono")).tenant("T");
      assertThat(secondsForLookups(client.getDatabase("hono"), second)).isLessThan(5);
      second.stop();
    } finally {
      onDisk.stop();
    }
  }

  private static double secondsForLookups(MongoDatabase in, Registry of) throws Exception {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      documents.add(document("T", "dev" + i, psk("dev" + i, secret("k" + i))));
    }
    in.getCollection("credentials").insertMany(documents);
    long since = System.nanoTime();
    for (int i = 0; i < 2_000; i += 5) {
      Waiting.on(of.credentials().get("T", "psk", "dev" + i, null));
    }
    return (System.nanoTime() - since) / 1e9;
  }

  @Test
  void aForeignDatabaseThatFailsIsNamedByItsVariableOnly() {
    String secret = "mongodb://user:hunter2@127.0.0.1:1/?serverSelectionTimeoutMS=200";
    Registry broken = Registry.on(vertx, new External("MY_URI", "nonsense " + secret), "hono");

    Throwable thrown = catchThrowable(broken::start);

    assertThat(thrown)
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("$MY_URI")
        .hasMessageNotContaining("hunter2");
  }

  private TenantObject tenant(String id) throws Exception {
    return Waiting.on(registry.tenants().get(id, null));
  }

  private Future<RegistrationAssertion> assertion(String device, String gateway) {
    return registry.registrations().assertRegistration("T", device, gateway, null);
  }

  private Future<CredentialsObject> credentials(String tenant, String authId) {
    return registry.credentials().get(tenant, "psk", authId, new JsonObject(), null);
  }

  private static List<String> keys(CredentialsObject found) {
    return found.getCandidateSecrets(s -> new String(s.getBinary("key"), StandardCharsets.UTF_8));
  }

  private static int status(Future<?> future) {
    Throwable thrown = catchThrowable(() -> Waiting.on(future));
    assertThat(thrown).isInstanceOf(ExecutionException.class);
    return ServiceInvocationException.extractStatusCode(thrown.getCause());
  }
}
