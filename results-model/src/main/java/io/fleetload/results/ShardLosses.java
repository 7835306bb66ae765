// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.ledger.BooksEnd;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.ShardFigures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lost messages of each shard. A device is of one shard, so its turn at a message says which shard
 * sent that; devices that share sessions are of the shard of the session, which no book has.
 */
final class ShardLosses {
  private final long[] lost;

  private ShardLosses(int shards) {
    this.lost = new long[shards];
  }

  /**
   * The figures of the shards with what each lost.
   *
   * @param backend the backend's half, or null if there is no backend
   * @param end how far the books can be compared
   * @return by number of the shard, from 1; null of a run that was not split
   */
  static Map<String, ShardFigures> of(DeviceBook device, BackendBook backend, BooksEnd end) {
    List<ShardFigures> shards = device.notes().shards();
    if (shards == null) {
      return null;
    }
    ShardLosses losses = new ShardLosses(shards.size());
    boolean known =
        backend != null
            && end != BooksEnd.UNKNOWN
            && device.devices().senders() == device.devices().asked()
            && device.flows().entrySet().stream()
                .allMatch(each -> losses.add(each.getValue(), backend, each.getKey()));
    Map<String, ShardFigures> byShard = new LinkedHashMap<>();
    for (int i = 0; i < shards.size(); i++) {
      byShard.put(String.valueOf(i + 1), shards.get(i).with(known ? (Long) losses.lost[i] : null));
    }
    return byShard;
  }

  /** Returns whether it is known which device sent the messages that were lost. */
  private boolean add(DeviceBook.DeviceFlow flow, BackendBook backend, String name) {
    if (flow.terms().deviceOnly()) {
      return true;
    }
    MessageSet missing =
        flow.numbering().measured(flow.ok()).minus(backend.flow(name).receivedByAll());
    RoundRobin turns = flow.numbering().turns();
    if (turns != null) {
      missing.forEach(n -> lost[turns.device(n) % lost.length]++);
    }
    return turns != null || missing.size() == 0;
  }
}
