// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

/**
 * The message numbers of a closed model. Before the run it is unknown which message of which user
 * comes when. Yet books, backends and shards need numbers that identify the device and the period,
 * and that grow with every device's own messages. So user u sends the numbers {@code i·N + u} for
 * its i-th message of N users: in the warm-up from 0 on, in the measured phase from a fixed number
 * on that no warm-up reaches. Sets of numbers cost nothing where they are empty.
 */
public final class UserNumbers {
  /** Count of the numbers in the warm-up. */
  private static final int WARM_UP = 1 << 29;

  private final int users;
  private final int measuredFrom;
  private final int last;

  /**
   * The numbers of a flow.
   *
   * @param users how many users
   * @param warmUp whether there is anything before the measured phase
   */
  public UserNumbers(int users, boolean warmUp) {
    this(users, warmUp, 1);
  }

  /**
   * The numbers of a flow that steps follow.
   *
   * @param users how many users
   * @param warmUp whether there is anything before the measured phase
   * @param numbersEach how many numbers of a step each message takes
   */
  public UserNumbers(int users, boolean warmUp, int numbersEach) {
    this.users = users;
    this.last = Integer.MAX_VALUE / numbersEach;
    this.measuredFrom = warmUp ? WARM_UP / numbersEach / users * users : 0;
  }

  /**
   * The most messages that a run can number in its measured phase, over all users.
   *
   * @param numbersEach how many numbers of a step each takes
   */
  public static long most(long numbersEach) {
    return (Integer.MAX_VALUE - (long) WARM_UP) / numbersEach;
  }

  /**
   * The most users of whom each has a number in the warm-up.
   *
   * @param numbersEach how many numbers of a step each of their messages takes
   */
  public static long mostUsers(long numbersEach) {
    return WARM_UP / numbersEach;
  }

  /** The first number of the measured phase. */
  public int measuredFrom() {
    return measuredFrom;
  }

  /**
   * The number after the last one of the measured phase.
   *
   * @param iterations messages a user in the measured phase
   */
  public long measuredTo(int iterations) {
    return measuredFrom + (long) iterations * users;
  }

  /** Number of messages that a user can number in a period. */
  public int perUser(boolean measured) {
    return measured ? (last - measuredFrom) / users : measuredFrom / users;
  }

  /**
   * The number of a message.
   *
   * @param user the user's index
   * @param iteration which of the user's messages in the period, from 0; below {@link #perUser}
   */
  public int of(int user, int iteration, boolean measured) {
    return (measured ? measuredFrom : 0) + iteration * users + user;
  }
}
