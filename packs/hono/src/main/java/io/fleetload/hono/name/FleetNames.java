// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

import io.fleetload.hono.profile.Gateways;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.Devices;
import io.fleetload.results.run.Tenants;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The fleet's names and the way back from a name to its index: it lets a survey of any size keep a
 * few bits a device instead of names. Indexes are those among the names, which may be one tenant's.
 */
public final class FleetNames {
  private static final int MOST_DIGITS = 9;

  private final int all;
  private final IntFunction<String> names;
  private final String prefix;

  /** Indexes of the names in the whole fleet, the smallest first; null for all. */
  private final int[] members;

  /** The names of a profile's devices. */
  public FleetNames(Devices devices) {
    this(devices.count(), devices::name, devices.id());
  }

  /** The names of a profile's gateways. */
  public FleetNames(Gateways gateways) {
    this(gateways.count(), gateways::name, gateways.id());
  }

  /** The names of a tenant's devices; of all in a tenant that shares the fleet with no other. */
  public static FleetNames ofDevices(HonoProfile profile, String tenant) {
    return new FleetNames(profile.devices()).ofTenant(profile, tenant);
  }

  /** The names of a tenant's gateways, or of all, likewise. */
  public static FleetNames ofGateways(HonoProfile profile, String tenant) {
    return new FleetNames(profile.gateways()).ofTenant(profile, tenant);
  }

  /** The names of those in a tenant that have sessions, and therefore keys. */
  public static FleetNames ofSessions(HonoProfile profile, String tenant) {
    return profile.gateways() == null ? ofDevices(profile, tenant) : ofGateways(profile, tenant);
  }

  private FleetNames(int count, IntFunction<String> names, String form) {
    this(count, names, form.substring(0, form.indexOf("{index}")), null);
  }

  private FleetNames(int all, IntFunction<String> names, String prefix, int[] members) {
    this.all = all;
    this.names = names;
    this.prefix = prefix;
    this.members = members;
  }

  private FleetNames ofTenant(HonoProfile profile, String tenant) {
    Tenants tenants = profile.sharedBy();
    for (int i = 0; tenants.areSeveral() && i < tenants.count(); i++) {
      if (tenants.id(i).equals(tenant)) {
        return new FleetNames(all, names, prefix, tenants.devices(i, all));
      }
    }
    return this;
  }

  /** Number of the names. */
  public int count() {
    return members == null ? all : members.length;
  }

  /** Prefix of every name; may be empty. */
  public String prefix() {
    return prefix;
  }

  /** The name of an index. */
  public String name(int index) {
    return names.apply(members == null ? index : members[index]);
  }

  /** Returns whether the fleet has such a name, even in another tenant. */
  public boolean isOfTheFleet(String name) {
    return placeOf(name) >= 0;
  }

  /** The index of a device, or -1 for a name that is not one of ours. */
  public int indexOf(String name) {
    int place = placeOf(name);
    return members == null || place < 0 ? place : Math.max(-1, Arrays.binarySearch(members, place));
  }

  /**
   * The place of a device in the whole fleet, or -1. Digits may follow the index in the name's
   * form, so every length of the number is tried; only one can give the name back, as a longer
   * number makes a longer name.
   */
  private int placeOf(String name) {
    if (!name.startsWith(prefix)) {
      return -1;
    }
    int index = 0;
    for (int at = prefix.length(); at < name.length(); at++) {
      int digit = name.charAt(at) - '0';
      boolean leadingZero = at == prefix.length() + 1 && index == 0;
      if (digit < 0 || digit > 9 || leadingZero || at - prefix.length() >= MOST_DIGITS) {
        return -1;
      }
      index = index * 10 + digit;
      if (index < all && names.apply(index).equals(name)) {
        return index;
      }
    }
    return -1;
  }
}
