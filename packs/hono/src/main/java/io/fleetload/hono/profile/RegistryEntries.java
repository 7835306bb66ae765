// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Contents of the device registry's entries besides names and keys. */
public record RegistryEntries(
    @Doc(
            value = "further tenants that get the same fleet, for a registry that is full",
            byDefault = "none")
        List<String> tenants,
    @Doc("the tenants' own entries") TenantSettings tenant,
    @Doc("the devices' registrations") DeviceSettings device,
    @Doc("the devices' credentials") CredentialSettings credentials,
    @Doc(
            value = "how many bulk writes are under way at once",
            byDefault = "4",
            least = 1,
            most = 64)
        Integer writers) {

  /** Nothing beside names and keys. */
  public static final RegistryEntries PLAIN = new RegistryEntries(null, null, null, null, null);

  private static final Pattern TENANT = Pattern.compile(HonoProfile.Tenant.FORM);
  private static final Pattern ADAPTER = Pattern.compile("[a-z0-9-]{1,40}");

  /** Contents of a tenant's entry. */
  public record TenantSettings(
      @Doc(
              value = "the adapters that the tenant's devices may use",
              byDefault = "those of the devices: hono-coap, hono-mqtt, hono-http")
          List<String> adapters,
      @Doc(value = "further properties in its ext", byDefault = "none", secret = true)
          Map<String, String> ext,
      @Doc(value = "resource limits; what is left out has no limit") Limits limits) {
    /** Fills in what the profile leaves open. */
    public TenantSettings {
      adapters = adapters == null ? List.of() : List.copyOf(adapters);
      ext = ext == null ? Map.of() : Map.copyOf(ext);
    }
  }

  /** Hono's resource limits of a tenant. */
  public record Limits(
      @Doc(
              value = "connections at a time (max-connections)",
              byDefault = "none",
              least = 0,
              most = Integer.MAX_VALUE)
          Integer maxConnections,
      @Doc(value = "longest time to live of an event, s (max-ttl)", byDefault = "none", least = 0)
          Long maxTtl,
      @Doc(
              value = "payload in a calendar month, bytes (data-volume)",
              byDefault = "none",
              least = 0)
          Long monthlyBytes,
      @Doc(
              value = "connected time in a calendar month, minutes (connection-duration)",
              byDefault = "none",
              least = 0)
          Long monthlyMinutes) {}

  /** Contents of a registration. */
  public record DeviceSettings(
      @Doc(value = "defaults for messages, such as content-type", byDefault = "none")
          Map<String, String> defaults,
      @Doc(value = "further properties in its ext", byDefault = "none", secret = true)
          Map<String, String> ext,
      @Doc(value = "gateway groups that may speak for it (viaGroups)", byDefault = "none")
          List<String> viaGroups,
      @Doc(value = "what it may do, such as auto-provisioning-enabled", byDefault = "none")
          List<String> authorities) {
    /** Fills in what the profile leaves open. */
    public DeviceSettings {
      defaults = defaults == null ? Map.of() : Map.copyOf(defaults);
      ext = ext == null ? Map.of() : Map.copyOf(ext);
      viaGroups = viaGroups == null ? List.of() : List.copyOf(viaGroups);
      authorities = authorities == null ? List.of() : List.copyOf(authorities);
    }
  }

  /** Contents of credentials. */
  public record CredentialSettings(
      @Doc(
              value = "when the key in use begins to be valid",
              byDefault = "none",
              form = CredentialSettings.TIME,
              expected = "a time such as 2026-01-01T00:00:00Z")
          String notBefore,
      @Doc(
              value = "when the key in use ends to be valid",
              byDefault = "none",
              form = CredentialSettings.TIME,
              expected = "a time such as 2026-01-01T00:00:00Z")
          String notAfter,
      @Doc(
              value = "how many expired keys come before the one in use; they end at notBefore",
              byDefault = "0",
              least = 0,
              most = 10)
          Integer former,
      @Doc(
              value =
                  "adds a hashed-password by this function; the password is the device's key in"
                      + " base64",
              byDefault = "sha-256 for devices with protocol: mqtt or http, else none",
              form = "sha-256|sha-512",
              expected = "sha-256 or sha-512")
          String password) {
    private static final String WITHOUT_KEYS =
        "needs the devices' pre-shared keys (devices.psk), found devices.x509; leave it out";

    static final String TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z";

    /** Fills in what the profile leaves open. */
    public CredentialSettings {
      former = former == null ? 0 : former;
    }

    /** Refuses settings that need a device's key; a device with a certificate has none. */
    void checkWithoutKeys(ProfileChecks checks) {
      if (former > 0) {
        checks.problem("registry.credentials.former", WITHOUT_KEYS);
      }
      if (password != null) {
        checks.problem("registry.credentials.password", WITHOUT_KEYS);
      }
    }
  }

  /** Fills in what the profile leaves open. */
  public RegistryEntries {
    tenants = tenants == null ? List.of() : List.copyOf(tenants);
    tenant = tenant == null ? new TenantSettings(null, null, null) : tenant;
    device = device == null ? new DeviceSettings(null, null, null, null) : device;
    credentials =
        credentials == null ? new CredentialSettings(null, null, null, null) : credentials;
    writers = writers == null ? 4 : writers;
  }

  /** The same with what devices need that speak these protocols. */
  RegistryEntries completedFor(HonoDevices devices) {
    Set<HonoDevices.Protocol> protocols = devices.protocols();
    List<String> adapters =
        tenant.adapters().isEmpty()
            ? protocols.stream().map(HonoDevices.Protocol::adapter).toList()
            : tenant.adapters();
    boolean wanting =
        devices.x509() == null
            && protocols.stream().anyMatch(HonoDevices.Protocol::isByPassword)
            && credentials.password() == null;
    return new RegistryEntries(
        tenants,
        new TenantSettings(adapters, tenant.ext(), tenant.limits()),
        device,
        wanting
            ? new CredentialSettings(
                credentials.notBefore(), credentials.notAfter(), credentials.former(), "sha-256")
            : credentials,
        writers);
  }

  void check(List<String> ownTenants, Set<HonoDevices.Protocol> protocols, ProfileChecks checks) {
    Set<String> seen = new HashSet<>(ownTenants);
    for (int i = 0; i < tenants.size(); i++) {
      String id = tenants.get(i);
      String path = "registry.tenants[" + i + "]";
      if (!TENANT.matcher(id).matches()) {
        checks.problem(
            path, "found \"%s\", expected %s".formatted(id, HonoProfile.Tenant.EXPECTED));
      } else if (!seen.add(id)) {
        checks.problem(path, "found \"%s\" a second time".formatted(id));
      }
    }
    for (int i = 0; i < tenant.adapters().size(); i++) {
      if (!ADAPTER.matcher(tenant.adapters().get(i)).matches()) {
        checks.problem(
            "registry.tenant.adapters[" + i + "]",
            "found \"%s\", expected an adapter's type such as hono-coap"
                .formatted(tenant.adapters().get(i)));
      }
    }
    for (HonoDevices.Protocol each : protocols) {
      checks.when(
          !tenant.adapters().contains(each.adapter()),
          "registry.tenant.adapters",
          "add %s: devices speak it".formatted(each.adapter()));
    }
    if (credentials.former() > 0 && credentials.notBefore() == null) {
      checks.problem(
          "registry.credentials.former", "needs registry.credentials.notBefore, where they end");
    }
  }
}
