package io.fleetload.hono;

import io.fleetload.profile.Devices;
import io.fleetload.profile.ProfileChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How many devices one source address carries: each has its own UDP port of the ephemeral range.
 *
 * @param first first port of the range
 * @param last last port of the range
 */
record SourcePorts(int first, int last) {
  private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final SourcePorts LINUX_DEFAULT = new SourcePorts(32_768, 60_999);

  static SourcePorts ofThisHost() {
    try {
      String[] ports = Files.readString(RANGE).strip().split("\\s+");
      return new SourcePorts(Integer.parseInt(ports[0]), Integer.parseInt(ports[1]));
    } catch (IOException | RuntimeException e) {
      return LINUX_DEFAULT;
    }
  }

  void check(Devices devices, ProfileChecks checks) {
    long addresses = Math.max(1, devices.bind().size());
    long most = addresses * (last - first + 1L);
    if (devices.count() > most) {
      checks.problem(
          "devices.count",
          ("found %d, expected at most %d: one source address carries %d ports (%d to %d), and"
                  + " devices.bind names %d; add addresses there")
              .formatted(devices.count(), most, last - first + 1, first, last, addresses));
    }
  }
}
