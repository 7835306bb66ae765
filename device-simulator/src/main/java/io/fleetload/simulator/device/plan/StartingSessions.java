// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.plan;

import io.fleetload.driver.ShardDevices;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The sessions of this process that are opened before the flows begin: its own ones without those
 * of groups that join later.
 *
 * @param own all sessions of this process
 * @param joining the groups that join later, in the order of their sessions
 */
public record StartingSessions(ShardDevices own, List<SessionGroup> joining) {

  /**
   * Leaves out the groups that are there from the beginning.
   *
   * @param joining groups in the order of their sessions
   */
  public StartingSessions {
    joining = joining.stream().filter(each -> each.life().joins() != null).toList();
  }

  /** All sessions of this process. */
  public static StartingSessions all(ShardDevices own) {
    return new StartingSessions(own, List.of());
  }

  /** Number of them. */
  public int count() {
    return own.count() - joining.stream().mapToInt(this::ownOf).sum();
  }

  /** The session at a place among them. */
  public int device(int place) {
    int ofAll = place;
    for (SessionGroup each : joining) {
      if (ofAll >= own.below(each.first())) {
        ofAll += ownOf(each);
      }
    }
    return own.device(ofAll);
  }

  /** The own sessions that are not among them. */
  public IntStream later() {
    return joining.stream()
        .flatMapToInt(
            each -> {
              int from = own.below(each.first());
              return IntStream.range(from, from + ownOf(each)).map(own::device);
            });
  }

  private int ownOf(SessionGroup group) {
    return own.below(group.first() + group.count()) - own.below(group.first());
  }
}
