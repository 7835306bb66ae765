// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.fleetload.driver.Carriers;
import io.fleetload.hono.DeviceKeys;
import io.fleetload.hono.FleetNames;
import io.fleetload.hono.Gateways;
import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.RegistryEntries.CredentialSettings;
import io.fleetload.hono.RegistryEntries.DeviceSettings;
import io.fleetload.hono.registry.CertificatesDocument;
import io.fleetload.hono.registry.CredentialForm;
import io.fleetload.hono.registry.CredentialsDocument;
import io.fleetload.hono.registry.DeviceDocument;
import io.fleetload.hono.registry.Envelope;
import io.fleetload.hono.registry.FleetKeys;
import io.fleetload.hono.registry.FleetSurvey;
import io.fleetload.hono.registry.NoCredentials;
import io.fleetload.hono.registry.RegistryDatabase;
import io.fleetload.hono.registry.TenantEntry;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * A tenant of the profile with its fleets, and what stands there of them.
 *
 * @param envelope what its documents carry
 * @param entry its own entry
 * @param authority who issues its devices' certificates, where they have some
 * @param parts those that have sessions, and the devices behind gateways
 */
record TenantFleet(
    Envelope envelope, TenantEntry entry, Optional<TenantAuthority> authority, List<Part> parts) {

  /**
   * A fleet and what stands there of it.
   *
   * @param registrations how its registrations are called
   * @param credentials how its credentials are called
   * @param survey what stands there
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
            profile.isShared(tenant));
    FleetNames devices = FleetNames.ofDevices(profile, tenant);
    CredentialForm credentials = credentials(profile, tenant);
    DeviceSettings settings = profile.registry().device();
    Gateways gateways = profile.gateways();
    if (gateways == null) {
      FleetSurvey own =
          new FleetSurvey(database, envelope, devices, new DeviceDocument(settings), credentials);
      return new TenantFleet(
          envelope, entry, authority, List.of(new Part("devices", "credentials", own, true)));
    }
    FleetSurvey sessions =
        new FleetSurvey(
            database,
            envelope,
            FleetNames.ofGateways(profile, tenant),
            new DeviceDocument(settings),
            credentials);
    FleetNames fleet = new FleetNames(profile.devices());
    Carriers carriers = profile.carriers();
    DeviceDocument behind =
        new DeviceDocument(
            name -> List.of(gateways.name(carriers.session(fleet.indexOf(name)))), settings);
    FleetSurvey others = new FleetSurvey(database, envelope, devices, behind, new NoCredentials());
    return new TenantFleet(
        envelope,
        entry,
        authority,
        List.of(
            new Part("gateways", "gateways' credentials", sessions, true),
            new Part("devices", "credentials", others, false)));
  }

  /** Those of every tenant. */
  static List<TenantFleet> all(Job job, RegistryDatabase database) throws UsageException {
    List<TenantFleet> fleets = new ArrayList<>();
    for (String tenant : job.tenants()) {
      fleets.add(of(job, database, tenant));
    }
    return fleets;
  }

  /** Looks what stands there; incomplete if it was stopped. */
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

  private static CredentialForm credentials(HonoProfile profile, String tenant)
      throws UsageException {
    CredentialSettings settings = profile.registry().credentials();
    if (profile.devices().x509() != null) {
      return new CertificatesDocument(tenant, settings);
    }
    FleetKeys keys =
        profile.devices().psk().random()
            ? new FleetKeys.Drawn(new SecureRandom())
            : new FleetKeys.Known(DeviceKeys.of(profile, tenant));
    return new CredentialsDocument(keys, settings);
  }
}
