// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import java.util.HashMap;
import java.util.Map;

/** Aliases of topics that were sent in a connection (5:3.3.2.3.4): the first topics get them. */
final class TopicAliases {
  private final Map<String, Integer> byTopic = new HashMap<>();
  private final int maximum;

  TopicAliases(int maximum) {
    this.maximum = maximum;
  }

  /** The alias of a topic that was sent with it before; 0 if there is no alias. */
  int known(String topic) {
    return byTopic.getOrDefault(topic, 0);
  }

  /** A new alias of a topic; 0 if there is no more. */
  int add(String topic) {
    if (byTopic.size() >= maximum) {
      return 0;
    }
    int alias = byTopic.size() + 1;
    byTopic.put(topic, alias);
    return alias;
  }
}
