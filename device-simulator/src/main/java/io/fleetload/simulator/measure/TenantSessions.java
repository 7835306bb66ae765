// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.profile.Carriers;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.run.Tenants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Numbers of devices and sessions of this process that each tenant has, and of those that are
 * connected.
 */
public final class TenantSessions {
  /** The tenants as they share the sessions. */
  private final Tenants tenants;

  private final long[] devices;
  private final long[] sessions;
  private final long[] connected;

  /**
   * None connected yet.
   *
   * @param carriers the sessions of the whole fleet, and who shares them
   * @param devices this process's devices
   * @param sessions this process's sessions
   */
  public TenantSessions(Carriers carriers, IntStream devices, IntStream sessions) {
    Tenants ofDevices = carriers.tenants();
    this.tenants = carriers.tenantsOfSessions();
    this.devices = new long[tenants.count()];
    this.sessions = new long[tenants.count()];
    this.connected = new long[tenants.count()];
    devices.forEach(device -> this.devices[ofDevices.of(device)]++);
    sessions.forEach(session -> this.sessions[tenants.of(session)]++);
  }

  /** A session is not asked for yet, as its device joins later. */
  void later(int session) {
    sessions[tenants.of(session)]--;
  }

  /** The device of such a session joins. */
  void joined(int session) {
    sessions[tenants.of(session)]++;
  }

  /** A session was opened for the first time. */
  void connected(int session) {
    connected[tenants.of(session)]++;
  }

  /** Number of devices that the sessions carry messages of. */
  long carried() {
    return Arrays.stream(devices).sum();
  }

  /** The tenants so far; null if there is only one. */
  public List<TenantBook> snapshot() {
    if (!tenants.areSeveral()) {
      return null;
    }
    List<TenantBook> books = new ArrayList<>();
    for (int i = 0; i < tenants.count(); i++) {
      Tenants.TenantShare share = tenants.shares().get(i);
      books.add(new TenantBook(share.id(), share.weight(), devices[i], sessions[i], connected[i]));
    }
    return books;
  }
}
