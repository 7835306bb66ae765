// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.fleetload.hono.name.DeviceKeys;
import io.fleetload.hono.name.FleetNames;
import io.fleetload.hono.profile.Gateways;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.profile.RegistryEntries.CredentialSettings;
import io.fleetload.hono.profile.RegistryEntries.DeviceSettings;
import io.fleetload.hono.registry.document.CertificatesDocument;
import io.fleetload.hono.registry.document.CredentialForm;
import io.fleetload.hono.registry.document.CredentialsDocument;
import io.fleetload.hono.registry.document.DeviceDocument;
import io.fleetload.hono.registry.document.FleetKeys;
import io.fleetload.hono.registry.document.NoCredentials;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Carriers;
import java.security.SecureRandom;
import java.util.List;

/**
 * Form that a tenant's fleet has to have in a registry.
 *
 * @param registrations how its registrations are called
 * @param credentials how its credentials are called
 * @param names its devices
 * @param device their registrations
 * @param credential their credentials
 * @param holdsKeys whether these hold keys
 */
record FleetForm(
    String registrations,
    String credentials,
    FleetNames names,
    DeviceDocument device,
    CredentialForm credential,
    boolean holdsKeys) {

  /**
   * The forms of a tenant's fleets: the devices that have sessions, or gateways and the devices
   * behind them.
   *
   * @throws UsageException if the keys are not to be had
   */
  static List<FleetForm> of(HonoProfile profile, String tenant) throws UsageException {
    FleetNames devices = FleetNames.ofDevices(profile, tenant);
    DeviceSettings settings = profile.registry().device();
    DeviceDocument own = new DeviceDocument(settings);
    CredentialForm keys = credentials(profile, tenant);
    Gateways gateways = profile.gateways();
    if (gateways == null) {
      return List.of(new FleetForm("devices", "credentials", devices, own, keys, true));
    }
    FleetNames fleet = new FleetNames(profile.devices());
    Carriers carriers = profile.carriers();
    DeviceDocument behind =
        new DeviceDocument(
            name -> List.of(gateways.name(carriers.session(fleet.indexOf(name)))), settings);
    return List.of(
        new FleetForm(
            "gateways",
            "gateways' credentials",
            FleetNames.ofGateways(profile, tenant),
            own,
            keys,
            true),
        new FleetForm("devices", "credentials", devices, behind, new NoCredentials(), false));
  }

  private static CredentialForm credentials(HonoProfile profile, String tenant)
      throws UsageException {
    CredentialSettings settings = profile.registry().credentials();
    if (profile.devices().x509() != null) {
      return new CertificatesDocument(tenant, settings);
    }
    FleetKeys keys =
        profile.devices().psk().random()
            ? new FleetKeys.NewKey(new SecureRandom())
            : new FleetKeys.StoredKey(DeviceKeys.of(profile, tenant));
    return new CredentialsDocument(keys, settings);
  }
}
