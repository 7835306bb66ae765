// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.ProfileChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ports of the ephemeral range. Each session of a source address has its own, so that they limit
 * how many sessions the address carries. The range is a matter of the host that the devices are on,
 * so tools on other hosts do not look.
 *
 * @param first first port of the range
 * @param last last port of the range
 */
public record SourcePorts(int first, int last) {
  private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final SourcePorts LINUX_DEFAULT = new SourcePorts(32_768, 60_999);

  /**
   * A connection of a program that names no port never gets one that any socket of the host was
   * bound to, at whatever address (Linux, __inet_hash_connect). Where devices had them all, no
   * other program of their host, such as the backend, could connect to anything.
   */
  private static final int FOR_OTHERS = 1_000;

  /** Returns the ports that this host gives out; the default of Linux if they cannot be read. */
  public static SourcePorts ofThisHost() {
    try {
      String[] ports = Files.readString(RANGE).strip().split("\\s+");
      return new SourcePorts(Integer.parseInt(ports[0]), Integer.parseInt(ports[1]));
    } catch (IOException | RuntimeException e) {
      return LINUX_DEFAULT;
    }
  }

  int count() {
    return last - first + 1;
  }

  /**
   * Returns the ports for devices: all but some for the other programs of the host, unless the
   * devices need these as well.
   *
   * @param sessions how many the devices have on an address
   */
  SourcePorts forDevices(int sessions) {
    return sessions > count() - FOR_OTHERS ? this : new SourcePorts(first, last - FOR_OTHERS);
  }

  /**
   * Checks that this host has a port for each session that is to be on it.
   *
   * @param key the profile's key that says how many sessions there are
   * @param here how many of them are on this host: all, or a shard's
   */
  public static void check(String key, LoadProfile profile, int here, ProfileChecks checks) {
    Map<List<String>, Long> sessions = new LinkedHashMap<>();
    profile
        .devices()
        .groups()
        .forEach(each -> sessions.merge(each.devices().bind(), (long) each.count(), Long::sum));
    sessions.forEach(
        (bind, devices) -> {
          double part = (double) devices / profile.devices().count();
          ofThisHost()
              .check(
                  key,
                  (int) Math.round(profile.sessions() * part),
                  (int) Math.round(here * part),
                  bind.size(),
                  checks);
        });
  }

  /**
   * Checks that there is a port for each session.
   *
   * @param key the profile's key that says how many sessions there are
   * @param whole how many that is
   * @param here how many of them are on this host: all, or a shard's
   * @param addresses how many source addresses the profile names
   */
  void check(String key, int whole, int here, int addresses, ProfileChecks checks) {
    long most = (long) Math.max(1, addresses) * count();
    if (here > most) {
      checks.problem(
          key,
          ("found %s%s, expected at most %s: one source address carries %s ports (%s to %s), and"
                  + " devices.bind names %s; add addresses there")
              .formatted(
                  whole,
                  here == whole ? "" : ", of which this shard has " + here,
                  most,
                  count(),
                  first,
                  last,
                  Math.max(1, addresses)));
    }
  }
}
