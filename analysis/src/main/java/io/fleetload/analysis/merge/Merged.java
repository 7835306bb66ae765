// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.BackendBook;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.FlowNumbering;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The books of one run, added from those of its shards.
 *
 * @param device the device side's half
 * @param backend the backend's half; null where no backend left a book
 * @param shards how many they are
 * @param skewMillis how far apart the flows of the shards began, in ms
 */
public record Merged(DeviceBook device, BackendBook backend, int shards, long skewMillis) {

  /**
   * Adds the books.
   *
   * @throws MergeRefusal if they do not belong together
   */
  public static Merged of(Found found) throws MergeRefusal {
    new ShardsOfOneRun(found.devices()).check();
    DeviceBook device = new DeviceSum(found.devices()).book();
    new BackendsOfOneRun(found.devices().get(0), found.backends()).check();
    BackendBook backend =
        found.backends().isEmpty()
            ? null
            : new BackendSum(
                    found.backends().stream().map(Found.Book::book).toList(), numberings(device))
                .book();
    return new Merged(
        device, backend, found.devices().size(), FlowStart.skewMillis(found.devices()));
  }

  private static Map<String, FlowNumbering> numberings(DeviceBook device) {
    Map<String, FlowNumbering> numberings = new LinkedHashMap<>();
    device.flows().forEach((name, flow) -> numberings.put(name, flow.numbering()));
    return numberings;
  }
}
