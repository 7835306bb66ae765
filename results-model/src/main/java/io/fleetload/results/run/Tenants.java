// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import java.util.List;

/**
 * The tenants that share a fleet. Each has its weight's share of the devices, and so of every
 * flow's messages.
 */
public final class Tenants {
  /** Each has histograms of its own, which have to fit into the memory. */
  public static final int MOST = 32;

  /** The largest weight. */
  public static final int MOST_WEIGHT = 1_000;

  private final List<TenantShare> shares;
  private final WeightedDealer dealing;

  /**
   * A tenant's part.
   *
   * @param id the tenant
   * @param weight its share of the fleet, beside the weights of the others
   */
  public record TenantShare(String id, int weight) {}

  /** Tenants by their shares; the order is a part of who has which device. */
  public Tenants(List<TenantShare> shares) {
    this.shares = List.copyOf(shares);
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
    return areSeveral() ? dealing.party(device) : 0;
  }

  /** Number of the first so many devices that are a tenant's. */
  public int share(int tenant, int devices) {
    return areSeveral() ? dealing.share(tenant, devices) : devices;
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
    return other instanceof Tenants tenants && shares.equals(tenants.shares);
  }

  @Override
  public int hashCode() {
    return shares.hashCode();
  }

  /** Text form for a sentence: {@code a 3, b 1}. */
  @Override
  public String toString() {
    return String.join(", ", shares.stream().map(each -> each.id() + " " + each.weight()).toList());
  }
}
