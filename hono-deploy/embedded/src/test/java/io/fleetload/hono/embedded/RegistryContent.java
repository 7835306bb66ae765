// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import com.mongodb.client.MongoDatabase;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.bson.types.ObjectId;

/** Writes documents exactly as Hono's registry does. */
public final class RegistryContent {

  private static final String CREATED = "2026-11-20T17:57:15Z";

  private final MongoDatabase database;

  public RegistryContent(MongoDatabase database) {
    this.database = database;
  }

  public void tenant(String tenant) {
    tenant(tenant, new Document("ext", new Document("messaging-type", "kafka")));
  }

  public void tenant(String tenant, Document data) {
    database.getCollection("tenants").insertOne(tenantDocument(tenant).append("tenant", data));
  }

  public Document tenantDocument(String tenant) {
    return new Document("_id", new ObjectId().toHexString())
        .append("tenant-id", tenant)
        .append("version", UUID.randomUUID().toString())
        .append("created", CREATED);
  }

  public void insertTenant(Document document) {
    database.getCollection("tenants").insertOne(document);
  }

  public void device(String tenant, String device) {
    device(tenant, device, new Document());
  }

  public void device(String tenant, String device, Document data) {
    database
        .getCollection("devices")
        .insertOne(
            new Document("_id", new ObjectId().toHexString())
                .append("tenant-id", tenant)
                .append("version", UUID.randomUUID().toString())
                .append("created", CREATED)
                .append("device", data)
                .append("device-id", device)
                .append("auto-provisioned", false)
                .append("auto-provisioning-notification-sent", false));
  }

  public void key(String tenant, String device, String key) {
    credentials(tenant, device, psk(device, secret(key)));
  }

  public void credentials(String tenant, String device, Document... credentials) {
    database.getCollection("credentials").insertOne(document(tenant, device, credentials));
  }

  public static Document document(String tenant, String device, Document... credentials) {
    return new Document("_id", new ObjectId().toHexString())
        .append("credentials", List.of(credentials))
        .append("tenant-id", tenant)
        .append("version", UUID.randomUUID().toString())
        .append("created", CREATED)
        .append("device-id", device);
  }

  public static Document psk(String authId, Document... secrets) {
    return new Document("type", "psk")
        .append("auth-id", authId)
        .append("secrets", List.of(secrets));
  }

  public static Document secret(String key) {
    return new Document("id", UUID.randomUUID().toString())
        .append("key", Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Makes a tenant T with devices of each kind that an adapter tells apart: with a password, behind
   * a gateway, switched off, and known by its credentials only; and a tenant that may not use it.
   */
  void devicesOf(String adapter, String without, String secret) throws NoSuchAlgorithmException {
    tenant("T");
    for (String device : List.of("dev", "answering", "gateway", "off", "ghost")) {
      credentials("T", device, password(device, secret));
    }
    device("T", "dev");
    device("T", "answering");
    device("T", "gateway");
    device("T", "behind", new Document("via", List.of("gateway")));
    device("T", "off", new Document("enabled", false));
    Document disabled = new Document("type", adapter).append("enabled", false);
    tenant(without, new Document("adapters", List.of(disabled)));
    device(without, "dev");
    credentials(without, "dev", password("dev", secret));
  }

  /** Credentials of a password, as the registry keeps them. */
  static Document password(String authId, String password) throws NoSuchAlgorithmException {
    byte[] salt = "salt".getBytes(StandardCharsets.UTF_8);
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(salt);
    byte[] hash = digest.digest(password.getBytes(StandardCharsets.UTF_8));
    Document secret =
        new Document("id", UUID.randomUUID().toString())
            .append("hash-function", "sha-256")
            .append("salt", Base64.getEncoder().encodeToString(salt))
            .append("pwd-hash", Base64.getEncoder().encodeToString(hash));
    return new Document("type", "hashed-password")
        .append("auth-id", authId)
        .append("secrets", List.of(secret));
  }
}
