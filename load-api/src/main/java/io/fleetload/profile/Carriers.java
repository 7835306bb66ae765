// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.results.run.Tenants;
import java.util.function.IntConsumer;

/**
 * The sessions that carry the devices' messages: a device's own, or that of a gateway. A gateway
 * sends for devices of its own tenant alone; gateways are dealt to the tenants by their weights,
 * and a tenant's devices take its gateways in turn. Of one tenant, device d goes through gateway d
 * mod their count.
 */
public final class Carriers {
  private static final int[] NONE = new int[0];

  private final Tenants tenants;
  private final int devices;
  private final int sessions;

  /** By device, and by session; empty where it takes no table to know. */
  private final int[] sessionOf;

  private final int[][] behind;

  /**
   * The sessions of a fleet.
   *
   * @param tenants who shares it
   * @param devices how many devices it has
   * @param sessions how many sessions: as many as devices, or as there are gateways; at least one a
   *     tenant
   */
  public Carriers(Tenants tenants, int devices, int sessions) {
    this.tenants = tenants;
    this.devices = devices;
    this.sessions = sessions;
    boolean dealt = sessions != devices && tenants.areSeveral();
    this.sessionOf = dealt ? new int[devices] : NONE;
    this.behind = dealt ? new int[sessions][] : new int[0][];
    for (int tenant = 0; dealt && tenant < tenants.count(); tenant++) {
      deal(tenants.devices(tenant, devices), tenantsOfSessions().devices(tenant, sessions));
    }
  }

  private void deal(int[] own, int[] gateways) {
    for (int gateway = 0; gateway < gateways.length; gateway++) {
      int most = (own.length - gateway + gateways.length - 1) / gateways.length;
      int[] its = new int[Math.max(0, most)];
      for (int i = 0; i < its.length; i++) {
        its[i] = own[gateway + i * gateways.length];
        sessionOf[its[i]] = gateways[gateway];
      }
      behind[gateways[gateway]] = its;
    }
  }

  /** The tenants that share the fleet. */
  public Tenants tenants() {
    return tenants;
  }

  /** The same tenants as they share the sessions: gateways are in no group of devices. */
  public Tenants tenantsOfSessions() {
    return sessions == devices ? tenants : tenants.dealt();
  }

  /** Number of sessions. */
  public int sessions() {
    return sessions;
  }

  /** Number of devices. */
  public int devices() {
    return devices;
  }

  /** Owners of the sessions, as a line to the user names them. */
  public String whose() {
    return sessions == devices ? "devices (devices.count)" : "gateways (gateways.count)";
  }

  /** The session that carries a device's messages. */
  public int session(int device) {
    return sessionOf.length == 0 ? device % sessions : sessionOf[device];
  }

  /** Calls the action for each device that sends through a session. */
  public void eachBehind(int session, IntConsumer action) {
    if (sessionOf.length == 0) {
      for (int device = session; device < devices; device += sessions) {
        action.accept(device);
      }
    } else {
      for (int device : behind[session]) {
        action.accept(device);
      }
    }
  }
}
