// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.driver.Flaw;
import io.fleetload.results.book.FlawedMessages;
import io.fleetload.results.book.StoredMessages;
import io.fleetload.results.run.MessageSet;

/**
 * One flow as the store behind the target holds it. Memory: two bits a message. Not thread-safe.
 */
final class StoreRows {
  private final MessageSet numbers = new MessageSet();
  private final MessageSet twice = new MessageSet();
  private final FlawedMessages flawed = FlawedMessages.none();
  private long rows;

  /** Counts a row; says whether it is the message's first. */
  boolean add(int n) {
    rows++;
    boolean first = numbers.add(n);
    if (!first) {
      twice.add(n);
    }
    return first;
  }

  /** Notes that a row differs from what the device sent. */
  void flawed(int n, Flaw flaw) {
    flaw.in(flawed).add(n);
  }

  /** An independent copy for the book. */
  StoredMessages copy() {
    return new StoredMessages(rows, numbers.copy(), twice.copy(), flawed.copy());
  }
}
