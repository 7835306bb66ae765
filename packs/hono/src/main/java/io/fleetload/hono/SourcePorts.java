// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import io.fleetload.profile.Devices;
import io.fleetload.profile.ProfileChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How many devices one source address carries: each has its own UDP port of the ephemeral range. It
 * is a matter of the host that the devices are on, so tools on other hosts do not look.
 *
 * @param first first port of the range
 * @param last last port of the range
 */
public record SourcePorts(int first, int last) {
  private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final SourcePorts LINUX_DEFAULT = new SourcePorts(32_768, 60_999);

  /** Those that this host gives out. */
  public static SourcePorts ofThisHost() {
    try {
      String[] ports = Files.readString(RANGE).strip().split("\\s+");
      return new SourcePorts(Integer.parseInt(ports[0]), Integer.parseInt(ports[1]));
    } catch (IOException | RuntimeException e) {
      return LINUX_DEFAULT;
    }
  }

  /**
   * Whether this host has a port for each session that is to be on it.
   *
   * @param gateways who sends for the devices, or null
   * @param here how many sessions that is: all, or a shard's
   */
  public void check(Devices devices, Gateways gateways, int here, ProfileChecks checks) {
    long addresses = Math.max(1, devices.bind().size());
    long most = addresses * (last - first + 1L);
    int whole = gateways == null ? devices.count() : gateways.count();
    if (here > most) {
      checks.problem(
          gateways == null ? "devices.count" : "gateways.count",
          ("found %d%s, expected at most %d: one source address carries %d ports (%d to %d), and"
                  + " devices.bind names %d; add addresses there")
              .formatted(
                  whole,
                  here == whole ? "" : ", of which this shard has " + here,
                  most,
                  last - first + 1,
                  first,
                  last,
                  addresses));
    }
  }
}
