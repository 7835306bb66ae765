// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.results.book.Exchanges;
import io.fleetload.results.time.LatencyHistogram;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The driver's figures of a flow's measured messages; it takes no memory until there are some. */
final class ExchangeBook {
  private List<String> names = List.of();
  private LatencyHistogram[] parts = {};
  private boolean tellsBytes;
  private long sentBytes;
  private long receivedBytes;

  /**
   * Records the duration of each part of a message.
   *
   * @param partNames the parts, in the order of the times; of all messages the same
   * @throws IllegalArgumentException if there are not as many times as names
   */
  void parts(List<String> partNames, long[] nanos) {
    if (nanos.length != partNames.size()) {
      throw new IllegalArgumentException(
          "%s parts of a message; its FlowSpec says withParts(%s)"
              .formatted(nanos.length, partNames));
    }
    if (parts.length == 0) {
      names = partNames;
      parts = new LatencyHistogram[nanos.length];
      Arrays.setAll(parts, part -> new LatencyHistogram());
    }
    for (int i = 0; i < nanos.length; i++) {
      parts[i].record(nanos[i]);
    }
  }

  /** Records the bytes that a message took each way. */
  void bytes(long sent, long received) {
    tellsBytes = true;
    sentBytes += sent;
    receivedBytes += received;
  }

  /** An independent copy; null if the driver reported nothing. */
  Exchanges snapshot() {
    if (parts.length == 0 && !tellsBytes) {
      return null;
    }
    Map<String, LatencyHistogram> copies = new LinkedHashMap<>();
    for (int i = 0; i < parts.length; i++) {
      copies.put(names.get(i), parts[i].copy());
    }
    return new Exchanges(copies, tellsBytes ? new Exchanges.Bytes(sentBytes, receivedBytes) : null);
  }
}
