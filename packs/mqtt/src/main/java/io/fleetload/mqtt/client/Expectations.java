// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.client;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Message;
import io.fleetload.mqtt.packet.PublishView;
import io.fleetload.stamp.Stamp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Messages that a device waits for. */
final class Expectations {
  /** Messages that are remembered when no one waits any more; what comes for them is late. */
  private static final int MOST_GIVEN_UP = 1_000;

  private record Key(String flow, int n) {}

  private final Map<Key, Expectation> all = new LinkedHashMap<>();

  void add(Expectation expected) {
    Message message = expected.message();
    all.put(new Key(message.flow(), message.stamp().n()), expected);
    if (all.size() > MOST_GIVEN_UP) {
      all.values().removeIf(each -> !each.isOpen());
    }
  }

  /**
   * Something with a stamp came.
   *
   * @return whether the device has or had reason to wait for it
   */
  boolean came(Stamp stamp, String topic, byte[] payload, PublishView view) {
    Key key = new Key(stamp.flow(), stamp.n());
    Expectation expected = all.get(key);
    if (expected == null) {
      return false;
    }
    all.remove(key);
    if (expected.isOpen()) {
      expected.came(topic, payload, view);
    }
    return true;
  }

  /** Gives up an exchange; what comes for it later is late. Null if it waits for nothing. */
  Expectation abandon(Exchange exchange) {
    for (Expectation each : all.values()) {
      if (each.isOf(exchange)) {
        each.abandon();
        return each;
      }
    }
    return null;
  }

  /** No session keeps what was to come. */
  void fail(Cause cause) {
    List<Expectation> failed = List.copyOf(all.values());
    all.clear();
    failed.forEach(each -> each.fail(cause));
  }
}
