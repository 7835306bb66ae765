// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the devices with the most trouble, from the sets of message numbers of both books. */
public final class WorstDevices {
  private static final int MOST = 10;

  private final Map<String, long[]> troubles = new HashMap<>();

  WorstDevices() {}

  /**
   * A device with trouble in the measured phase, over all flows.
   *
   * @param device its name
   * @param failed messages sent that were not confirmed
   * @param lost messages confirmed that the backend never received
   * @param duplicate further arrivals
   * @param outOfOrder arrivals after a later message
   */
  public record Device(String device, long failed, long lost, long duplicate, long outOfOrder) {
    private long total() {
      return failed + lost + duplicate + outOfOrder;
    }
  }

  void add(DeviceBook.Flow device, BackendBook.Flow backend) {
    RoundRobin turns = device.numbering().turns();
    if (turns == null) {
      return;
    }
    MessageSet sent = device.numbering().measured(device.sent());
    MessageSet ok = device.numbering().measured(device.ok());
    sent.minus(ok).forEach(n -> of(turns, turns.device(n))[0]++);
    if (backend != null) {
      ok.minus(backend.received()).forEach(n -> of(turns, turns.device(n))[1]++);
      backend
          .troubles()
          .forEach(
              (index, trouble) -> {
                of(turns, index)[2] += trouble.duplicate();
                of(turns, index)[3] += trouble.outOfOrder();
              });
    }
  }

  List<Device> worst() {
    return troubles.entrySet().stream()
        .map(
            each -> {
              long[] counts = each.getValue();
              return new Device(each.getKey(), counts[0], counts[1], counts[2], counts[3]);
            })
        .filter(each -> each.total() > 0)
        .sorted(Comparator.comparingLong(Device::total).reversed().thenComparing(Device::device))
        .limit(MOST)
        .toList();
  }

  private long[] of(RoundRobin turns, int device) {
    return troubles.computeIfAbsent(turns.name(device), name -> new long[4]);
  }
}
