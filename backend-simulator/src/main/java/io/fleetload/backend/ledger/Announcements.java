// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.driver.ArrivalBook.SessionNotice;
import io.fleetload.results.session.AnnouncedEvents;
import io.fleetload.results.session.NumberColumn;

/** Announcements of one event of the sessions as they arrive. Not thread-safe. */
final class Announcements {
  /** Announcements that have a row, 24 bytes each; those beyond are only counted. */
  private static final int MOST_ROWS = 2_000_000;

  private final NumberColumn session = new NumberColumn();
  private final NumberColumn attempt = new NumberColumn();
  private final NumberColumn received = new NumberColumn();
  private long misdelivered;
  private long unknown;
  private long foreign;
  private long notFollowed;

  /**
   * Counts one.
   *
   * @param ofTheRun whether its mark, if it has one, is of the run
   * @param nanos when it arrived, ns since the epoch
   */
  void add(SessionNotice notice, boolean ofTheRun, long nanos) {
    int named = notice.session();
    if (notice.mark() != null && ofTheRun && notice.mark().session() != named) {
      misdelivered++;
    } else if (named < 0 || !ofTheRun) {
      foreign++;
    } else if (notice.marked() && notice.mark() == null) {
      unknown++;
    } else if (session.count() == MOST_ROWS) {
      notFollowed++;
    } else {
      session.add(named);
      attempt.add(notice.mark() == null ? AnnouncedEvents.UNMARKED : notice.mark().attempt());
      received.add(nanos / 1_000);
    }
  }

  /** An independent copy for the book. */
  AnnouncedEvents copy() {
    return new AnnouncedEvents(
        session.copy(),
        attempt.copy(),
        received.copy(),
        misdelivered,
        unknown,
        foreign,
        notFollowed);
  }

  /** Begins and ends. */
  record KindAnnouncements(Announcements begins, Announcements ends) {
    KindAnnouncements() {
      this(new Announcements(), new Announcements());
    }

    AnnouncedEvents.EventsOfKind copy() {
      return new AnnouncedEvents.EventsOfKind(begins.copy(), ends.copy());
    }
  }
}
