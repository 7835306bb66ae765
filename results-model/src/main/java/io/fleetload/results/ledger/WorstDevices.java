// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.DeviceRanges;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Finds the devices with the most trouble, from the sets of message numbers of both books. */
public final class WorstDevices {
  private static final int MOST = 10;

  private final DeviceRanges ranges;
  private final List<String> groups;
  private final Map<String, long[]> troubles = new HashMap<>();
  private final Map<String, String> groupOf = new HashMap<>();
  private boolean store;

  /** The devices of a fleet without groups. */
  public WorstDevices() {
    this(null, null);
  }

  /**
   * The devices of a fleet.
   *
   * @param ranges those of its groups
   * @param groups the groups' names, in their order; null for a fleet without groups
   */
  public WorstDevices(DeviceRanges ranges, List<String> groups) {
    this.ranges = ranges;
    this.groups = groups;
  }

  /**
   * A device with trouble in the measured phase, over all flows.
   *
   * @param device its name
   * @param group the group that it is of; absent of a fleet without groups
   * @param failed messages sent that were not confirmed
   * @param lost messages confirmed that the backend, or one of its receivers, never received
   * @param duplicate further arrivals
   * @param outOfOrder arrivals after a later message
   * @param misdelivered messages that came for another device, to another place or as something
   *     else
   * @param altered messages that say something else than the device sent
   * @param receivedNotStored messages that the backend received and the store does not hold; absent
   *     where it is not read
   * @param storedTwice messages that the store holds more than once; absent likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Device(
      String device,
      String group,
      long failed,
      long lost,
      long duplicate,
      long outOfOrder,
      long misdelivered,
      long altered,
      Long receivedNotStored,
      Long storedTwice) {}

  public void add(DeviceBook.DeviceFlow device, BackendBook.BackendFlow backend) {
    RoundRobin turns = device.numbering().turns();
    if (turns == null) {
      return;
    }
    MessageSet sent = device.numbering().measured(device.sent());
    MessageSet ok = device.numbering().measured(device.ok());
    sent.minus(ok).forEach(n -> of(turns, turns.device(n))[0]++);
    if (backend != null) {
      ok.minus(backend.receivedByAll()).forEach(n -> of(turns, turns.device(n))[1]++);
      backend
          .troubles()
          .forEach(
              (index, trouble) -> {
                of(turns, index)[2] += trouble.duplicate();
                of(turns, index)[3] += trouble.outOfOrder();
              });
      if (backend.flawed() != null) {
        count(device.numbering(), backend.flawed().misdelivered(), 6);
        count(device.numbering(), backend.flawed().altered(), 7);
      }
      store(device.numbering(), sent, backend);
    }
  }

  private void store(FlowNumbers numbering, MessageSet sent, BackendBook.BackendFlow backend) {
    if (backend.stored() != null) {
      store = true;
      RoundRobin turns = numbering.turns();
      sent.and(backend.received())
          .minus(backend.stored().numbers())
          .forEach(n -> of(turns, turns.device(n))[4]++);
      numbering.measured(backend.stored().twice()).forEach(n -> of(turns, turns.device(n))[5]++);
      if (backend.stored().flawed() != null) {
        count(numbering, backend.stored().flawed().misdelivered(), 6);
        count(numbering, backend.stored().flawed().altered(), 7);
      }
    }
  }

  private void count(FlowNumbers numbering, MessageSet numbers, int kind) {
    RoundRobin turns = numbering.turns();
    numbering.measured(numbers).forEach(n -> of(turns, turns.device(n))[kind]++);
  }

  public List<Device> worst() {
    return troubles.entrySet().stream()
        .filter(each -> total(each) > 0)
        .sorted(
            Comparator.<Map.Entry<String, long[]>>comparingLong(WorstDevices::total)
                .reversed()
                .thenComparing(Map.Entry::getKey))
        .limit(MOST)
        .map(each -> device(each.getKey(), each.getValue()))
        .toList();
  }

  private Device device(String name, long[] counts) {
    return new Device(
        name,
        groupOf.get(name),
        counts[0],
        counts[1],
        counts[2],
        counts[3],
        counts[6],
        counts[7],
        store ? Long.valueOf(counts[4]) : null,
        store ? Long.valueOf(counts[5]) : null);
  }

  private static long total(Map.Entry<String, long[]> troubles) {
    return LongStream.of(troubles.getValue()).sum();
  }

  private long[] of(RoundRobin turns, int device) {
    return troubles.computeIfAbsent(
        turns.name(device),
        name -> {
          if (groups != null) {
            groupOf.put(name, groups.get(ranges.of(device)));
          }
          return new long[8];
        });
  }
}
