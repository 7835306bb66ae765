// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Lost messages by what their receiver knows all the same. A target that merges notifications, or
 * tells the newest state alone, loses older messages so; the receiver is up to date.
 *
 * @param newerArrived lost, and a later message of the same device and flow arrived; of a step of
 *     users, one of the same iteration, since the next one may tell of something else
 * @param nothingNewer lost, and no such later one arrived: the last state is not known
 */
public record Losses(long newerArrived, long nothingNewer) {
  private static final int NONE = -1;

  /**
   * The lost messages and deliveries of a flow.
   *
   * @param messages each of which at least one receiver lacks; a newer one arrived where one
   *     arrived at each receiver that lacks it
   * @param deliveries a message to a receiver each
   */
  record FlowLosses(Losses messages, Losses deliveries) {}

  /**
   * Parts the lost messages of a flow.
   *
   * @param ok numbers of the messages that were to arrive
   * @param received numbers of all messages of the run that arrived, receiver by receiver
   * @param turns which device sends which message
   */
  static FlowLosses of(MessageSet ok, List<MessageSet> received, RoundRobin turns) {
    MessageSet lost = new MessageSet();
    MessageSet nothingNewer = new MessageSet();
    long deliveries = 0;
    long newerDeliveries = 0;
    for (MessageSet arrived : received) {
      MessageSet lostThere = ok.minus(arrived);
      MessageSet newer =
          turns.step()
              ? newerInTheIteration(lostThere, arrived, turns)
              : newerArrived(lostThere, arrived, turns);
      lost = lost.or(lostThere);
      nothingNewer = nothingNewer.or(lostThere.minus(newer));
      deliveries += lostThere.size();
      newerDeliveries += newer.size();
    }
    return new FlowLosses(
        new Losses(lost.size() - nothingNewer.size(), nothingNewer.size()),
        new Losses(newerDeliveries, deliveries - newerDeliveries));
  }

  /** The losses of several parts together; null if those of one part are not known. */
  static Losses sum(Collection<Losses> parts) {
    if (parts.isEmpty() || parts.stream().anyMatch(Objects::isNull)) {
      return null;
    }
    return new Losses(
        parts.stream().mapToLong(Losses::newerArrived).sum(),
        parts.stream().mapToLong(Losses::nothingNewer).sum());
  }

  /**
   * The lost messages of which a later one of the same device arrived. Memory: a bit and four bytes
   * a device, where anything is lost.
   *
   * @param lost numbers of the messages that never arrived at a receiver
   * @param arrived numbers of all messages of the run that arrived there
   * @param turns which device sends which message
   */
  private static MessageSet newerArrived(MessageSet lost, MessageSet arrived, RoundRobin turns) {
    MessageSet newer = new MessageSet();
    if (lost.size() == 0) {
      return newer;
    }
    int[] newest = new int[turns.devices()];
    Arrays.fill(newest, NONE);
    BitSet unknown = new BitSet();
    lost.forEach(n -> unknown.set(turns.device(n)));
    int firstLost = lost.first();
    // From the newest down, so that it ends soon after one message of each such device.
    arrived.forEachDownwards(
        n -> {
          int device = turns.device(n);
          if (unknown.get(device)) {
            unknown.clear(device);
            newest[device - turns.from()] = n;
          }
          return n > firstLost && !unknown.isEmpty();
        });
    lost.forEach(
        n -> {
          if (newest[turns.device(n) - turns.from()] > n) {
            newer.add(n);
          }
        });
    return newer;
  }

  /** The same of a later one of the same iteration of the same user. */
  private static MessageSet newerInTheIteration(
      MessageSet lost, MessageSet arrived, RoundRobin turns) {
    MessageSet newer = new MessageSet();
    LastArrival last = new LastArrival(arrived, turns);
    lost.forEach(
        n -> {
          if (last.inTheTurnOf(n) > n) {
            newer.add(n);
          }
        });
    return newer;
  }

  /** The last message of a turn that arrived, asked for with growing numbers. */
  private static final class LastArrival {
    private final MessageSet arrived;
    private final RoundRobin turns;
    private int end;
    private int last = NONE;

    LastArrival(MessageSet arrived, RoundRobin turns) {
      this.arrived = arrived;
      this.turns = turns;
    }

    int inTheTurnOf(int n) {
      if (n >= end) {
        end = turns.endOfTurn(n);
        last = end - 1;
        while (last > n && !arrived.contains(last)) {
          last--;
        }
      }
      return last;
    }
  }
}
