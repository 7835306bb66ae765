// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The counts of the gateway. */
public final class Traffic {
  /** Connections accepted since the start. */
  public final LongAdder accepted = new LongAdder();

  /** Connections closed since the start. */
  public final LongAdder closed = new LongAdder();

  /** Messages published on NATS. */
  public final LongAdder published = new LongAdder();

  /** Location messages that were answered with result 0. */
  public final LongAdder acknowledged = new LongAdder();

  /** Bodies that could not be read. */
  public final LongAdder unreadable = new LongAdder();

  /** Commands written to terminals. */
  public final LongAdder commands = new LongAdder();

  private final Map<Integer, LongAdder> messages = new ConcurrentHashMap<>();

  void message(int id) {
    messages.computeIfAbsent(id, any -> new LongAdder()).increment();
  }

  /** Messages of terminals by id, as {@code 0200}. */
  public Map<Integer, LongAdder> messages() {
    return messages;
  }
}
