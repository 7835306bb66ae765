package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;

/** Opens the logs at which the shards of a run meet and hand in their books. */
public interface TopicLogs {
  /** Where reading begins. */
  enum From {
    /** With the oldest entry. */
    BEGINNING,
    /** With the next entry that is added. */
    END,
    /** Nowhere: it is only added to. */
    NOWHERE
  }

  /**
   * Makes those that are not there.
   *
   * @throws UsageException if the profile's way to them is wrong
   * @throws TargetException if they cannot be made, or are of another form
   */
  void make() throws UsageException, TargetException;

  /**
   * Opens the log at which shards and backend meet.
   *
   * @throws UsageException if the profile's way to it is wrong
   * @throws TargetException if it is not there or cannot be reached
   */
  TopicLog control(From from) throws UsageException, TargetException;

  /**
   * Opens the log of the shards' books.
   *
   * @throws UsageException if the profile's way to it is wrong
   * @throws TargetException if it is not there or cannot be reached
   */
  TopicLog results(From from) throws UsageException, TargetException;
}
