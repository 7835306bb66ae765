// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import java.util.List;

/**
 * The tenants that share a fleet. Each has its weight's share of the devices, and so of every
 * flow's messages. A part of the fleet may belong to one of them as a whole; then the weights are
 * for the rest.
 */
public final class Tenants {
  /** Each has histograms of its own, which have to fit into the memory. */
  public static final int MOST = 32;

  /** The largest weight. */
  public static final int MOST_WEIGHT = 1_000;

  private static final int DEALT = -1;

  private final List<TenantShare> shares;
  private final WeightedDealer dealing;

  /** In the order of their devices; empty if all of the fleet is dealt. */
  private final List<FleetPart> parts;

  private final DeviceRanges ranges;

  /** The tenant of each part by its place in the list, or {@link #DEALT}. */
  private final int[] owners;

  /**
   * A tenant's part.
   *
   * @param id the tenant
   * @param weight its share of the fleet, beside the weights of the others
   */
  public record TenantShare(String id, int weight) {}

  /**
   * A part of the fleet: its devices up to the first of the next part.
   *
   * @param first index of its first device
   * @param tenant the tenant that all of them belong to; null if they are dealt by the weights
   */
  public record FleetPart(int first, String tenant) {}

  /** Tenants by their shares; the order is a part of who has which device. */
  public Tenants(List<TenantShare> shares) {
    this(shares, List.of());
  }

  /**
   * Tenants of a fleet with parts that belong to one of them.
   *
   * @param parts all parts of the fleet, in the order of their devices; the first begins at 0
   */
  public Tenants(List<TenantShare> shares, List<FleetPart> parts) {
    this.shares = List.copyOf(shares);
    this.parts =
        shares.size() > 1 && parts.stream().anyMatch(each -> each.tenant() != null)
            ? List.copyOf(parts)
            : List.of();
    this.ranges = new DeviceRanges(this.parts.stream().map(FleetPart::first).toList());
    List<String> ids = shares.stream().map(TenantShare::id).toList();
    this.owners = this.parts.stream().mapToInt(each -> ids.indexOf(each.tenant())).toArray();
    this.dealing = new WeightedDealer(shares.stream().mapToInt(TenantShare::weight).toArray());
  }

  /** The one tenant of a fleet. */
  public static Tenants one(String id) {
    return new Tenants(List.of(new TenantShare(id, 1)));
  }

  /** Their ids and weights, in their order. */
  public List<TenantShare> shares() {
    return shares;
  }

  /** Number of the tenants. */
  public int count() {
    return shares.size();
  }

  /** Returns whether figures of each say more than those of all. */
  public boolean areSeveral() {
    return shares.size() > 1;
  }

  /** The id of a tenant by its place in the list. */
  public String id(int tenant) {
    return shares.get(tenant).id();
  }

  /** Place in the list of the tenant that a device, by its index, belongs to. */
  public int of(int device) {
    if (!areSeveral()) {
      return 0;
    }
    int owner = parts.isEmpty() ? DEALT : owners[ranges.of(device)];
    return owner == DEALT ? dealing.party(device) : owner;
  }

  /** The id of the tenant that the part with a device belongs to; null if the part is dealt. */
  public String ownerOf(int device) {
    return parts.isEmpty() ? null : parts.get(ranges.of(device)).tenant();
  }

  /** Returns whether a part of the fleet belongs to one of them as a whole. */
  public boolean areGivenParts() {
    return !parts.isEmpty();
  }

  /** The same tenants of a fleet without parts, dealt as a whole: of gateways, for example. */
  public Tenants dealt() {
    return parts.isEmpty() ? this : new Tenants(shares);
  }

  /** Number of the first so many devices that are a tenant's. */
  public int share(int tenant, int devices) {
    if (!areSeveral()) {
      return devices;
    }
    if (parts.isEmpty()) {
      return dealing.share(tenant, devices);
    }
    int share = 0;
    for (int i = 0; i < owners.length && parts.get(i).first() < devices; i++) {
      int from = parts.get(i).first();
      int to = i + 1 == owners.length ? devices : Math.min(devices, parts.get(i + 1).first());
      if (owners[i] == DEALT) {
        share += dealing.share(tenant, to) - dealing.share(tenant, from);
      } else if (owners[i] == tenant) {
        share += to - from;
      }
    }
    return share;
  }

  /** Indexes of a tenant's devices in a fleet of so many, the smallest first. */
  public int[] devices(int tenant, int fleet) {
    int[] devices = new int[share(tenant, fleet)];
    for (int device = 0, next = 0; device < fleet; device++) {
      if (of(device) == tenant) {
        devices[next++] = device;
      }
    }
    return devices;
  }

  /** The tenant of each device of a fleet of so many, by its place in the list. */
  public byte[] byDevice(int fleet) {
    byte[] byDevice = new byte[fleet];
    for (int device = 0; device < fleet; device++) {
      byDevice[device] = (byte) of(device);
    }
    return byDevice;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tenants tenants
        && shares.equals(tenants.shares)
        && parts.equals(tenants.parts);
  }

  @Override
  public int hashCode() {
    return 31 * shares.hashCode() + parts.hashCode();
  }

  /** Text form for a sentence: {@code a 3, b 1}. */
  @Override
  public String toString() {
    return String.join(", ", shares.stream().map(each -> each.id() + " " + each.weight()).toList());
  }
}
