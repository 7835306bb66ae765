// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

import io.fleetload.hono.profile.Gateways;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Devices;
import io.fleetload.results.run.DeviceNames;
import io.fleetload.results.run.Tenants;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The fleet's names and the way back from a name to its index: it lets a survey of any size keep a
 * few bits a device instead of names. Indexes are those among the names, which may be one tenant's.
 */
public final class FleetNames {
  private static final int MOST_DIGITS = 9;

  private final int all;
  private final IntFunction<String> names;
  private final List<NameForm> forms;

  /** Indexes of the names in the whole fleet, the smallest first; null for all. */
  private final int[] members;

  /**
   * The form of the names of some.
   *
   * @param prefix of each name, before the index
   * @param first index of the first
   * @param count how many
   */
  private record NameForm(String prefix, int first, int count) {
    static NameForm of(String id, int first, int count) {
      return new NameForm(id.substring(0, id.indexOf("{index}")), first, count);
    }

    boolean has(int index) {
      return index >= first && index - first < count;
    }
  }

  /** The names of a profile's devices. */
  public FleetNames(Devices devices) {
    this(
        devices.count(),
        new DeviceNames(devices.naming())::of,
        devices.groups().stream()
            .map(each -> NameForm.of(each.devices().id(), each.first(), each.count()))
            .toList(),
        null);
  }

  /** The names of a profile's gateways. */
  public FleetNames(Gateways gateways) {
    this(
        gateways.count(),
        gateways::name,
        List.of(NameForm.of(gateways.id(), 0, gateways.count())),
        null);
  }

  /** The names of a tenant's devices; of all in a tenant that shares the fleet with no other. */
  public static FleetNames ofDevices(HonoProfile profile, String tenant) {
    return new FleetNames(profile.devices()).ofTenant(profile.sharedBy(), tenant);
  }

  /** The names of a tenant's gateways, or of all, likewise. */
  public static FleetNames ofGateways(HonoProfile profile, String tenant) {
    return new FleetNames(profile.gateways()).ofTenant(profile.tenantsOfSessions(), tenant);
  }

  /** The names of those in a tenant that have sessions, and therefore keys. */
  public static FleetNames ofSessions(HonoProfile profile, String tenant) {
    return profile.gateways() == null ? ofDevices(profile, tenant) : ofGateways(profile, tenant);
  }

  private FleetNames(int all, IntFunction<String> names, List<NameForm> forms, int[] members) {
    this.all = all;
    this.names = names;
    this.forms = forms;
    this.members = members;
  }

  /** The names of a group's devices among these. */
  FleetNames of(DeviceGroup group) {
    IntStream indexes = members == null ? IntStream.range(0, all) : Arrays.stream(members);
    return new FleetNames(all, names, forms, indexes.filter(group::has).toArray());
  }

  private FleetNames ofTenant(Tenants tenants, String tenant) {
    for (int i = 0; tenants.areSeveral() && i < tenants.count(); i++) {
      if (tenants.id(i).equals(tenant)) {
        return new FleetNames(all, names, forms, tenants.devices(i, all));
      }
    }
    return this;
  }

  /** A name as a segment of an HTTP path (RFC 3986, section 3.3). */
  public static String segment(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Number of the names. */
  public int count() {
    return members == null ? all : members.length;
  }

  /** Prefix of every name; may be empty. */
  public String prefix() {
    String common = forms.get(0).prefix();
    for (NameForm each : forms) {
      while (!each.prefix().startsWith(common)) {
        common = common.substring(0, common.length() - 1);
      }
    }
    int last = common.length() - 1;
    boolean halved = last >= 0 && Character.isHighSurrogate(common.charAt(last));
    return halved ? common.substring(0, last) : common;
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
    for (NameForm each : forms) {
      int place = name.startsWith(each.prefix()) ? placeOf(name, each) : -1;
      if (place >= 0) {
        return place;
      }
    }
    return -1;
  }

  private int placeOf(String name, NameForm form) {
    int begin = form.prefix().length();
    int index = 0;
    for (int at = begin; at < name.length(); at++) {
      int digit = name.charAt(at) - '0';
      boolean leadingZero = at == begin + 1 && index == 0;
      if (digit < 0 || digit > 9 || leadingZero || at - begin >= MOST_DIGITS) {
        return -1;
      }
      index = index * 10 + digit;
      if (form.has(index) && names.apply(index).equals(name)) {
        return index;
      }
    }
    return -1;
  }
}
