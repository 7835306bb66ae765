// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.RunClock;
import io.fleetload.pack.SessionAnnouncements;
import io.fleetload.results.session.SessionLog;
import io.fleetload.simulator.measure.ConnectionBook.EndReason;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.SessionMark;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each attempt at a session that the target announces has a row with its begin and its end. */
class SessionDiaryTest {
  private static final RunId RUN = RunId.parse("ab");
  private static final RunClock CLOCK =
      new RunClock() {
        @Override
        public long nanos() {
          return 0;
        }

        @Override
        public long epochNanos(long nanos) {
          return 1_000_000 + nanos;
        }
      };

  private final ConnectionBook book =
      new ConnectionBook(10)
          .with(
              SessionDiary.of(
                  new SessionAnnouncements(
                      List.of("connection"), "d-{index}", session -> session < 5),
                  RUN,
                  CLOCK));

  private static List<Long> row(SessionLog log, int row) {
    return List.of(
        log.session().get(row), log.attempt().get(row), log.began().get(row), log.ended().get(row));
  }

  @Test
  void eachAttemptHasAMarkAndARowOfItsOwn() {
    assertThat(book.attempt(3, false, 0)).isEqualTo(new SessionMark(RUN, 3, 0));
    book.failed(3, false, Cause.Transport.TIMEOUT, 1_000);
    assertThat(book.attempt(3, false, 2_000)).isEqualTo(new SessionMark(RUN, 3, 1));
    book.connected(3, false, Set.of(), 500, 2_500);
    book.ended(3, EndReason.CHURN, 5_000);
    assertThat(book.attempt(3, true, 6_000)).isEqualTo(new SessionMark(RUN, 3, 2));
    book.connected(3, true, Set.of(), 500, 6_500);

    SessionLog log = book.sessions();

    assertThat(log.rows()).isEqualTo(3);
    assertThat(row(log, 0)).containsExactly(3L, 0L, 1_000L, SessionLog.NEVER_OPEN);
    assertThat(row(log, 1)).containsExactly(3L, 1L, 1_002L, 1_005L);
    assertThat(row(log, 2)).containsExactly(3L, 2L, 1_006L, SessionLog.OPEN);
  }

  @Test
  void aSessionThatIsNotAnnouncedHasNoMarkAndNoRow() {
    assertThat(book.attempt(7, false, 0)).isNull();
    book.connected(7, false, Set.of(), 1, 1);
    book.disconnected(7, 2);

    assertThat(book.sessions().rows()).isZero();
  }

  @Test
  void anEndCountsOnceHoweverOftenItIsReported() {
    var unused = book.attempt(1, false, 0);
    book.connected(1, false, Set.of(), 1, 1_000);
    book.disconnected(1, 2_000);
    book.ended(1, EndReason.TARGET, 9_000);

    assertThat(row(book.sessions(), 0)).containsExactly(1L, 0L, 1_000L, 1_002L);
  }

  @Test
  void aTargetThatAnnouncesNothingHasNoDiary() {
    assertThat(SessionDiary.of(SessionAnnouncements.NONE, RUN, CLOCK)).isNull();
    assertThat(new ConnectionBook(1).sessions()).isNull();
  }
}
