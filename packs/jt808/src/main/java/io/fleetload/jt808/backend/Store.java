// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.RunClock;
import io.fleetload.jt808.command.PublishedMessages;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.Jt808Target;
import io.fleetload.process.TargetException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.stamp.Stamp;
import io.nats.client.Connection;
import java.util.List;
import java.util.Optional;

/** Store in which the platform's locations end up. */
public interface Store extends AutoCloseable {
  /**
   * Reads it to its end, and counts what of this run it holds.
   *
   * @param between called now and then
   * @return why it was not read to its end; empty where it was
   * @throws TargetException if it fails for good
   * @throws InterruptedException if the thread was interrupted
   */
  Optional<BackendReading.Behind> read(Runnable between)
      throws TargetException, InterruptedException;

  /** Name of the store, for a reader; null if there is no store. */
  default String described() {
    return null;
  }

  /** Remarks for the user on what opening it did, a line each. */
  default List<String> remarks() {
    return List.of();
  }

  @Override
  default void close() {}

  /**
   * The store of a profile, ready for what the platform stores from now on.
   *
   * @throws TargetException if it is not there
   * @throws InterruptedException if the thread was interrupted
   */
  static Store of(Jt808Profile profile, Connection connection, ArrivalBook book, RunClock clock)
      throws TargetException, InterruptedException {
    if (!profile.target().hasStore()) {
      return between -> Optional.empty();
    }
    Counter counter = new Counter(profile, book);
    return Jt808Target.JETSTREAM.equals(profile.target().store())
        ? JetStreamStore.open(profile, connection, counter, book.runId())
        : QuestDbStore.open(profile, connection, counter, clock, book.runId());
  }

  /**
   * Counts what a store holds of this run; what else there is was counted when it was published.
   */
  public final class Counter implements PublishedMessages.Listener {
    private final PublishedMessages published;
    private final ArrivalBook book;

    public Counter(Jt808Profile profile, ArrivalBook book) {
      this.published = new PublishedMessages(profile, book.runId());
      this.book = book;
    }

    /** A stored location. */
    public void count(String phone, long latitude, long longitude) {
      published.take(phone, latitude, longitude, 0, this);
    }

    /** A stored message of the platform. */
    public void count(String subject, byte[] data) {
      if (PublishedMessages.SUBJECTS.contains(subject)) {
        published.read(subject, data, 0, this);
      }
    }

    @Override
    public void location(Stamp stamp) {
      book.stored(stamp);
    }

    @Override
    public void unstamped() {}

    @Override
    public void foreign() {}
  }
}
