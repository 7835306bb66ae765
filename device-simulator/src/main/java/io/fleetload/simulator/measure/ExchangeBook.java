// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.results.Exchanges;
import io.fleetload.results.LatencyHistogram;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the driver tells of a flow's measured messages; it takes no memory until it does. */
final class ExchangeBook {
  private final Map<String, LatencyHistogram> parts = new LinkedHashMap<>();
  private Exchanges.Bytes bytes;

  /**
   * How long each part of a message took.
   *
   * @param names the parts, in the order of the times
   * @throws IllegalArgumentException if there are not as many times as names
   */
  void parts(List<String> names, long[] nanos) {
    if (nanos.length != names.size()) {
      throw new IllegalArgumentException(
          "%d parts of a message, whose FlowSpec says withParts(%s)"
              .formatted(nanos.length, names));
    }
    for (int i = 0; i < nanos.length; i++) {
      parts.computeIfAbsent(names.get(i), name -> new LatencyHistogram()).record(nanos[i]);
    }
  }

  /** How many bytes a message took each way. */
  void bytes(long sent, long received) {
    Exchanges.Bytes its = new Exchanges.Bytes(sent, received);
    bytes = bytes == null ? its : bytes.plus(its);
  }

  /** An independent copy; null where nothing was told. */
  Exchanges snapshot() {
    if (parts.isEmpty() && bytes == null) {
      return null;
    }
    Map<String, LatencyHistogram> copies = new LinkedHashMap<>();
    parts.forEach((name, times) -> copies.put(name, times.copy()));
    return new Exchanges(copies, bytes);
  }
}
