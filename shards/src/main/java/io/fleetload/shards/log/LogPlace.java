// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.log;

import java.util.List;

/**
 * The place of an entry in a log.
 *
 * @param order which of the log's orders it is in, from 0
 * @param number its place in that order
 */
public record LogPlace(int order, long number) {
  /** Returns whether a reader that reached so far has read the entry. */
  public boolean isBefore(List<Long> reached) {
    return order < reached.size() && reached.get(order) != null && number < reached.get(order);
  }
}
