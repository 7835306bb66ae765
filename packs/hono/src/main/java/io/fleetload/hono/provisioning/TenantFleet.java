// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.registry.FleetSurvey;
import io.fleetload.hono.registry.RegistryDatabase;
import io.fleetload.hono.registry.TenantEntry;
import io.fleetload.hono.registry.document.Envelope;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * A tenant of the profile with its fleets, and what the registry has of them.
 *
 * @param envelope what its documents carry
 * @param entry its own entry
 * @param authority who issues its devices' certificates, where they have some
 * @param parts those that have sessions, and the devices behind gateways
 */
record TenantFleet(
    Envelope envelope, TenantEntry entry, Optional<TenantAuthority> authority, List<Part> parts) {

  /**
   * A fleet and what the registry has of it.
   *
   * @param registrations how its registrations are called
   * @param credentials how its credentials are called
   * @param survey what the registry has of it
   * @param holdsKeys whether its credentials hold keys
   */
  record Part(String registrations, String credentials, FleetSurvey survey, boolean holdsKeys) {}

  /**
   * The fleets of a tenant, not looked at yet.
   *
   * @throws UsageException if the keys, or the authority, are not to be had
   */
  static TenantFleet of(Job job, RegistryDatabase database, String tenant) throws UsageException {
    HonoProfile profile = job.profile();
    Envelope envelope = new Envelope(tenant, job.clock());
    String key = profile.keyOf(tenant);
    Optional<TenantAuthority> authority = TenantAuthority.of(job, tenant);
    TenantEntry entry =
        new TenantEntry(
            database,
            envelope,
            profile.registry().tenant(),
            authority.map(TenantAuthority::authority),
            key,
            profile.isShared(tenant),
            profile.limitsOf(tenant));
    List<Part> parts = new ArrayList<>();
    for (FleetForm each : FleetForm.of(profile, tenant)) {
      parts.add(
          new Part(
              each.registrations(),
              each.credentials(),
              new FleetSurvey(database, envelope, each.names(), each.device(), each.credential()),
              each.holdsKeys()));
    }
    return new TenantFleet(envelope, entry, authority, parts);
  }

  /** The fleets of every tenant. */
  static List<TenantFleet> all(Job job, RegistryDatabase database) throws UsageException {
    List<TenantFleet> fleets = new ArrayList<>();
    for (String tenant : job.tenants()) {
      fleets.add(of(job, database, tenant));
    }
    return fleets;
  }

  /** Surveys the registry; incomplete if it was stopped. */
  void look(Job job) {
    BooleanSupplier stopped = job::stopped;
    for (Part each : parts) {
      IntConsumer seen =
          job.progress()
              .begin(each.registrations() + " looked at", 2L * each.survey().names().count());
      each.survey().look(stopped, seen);
    }
  }

  void requireNoForeign() throws TargetException {
    for (Part each : parts) {
      each.survey().requireNoForeign();
    }
  }

  String tenant() {
    return envelope.tenant();
  }
}
