package io.fleetload.provisioning.registry;

import com.mongodb.client.model.Filters;
import io.fleetload.process.TargetException;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The tenant's entry in the registry. One that is not ours is used or refused, never changed. */
public final class TenantEntry {
  private static final String TENANT = "tenant";
  private static final String ENABLED = "enabled";
  private static final String ADAPTERS = "adapters";
  private static final String MESSAGING = "messaging-type";
  private static final String KAFKA = "kafka";
  private static final String COAP = "hono-coap";

  private final RegistryDatabase database;
  private final Envelope envelope;

  /** The entry of the envelope's tenant. */
  public TenantEntry(RegistryDatabase database, Envelope envelope) {
    this.database = database;
    this.envelope = envelope;
  }

  /**
   * Requires that the tenant is ours, or usable, or not there yet.
   *
   * @throws TargetException if it is somebody else's and its devices could not connect
   */
  public void requireUsable() throws TargetException {
    Document found = find();
    if (found != null && !Mark.isOn(found, TENANT)) {
      Optional<String> obstacle = obstacle(found);
      if (obstacle.isPresent()) {
        throw new TargetException(
            ("tenant %s in %s was not written by provisioning and %s; nothing is written: correct"
                    + " it or choose another tenant.id")
                .formatted(envelope.tenant(), database.place(), obstacle.get()));
      }
    }
  }

  /**
   * Requires that the tenant is there and usable.
   *
   * @throws TargetException if not
   */
  public void requireThere() throws TargetException {
    Document found = find();
    if (found == null) {
      throw new TargetException(
          "there is no tenant %s in %s; run provisioning first"
              .formatted(envelope.tenant(), database.place()));
    }
    Optional<String> obstacle = obstacle(found);
    if (obstacle.isPresent()) {
      throw new TargetException(
          "tenant %s in %s %s; run provisioning first"
              .formatted(envelope.tenant(), database.place(), obstacle.get()));
    }
  }

  /** Creates or corrects it; says what it did. */
  public String apply() {
    Document found = find();
    if (found == null) {
      database.tenants().insertOne(envelope.fresh(TenantEntry::write));
      return "created";
    }
    if (!Mark.isOn(found, TENANT)) {
      return "not written by provisioning, used as it is";
    }
    Optional<Document> corrected = envelope.corrected(found, TenantEntry::write);
    if (corrected.isEmpty()) {
      return "unchanged";
    }
    // As for devices: an _id that has to change takes a removal.
    if (found.get(Envelope.ID).equals(corrected.get().get(Envelope.ID))) {
      database.tenants().replaceOne(byId(found), corrected.get());
    } else {
      database.tenants().deleteOne(byId(found));
      database.tenants().insertOne(corrected.get());
    }
    return "updated";
  }

  private Document find() {
    return database.tenants().find(Filters.eq(Envelope.TENANT_ID, envelope.tenant())).first();
  }

  private static Bson byId(Document found) {
    return Filters.eq(Envelope.ID, found.get(Envelope.ID));
  }

  private static void write(Document document) {
    Document tenant = Mark.copy(document.get(TENANT));
    tenant.put(ENABLED, true);
    tenant.put("ext", Mark.ext(tenant).append(MESSAGING, KAFKA));
    tenant.put(
        ADAPTERS,
        List.of(
            new Document("type", COAP)
                .append(ENABLED, true)
                .append("device-authentication-required", true)));
    document.put(TENANT, tenant);
  }

  private Optional<String> obstacle(Document found) {
    if (!(found.get(TENANT) instanceof Document tenant)) {
      return Optional.of("has no \"tenant\" in its document, which Hono needs");
    }
    if (!envelope.readable(found)) {
      return Optional.of("has an _id, version, created or updatedOn that Hono cannot read");
    }
    if (!Boolean.TRUE.equals(tenant.getOrDefault(ENABLED, true))) {
      return Optional.of("is disabled");
    }
    List<?> adapters = CredentialsDocument.list(tenant.get(ADAPTERS));
    if (!adapters.isEmpty() && adapters.stream().noneMatch(TenantEntry::allowsCoap)) {
      return Optional.of("does not enable the adapter " + COAP);
    }
    Object messaging = Mark.copy(tenant.get("ext")).getOrDefault(MESSAGING, KAFKA);
    return KAFKA.equals(messaging)
        ? Optional.empty()
        : Optional.of("has ext." + MESSAGING + " " + messaging + ", not " + KAFKA);
  }

  /** Hono takes an adapter that is listed without {@code enabled} as disabled. */
  private static boolean allowsCoap(Object adapter) {
    return adapter instanceof Document document
        && COAP.equals(document.get("type"))
        && Boolean.TRUE.equals(document.get(ENABLED));
  }
}
