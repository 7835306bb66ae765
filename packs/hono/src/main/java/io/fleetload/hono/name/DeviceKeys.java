// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.UsageException;
import io.fleetload.profile.DeviceGroup;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The pre-shared key of each device: HMAC-SHA-256 (RFC 2104) of its name under the profile's
 * secret, so that no list travels; or what a file of keys says. Provisioning writes them, the
 * device simulator uses them.
 */
public final class DeviceKeys {
  private static final String ALGORITHM = "HmacSHA256";

  /** Source of the keys. */
  private sealed interface Source permits Derived, Listed, ByGroup {
    byte[] of(String name);
  }

  private record Derived(Mac mac) implements Source {
    @Override
    public byte[] of(String name) {
      return digest(mac, name);
    }
  }

  private record Listed(KeyFile.Keys keys) implements Source {
    @Override
    public byte[] of(String name) {
      return keys.of(name);
    }
  }

  /**
   * The keys of groups that have their own.
   *
   * @param names of the groups' devices, with the keys of each group
   */
  private record ByGroup(Map<FleetNames, Source> names) implements Source {
    @Override
    public byte[] of(String name) {
      for (Map.Entry<FleetNames, Source> each : names.entrySet()) {
        if (each.getKey().indexOf(name) >= 0) {
          return each.getValue().of(name);
        }
      }
      throw new IllegalArgumentException("no device " + name);
    }
  }

  private final Source source;

  /** Keys that are derived from a profile's secret. */
  public DeviceKeys(HonoDevices.Psk psk) {
    this(new Derived(under(psk.derivedFrom().getBytes(StandardCharsets.UTF_8))));
  }

  private DeviceKeys(Source source) {
    this.source = source;
  }

  /**
   * The keys of a profile's sessions.
   *
   * @param tenant the tenant of the keys, for a file that holds those of several
   * @throws UsageException if the keys are not to be had here, or their file is wrong
   */
  public static DeviceKeys of(HonoProfile profile, String tenant) throws UsageException {
    FleetNames names = FleetNames.ofSessions(profile, tenant);
    HonoDevices devices = profile.devices();
    List<DeviceGroup> groups = devices.groups();
    boolean alike = groups.stream().allMatch(each -> own(each).psk().equals(devices.psk()));
    if (alike || profile.gateways() != null) {
      return new DeviceKeys(source(devices.psk(), names, tenant));
    }
    Map<FleetNames, Source> byGroup = new LinkedHashMap<>();
    for (DeviceGroup each : groups) {
      FleetNames its = names.of(each);
      if (its.count() > 0) {
        byGroup.put(its, source(own(each).psk(), its, tenant));
      }
    }
    return new DeviceKeys(new ByGroup(byGroup));
  }

  private static HonoDevices own(DeviceGroup group) {
    return (HonoDevices) group.devices();
  }

  private static Source source(HonoDevices.Psk psk, FleetNames names, String tenant)
      throws UsageException {
    if (psk.random()) {
      throw new UsageException(
          "devices.psk.random: drawn keys are in the registry only; export them and set"
              + " devices.psk.file to the export");
    }
    return psk.file() == null
        ? new Derived(under(psk.derivedFrom().getBytes(StandardCharsets.UTF_8)))
        : new Listed(new KeyFile(psk.file().path()).read(names, tenant));
  }

  /** A device's key; 32 bytes where it is derived. */
  public byte[] of(String deviceName) {
    return source.of(deviceName);
  }

  /** HMAC-SHA-256 of a text under a key; for what else is derived from a device's key. */
  public static byte[] derived(byte[] key, String text) {
    return digest(under(key), text);
  }

  private static Mac under(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  private static byte[] digest(Mac mac, String text) {
    try {
      // A copy each time: a Mac is not thread-safe, and several threads write a fleet.
      return ((Mac) mac.clone()).doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("every Java platform clones " + ALGORITHM, e);
    }
  }
}
