// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import io.fleetload.hono.profile.RegistryEntries.TenantSettings;
import io.fleetload.hono.registry.document.Envelope;
import io.fleetload.hono.registry.document.ManagedDocument;
import io.fleetload.hono.registry.document.Mark;
import io.fleetload.process.TargetException;
import io.fleetload.profile.limit.ExpectedLimits;
import java.time.Instant;
import java.util.Optional;
import org.bson.Document;
import org.bson.json.JsonParseException;

/** A tenant's entry behind the management API; like {@link TenantEntry}, which has a database. */
public final class ManagedTenant {
  private static final String LIMITS = "resource-limits";
  private static final String VERSION = "version";

  private final ManagementClient api;
  private final String id;
  private final TenantDocument form;
  private final Instant now;

  /**
   * Of a tenant.
   *
   * @param limits limits that the run expects of it; null for none
   * @param now what its monthly limits count from, where it is new
   */
  public ManagedTenant(
      ManagementClient api,
      String id,
      TenantSettings settings,
      ExpectedLimits limits,
      Instant now) {
    this.api = api;
    this.id = id;
    this.form = new TenantDocument(settings, Optional.empty(), limits);
    this.now = now;
  }

  /**
   * Requires that the tenant is ours, or usable and ours to use, or not there yet.
   *
   * @param key where the profile names it
   * @param shared whether devices may go into someone else's
   * @throws TargetException if it is someone else's
   */
  public void requireUsable(String key, boolean shared) throws TargetException {
    Optional<Document> found = find();
    if (found.isPresent() && !isOurs(found.get())) {
      Optional<String> obstacle = obstacle(found.get());
      if (obstacle.isPresent() || !shared) {
        throw new TargetException(
            "tenant %s in %s was not written by provisioning%s; nothing is written: %s"
                .formatted(
                    id,
                    api.place(),
                    obstacle.map(why -> " and " + why).orElse(""),
                    obstacle.isPresent()
                        ? "correct it or choose another " + key + ".id"
                        : "choose another %s.id, or set %s.shared: true to write devices into it"
                            .formatted(key, key)));
      }
    }
  }

  /** Obstacle that keeps the tenant's devices from working, as a sentence. */
  public Optional<String> problem() {
    Optional<Document> found = find();
    return found.isEmpty()
        ? Optional.of("there is no tenant %s in %s".formatted(id, api.place()))
        : obstacle(found.get()).map(why -> "tenant %s in %s %s".formatted(id, api.place(), why));
  }

  /** The change that {@link #apply()} would make. */
  public String plan() {
    Optional<Document> found = find();
    if (found.isEmpty()) {
      return "to create";
    }
    if (!isOurs(found.get())) {
      return "not written by provisioning, used as it is";
    }
    return differs(found.get()) ? "to update" : "unchanged";
  }

  /** Creates or corrects it; says what it did. */
  public String apply() {
    Optional<Document> found = find();
    if (found.isEmpty()) {
      int status = api.post(path(), wanted(new Document()).get(TenantEntry.TENANT)).join().status();
      if (status == 409 && find().filter(ManagedTenant::isOurs).isEmpty()) {
        throw ManagementFault.foreign(api.place(), "tenant " + id);
      }
      return "created";
    }
    if (!isOurs(found.get())) {
      return "not written by provisioning, used as it is";
    }
    if (!differs(found.get())) {
      return "unchanged";
    }
    Optional<String> version = Optional.ofNullable(found.get().getString(VERSION));
    api.put(path(), wanted(found.get()).get(TenantEntry.TENANT), version).join();
    return "updated";
  }

  /**
   * Removes it if nothing is left in it; says what it did.
   *
   * @param force whether to remove someone else's as well
   */
  public String remove(boolean force) {
    Optional<Document> found = find();
    if (found.isEmpty()) {
      return "not there";
    }
    if (!force && !isOurs(found.get())) {
      return "kept, as it was not written by provisioning";
    }
    if (!isEmpty()) {
      return "kept, as it has other devices";
    }
    api.delete(path()).join();
    return "removed";
  }

  /** Hono's search answers 404 where nothing is found. */
  private boolean isEmpty() {
    ManagementClient.Answer any = api.get("devices/" + id + "?pageSize=1").join();
    return any.status() == 404
        || Integer.valueOf(0)
            .equals(Mark.copy(read("found", any.body()).get("found")).get("total"));
  }

  private Optional<Document> find() {
    ManagementClient.Answer answer = api.get(path()).join();
    if (answer.status() == 404) {
      return Optional.empty();
    }
    Document found = read(TenantEntry.TENANT, answer.body());
    answer.version().ifPresent(version -> found.put(VERSION, version));
    return Optional.of(found);
  }

  private Document read(String name, String body) {
    try {
      return ManagedDocument.read(name, body);
    } catch (JsonParseException e) {
      throw ManagementFault.noRegistry(api.place());
    }
  }

  private boolean differs(Document found) {
    return !ManagedDocument.covers(found, wanted(found));
  }

  private Document wanted(Document found) {
    Document wanted = new Document(found);
    wanted.put(Envelope.CREATED, since(found));
    form.write(wanted);
    wanted.remove(Envelope.CREATED);
    return wanted;
  }

  /** A month's volume and minutes count on from where they did. */
  private String since(Document found) {
    Document limits = Mark.copy(Mark.copy(found.get(TenantEntry.TENANT)).get(LIMITS));
    for (Object each : limits.values()) {
      if (each instanceof Document limit && limit.get("effective-since") instanceof String since) {
        return since;
      }
    }
    return Envelope.text(now);
  }

  private static boolean isOurs(Document found) {
    return Mark.isOn(found, TenantEntry.TENANT);
  }

  private Optional<String> obstacle(Document found) {
    return form.obstacle(Mark.copy(found.get(TenantEntry.TENANT)));
  }

  private String path() {
    return "tenants/" + id;
  }
}
