// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.MessageSet;

/**
 * Messages of one flow in the store behind the target, as a backend read them.
 *
 * @param rows rows with messages of the run, further copies included
 * @param numbers numbers of the messages that it holds
 * @param twice numbers of those that it holds more than once
 * @param flawed which of them say something else than was sent; null in an earlier version's book
 */
public record StoredMessages(
    long rows,
    @RequiredPart MessageSet numbers,
    @RequiredPart MessageSet twice,
    FlawedMessages flawed) {

  /** Rows that say what was sent. */
  public StoredMessages(long rows, MessageSet numbers, MessageSet twice) {
    this(rows, numbers, twice, FlawedMessages.none());
  }

  /** These and what another backend read in its part of the store. */
  public StoredMessages plus(StoredMessages other) {
    return new StoredMessages(
        rows + other.rows,
        numbers.or(other.numbers),
        twice.or(other.twice).or(numbers.and(other.numbers)),
        flawed == null || other.flawed == null ? null : flawed.plus(other.flawed));
  }

  /**
   * Rows that do not add up, as an absolute number; 0 where every message has the rows it needs.
   */
  public long remainder() {
    boolean noneTwice = twice.size() == 0;
    long least = numbers.size() + twice.size();
    return twice.minus(numbers).size()
        + (noneTwice ? Math.abs(rows - least) : Math.max(0, least - rows));
  }
}
