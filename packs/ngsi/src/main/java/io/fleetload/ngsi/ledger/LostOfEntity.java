// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.ledger;

import java.util.Comparator;
import java.util.List;

/**
 * Notifications that one subscription lacks of one iteration of a user, or of one user where the
 * request is no step. Requests to one entity are together so in all published campaigns.
 *
 * @param index which entity of a batch it is
 * @param n number of the first message that is lost
 * @param iteration the number of the message that its iteration began with
 * @param newerArrived those of the lost ones after which a newer one arrived
 */
record LostOfEntity(
    String flow,
    String subscription,
    int index,
    int user,
    int iteration,
    int n,
    long lost,
    long newerArrived) {
  private static final int MOST = 10;

  /** The entities that lack most. */
  static List<LostOfEntity> worst(List<LostOfEntity> all) {
    return all.stream()
        .sorted(
            Comparator.comparingLong(LostOfEntity::lost)
                .reversed()
                .thenComparing(LostOfEntity::flow)
                .thenComparingInt(LostOfEntity::n))
        .limit(MOST)
        .toList();
  }
}
