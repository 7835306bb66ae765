// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import com.mongodb.client.model.Filters;
import io.fleetload.hono.certificates.DeviceAuthority;
import io.fleetload.hono.profile.RegistryEntries.TenantSettings;
import io.fleetload.hono.registry.document.Envelope;
import io.fleetload.hono.registry.document.Mark;
import io.fleetload.hono.registry.document.TrustedAuthority;
import io.fleetload.process.TargetException;
import io.fleetload.profile.limit.ExpectedLimits;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The tenant's entry in the registry. One that is not ours is used or refused, never changed. */
public final class TenantEntry {
  public static final String TENANT = "tenant";

  private final RegistryDatabase database;
  private final Envelope envelope;
  private final TenantDocument form;
  private final String key;
  private final boolean shared;

  /**
   * The entry of the envelope's tenant.
   *
   * @param authority who issues its devices' certificates, where they have some
   * @param key where the profile names the tenant, such as {@code tenant} or {@code tenants[1]}
   * @param shared whether devices may go into someone else's
   * @param limits limits that the run expects of it; null for none
   */
  public TenantEntry(
      RegistryDatabase database,
      Envelope envelope,
      TenantSettings settings,
      Optional<DeviceAuthority> authority,
      String key,
      boolean shared,
      ExpectedLimits limits) {
    this.database = database;
    this.envelope = envelope;
    this.form = new TenantDocument(settings, authority.map(TrustedAuthority::of), limits);
    this.key = key;
    this.shared = shared;
  }

  /**
   * Requires that the tenant is ours, or usable and ours to use, or not there yet.
   *
   * @throws TargetException if it is someone else's
   */
  public void requireUsable() throws TargetException {
    Document found = find();
    if (found == null || Mark.isOn(found, TENANT)) {
      return;
    }
    Optional<String> obstacle = obstacle(found);
    if (obstacle.isPresent()) {
      throw new TargetException(
          ("tenant %s in %s was not written by provisioning and %s; nothing is written: correct"
                  + " it or choose another %s.id")
              .formatted(envelope.tenant(), database.place(), obstacle.get(), key));
    }
    if (!shared) {
      throw new TargetException(
          ("tenant %s in %s was not written by provisioning; nothing is written: choose another"
                  + " %s.id, or set %s.shared: true to write devices into it")
              .formatted(envelope.tenant(), database.place(), key, key));
    }
  }

  /**
   * Requires that the tenant is there and usable.
   *
   * @throws TargetException if not
   */
  public void requireThere() throws TargetException {
    Optional<String> problem = problem();
    if (problem.isPresent()) {
      throw new TargetException(problem.get() + "; run provisioning first");
    }
  }

  /** Obstacle that keeps the tenant's devices from working, as a sentence. */
  public Optional<String> problem() {
    Document found = find();
    return found == null
        ? Optional.of("there is no tenant %s in %s".formatted(envelope.tenant(), database.place()))
        : obstacle(found)
            .map(why -> "tenant %s in %s %s".formatted(envelope.tenant(), database.place(), why));
  }

  /** The change that {@link #apply()} would make. */
  public String plan() {
    Document found = find();
    if (found == null) {
      return "to create";
    }
    if (!Mark.isOn(found, TENANT)) {
      return "not written by provisioning, used as it is";
    }
    return envelope.differs(found, form::write) ? "to update" : "unchanged";
  }

  /** Creates or corrects it; says what it did. */
  public String apply() {
    Document found = find();
    if (found == null) {
      database.tenants().insertOne(envelope.fresh(form::write));
      return "created";
    }
    if (!Mark.isOn(found, TENANT)) {
      return "not written by provisioning, used as it is";
    }
    Optional<Document> corrected = envelope.corrected(found, form::write);
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

  /**
   * Removes it if nothing is left in it; says what it did.
   *
   * @param force whether to remove someone else's as well
   */
  public String remove(boolean force) {
    Document found = find();
    if (found == null) {
      return "not there";
    }
    if (!force && !Mark.isOn(found, TENANT)) {
      return "kept, as it was not written by provisioning";
    }
    Document its = new Document(Envelope.TENANT_ID, envelope.tenant());
    if (database.devices().find(its).first() != null
        || database.credentials().find(its).first() != null) {
      return "kept, as it has other devices";
    }
    database.tenants().deleteOne(byId(found));
    return "removed";
  }

  private Document find() {
    return database.tenants().find(Filters.eq(Envelope.TENANT_ID, envelope.tenant())).first();
  }

  private static Bson byId(Document found) {
    return Filters.eq(Envelope.ID, found.get(Envelope.ID));
  }

  private Optional<String> obstacle(Document found) {
    if (!(found.get(TENANT) instanceof Document tenant)) {
      return Optional.of("has no \"tenant\" in its document, which Hono needs");
    }
    if (!envelope.readable(found)) {
      return Optional.of("has an _id, version, created or updatedOn that Hono cannot read");
    }
    return form.obstacle(tenant);
  }
}
