// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.Subscription;
import java.util.List;

/**
 * The numbers of a profile's subscriptions. Group g is {@code subscriptions[g]}; in it entity e has
 * the subscriptions {@code e · each} to {@code e · each + each - 1}. The receivers of an entity are
 * those of all groups, one group after the other; the receivers of a batch are those of its
 * entities, one entity after the other.
 */
final class Receivers {
  private final List<Subscription> groups;
  private final int[] first;
  private final int[] receiver;
  private final int ofEntity;

  Receivers(NgsiProfile profile) {
    this.groups = profile.subscriptions();
    this.first = new int[groups.size() + 1];
    this.receiver = new int[groups.size() + 1];
    for (int group = 0; group < groups.size(); group++) {
      first[group + 1] = first[group] + groups.get(group).subscriptions();
      receiver[group + 1] = receiver[group] + groups.get(group).each();
    }
    this.ofEntity = receiver[groups.size()];
  }

  /** Number of the subscriptions. */
  int subscriptions() {
    return first[groups.size()];
  }

  /** Returns whether there is such a subscription. */
  boolean has(int group, int number) {
    return group >= 0
        && group < groups.size()
        && number >= 0
        && number < groups.get(group).subscriptions();
  }

  /** A subscription's number among all. */
  int overall(int group, int number) {
    return first[group] + number;
  }

  /** The group of the subscription with that number among all. */
  int group(int overall) {
    int group = 0;
    while (overall >= first[group + 1]) {
      group++;
    }
    return group;
  }

  /** The number in its group of the subscription with that number among all. */
  int number(int overall) {
    return overall - first[group(overall)];
  }

  /**
   * The receiver of a message that a subscription is.
   *
   * @param index the number of the entity in the message
   */
  int receiver(int group, int number, int index) {
    return index * ofEntity + receiver[group] + number % groups.get(group).each();
  }
}
