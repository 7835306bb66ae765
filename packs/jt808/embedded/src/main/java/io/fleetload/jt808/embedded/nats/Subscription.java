// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.nats;

import java.util.Arrays;

/** One SUB of a client. */
final class Subscription {
  final HubClient client;
  final String subject;
  final String[] tokens;

  /** Empty where the subscription is in no queue group. */
  final String queue;

  final String id;
  private long delivered;

  /** Number of messages that end it; 0 for no end. */
  private long last;

  Subscription(HubClient client, String subject, String queue, String id) {
    this.client = client;
    this.subject = subject;
    this.tokens = subject.split("\\.");
    this.queue = queue;
    this.id = id;
  }

  /** {@code *} and {@code >} are wildcards as tokens of their own. */
  boolean wild() {
    return Arrays.asList(tokens).contains("*") || Arrays.asList(tokens).contains(">");
  }

  void delivered() {
    delivered++;
  }

  void endAfter(long messages) {
    last = messages;
  }

  boolean ended() {
    return last > 0 && delivered >= last;
  }
}
