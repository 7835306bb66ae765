// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.hono.profile.HonoDevices.Protocol;
import io.fleetload.pack.SessionAnnouncements;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.key.ProfileChecks;
import java.util.List;
import java.util.function.IntPredicate;

/** The sessions of a profile that Hono announces, and what it announces of them. */
public final class ConnectionEvents {
  /** An adapter announces that a device connected and disconnected. */
  public static final String CONNECTION = "connection";

  /** The command router announces that a device waits for commands, and waits no longer. */
  public static final String COMMANDS = "commands";

  private ConnectionEvents() {}

  /** Returns whether any session is followed. */
  public static boolean any(HonoProfile profile) {
    return profile.devices().groups().stream().anyMatch(ConnectionEvents::isAsked);
  }

  /** The sessions that are followed, by their index. */
  public static IntPredicate sessions(HonoProfile profile) {
    HonoDevices devices = profile.devices();
    return profile.gateways() == null
        ? session -> session < devices.count() && isAsked(devices.groupOf(session))
        : session -> devices.connectionEvents();
  }

  /** All of it, as the engine asks for it. */
  public static SessionAnnouncements of(HonoProfile profile) {
    if (!any(profile)) {
      return SessionAnnouncements.NONE;
    }
    boolean subscribe =
        profile.flows().values().stream().anyMatch(HonoFlow.CommandQuery.class::isInstance);
    return new SessionAnnouncements(
        subscribe ? List.of(CONNECTION, COMMANDS) : List.of(CONNECTION),
        profile.gateways() == null ? profile.devices().naming() : profile.gateways().id(),
        sessions(profile));
  }

  static void check(HonoProfile profile, ProfileChecks checks) {
    for (DeviceGroup each : profile.devices().groups()) {
      Protocol spoken = ((HonoDevices) each.devices()).protocol();
      checks.when(
          isAsked(each) && spoken != Protocol.MQTT,
          each.path() + ".connectionEvents",
          "leave it out, or write protocol: mqtt: Hono announces no connections by %s"
              .formatted(spoken));
    }
  }

  private static boolean isAsked(DeviceGroup group) {
    return ((HonoDevices) group.devices()).connectionEvents();
  }
}
