// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.dtls.PskSource;
import io.fleetload.hono.name.DeviceKeys;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.UsageException;
import io.fleetload.results.run.Tenants;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/**
 * The identity of each device ({@code <auth-id>@<tenant>}, as Hono wants it) and its key, made when
 * a handshake asks for them; nothing is kept for a device.
 */
public final class Identities implements PskSource {
  private final Tenants tenants;
  private final IntFunction<String> names;
  private final Keys[] keys;

  /** The keys of a tenant's devices by their names. */
  @FunctionalInterface
  interface Keys {
    byte[] of(String name);
  }

  /**
   * The identities of a fleet.
   *
   * @param names of those that have sessions
   * @param keys by tenant, in their order
   */
  Identities(Tenants tenants, IntFunction<String> names, Keys... keys) {
    this.tenants = tenants;
    this.names = names;
    this.keys = keys;
  }

  /**
   * The identities of a profile's sessions; without keys where they have certificates.
   *
   * @throws UsageException if the devices' keys cannot be read
   */
  public static Identities of(HonoProfile profile) throws UsageException {
    Tenants tenants = profile.tenantsOfSessions();
    if (profile.devices().x509() != null) {
      return new Identities(tenants, profile::sessionName);
    }
    Keys[] keys = new Keys[tenants.count()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = DeviceKeys.of(profile, tenants.id(i))::of;
    }
    return new Identities(tenants, profile::sessionName, keys);
  }

  @Override
  public byte[] identity(int session) {
    return (names.apply(session) + "@" + tenants.id(tenants.of(session)))
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] key(int session) {
    return keys[tenants.of(session)].of(names.apply(session));
  }
}
