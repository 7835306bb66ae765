// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import io.fleetload.results.cost.NetworkCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The kernel's counters of this process's network namespace at one time. The formats are those of
 * proc(5): {@code dev} has one line an interface, {@code snmp} pairs of lines with names and
 * values, {@code snmp6} a name and a value a line.
 */
final class KernelCounters {
  private static final double MB = 1e6;
  private static final int RECEIVED_BYTES = 0;
  private static final int RECEIVED_PACKETS = 1;
  private static final int RECEIVE_DROPS = 3;
  private static final int SENT_BYTES = 8;
  private static final int SENT_PACKETS = 9;
  private static final int SEND_DROPS = 11;

  private final Map<String, long[]> interfaces = new TreeMap<>();
  private final Map<String, Long> protocols = new HashMap<>();

  private KernelCounters() {}

  /**
   * Reads them.
   *
   * @param net where Linux says it: {@code /proc/net}
   * @return nothing where this is no Linux
   */
  static Optional<KernelCounters> read(Path net) {
    KernelCounters counters = new KernelCounters();
    lines(net.resolve("dev")).forEach(counters::device);
    counters.pairs(lines(net.resolve("snmp")));
    lines(net.resolve("snmp6")).forEach(counters::single);
    return counters.interfaces.isEmpty() ? Optional.empty() : Optional.of(counters);
  }

  /** Returns the counts since an earlier reading. */
  NetworkCost since(KernelCounters before) {
    Map<String, NetworkCost.Traffic> traffic = new TreeMap<>();
    interfaces.forEach(
        (name, now) -> {
          long[] then = before.interfaces.getOrDefault(name, new long[now.length]);
          if (now[RECEIVED_PACKETS] > then[RECEIVED_PACKETS]
              || now[SENT_PACKETS] > then[SENT_PACKETS]) {
            traffic.put(name, traffic(now, then));
          }
        });
    return new NetworkCost(traffic, udp(before), increase(before, "TcpRetransSegs"));
  }

  private static NetworkCost.Traffic traffic(long[] now, long[] then) {
    return new NetworkCost.Traffic(
        Math.round((now[RECEIVED_BYTES] - then[RECEIVED_BYTES]) / MB * 1e3) / 1e3,
        now[RECEIVED_PACKETS] - then[RECEIVED_PACKETS],
        now[RECEIVE_DROPS] - then[RECEIVE_DROPS],
        Math.round((now[SENT_BYTES] - then[SENT_BYTES]) / MB * 1e3) / 1e3,
        now[SENT_PACKETS] - then[SENT_PACKETS],
        now[SEND_DROPS] - then[SEND_DROPS]);
  }

  private NetworkCost.Udp udp(KernelCounters before) {
    return protocols.containsKey("UdpInDatagrams")
        ? new NetworkCost.Udp(
            both(before, "InDatagrams"),
            both(before, "OutDatagrams"),
            both(before, "InErrors"),
            both(before, "RcvbufErrors"),
            both(before, "SndbufErrors"))
        : null;
  }

  /** Over IPv4 and IPv6; a socket of a JVM often serves both. */
  private long both(KernelCounters before, String counter) {
    Long over4 = increase(before, "Udp" + counter);
    Long over6 = increase(before, "Udp6" + counter);
    return (over4 == null ? 0 : over4) + (over6 == null ? 0 : over6);
  }

  private Long increase(KernelCounters before, String counter) {
    Long now = protocols.get(counter);
    Long then = before.protocols.get(counter);
    return now == null || then == null ? null : Long.valueOf(now - then);
  }

  private void device(String line) {
    int colon = line.indexOf(':');
    if (colon > 0) {
      String[] fields = line.substring(colon + 1).trim().split("\\s+");
      if (fields.length > SEND_DROPS) {
        long[] counters = new long[fields.length];
        for (int i = 0; i < fields.length; i++) {
          counters[i] = number(fields[i]);
        }
        interfaces.put(line.substring(0, colon).trim(), counters);
      }
    }
  }

  private void pairs(List<String> lines) {
    for (int i = 0; i + 1 < lines.size(); i += 2) {
      String[] names = lines.get(i).split("\\s+");
      String[] values = lines.get(i + 1).split("\\s+");
      String protocol = names[0].replace(":", "");
      for (int k = 1; k < Math.min(names.length, values.length); k++) {
        protocols.put(protocol + names[k], number(values[k]));
      }
    }
  }

  private void single(String line) {
    String[] fields = line.trim().split("\\s+");
    if (fields.length == 2) {
      protocols.put(fields[0], number(fields[1]));
    }
  }

  /** A counter of 64 bits without a sign may not fit; no run comes near. */
  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      // No such protocol, or no Linux.
      return List.of();
    }
  }
}
