// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.run.ClockOffset;
import io.fleetload.results.run.DeviceClocks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each announcement of a session is counted once, at what it is. */
class AnnouncedSessionsTest {
  private static final long CLOSED_MILLIS = 100;
  private static final DeviceClocks ONE_CLOCK =
      new DeviceClocks(List.of(ClockOffset.oneClock(1)), 0);

  private final SessionLog log = SessionLog.empty("d-{index}");
  private AnnouncedEvents ends = AnnouncedEvents.none();

  /** A session from a time to another, both in ms. */
  private void session(int index, int attempt, long began, long ended) {
    log.session().add(index);
    log.attempt().add(attempt);
    log.began().add(began * 1_000);
    log.ended().add(ended < 0 ? ended : ended * 1_000);
  }

  private void announce(int index, int attempt, long millis) {
    ends.session().add(index);
    ends.attempt().add(attempt);
    ends.received().add(millis * 1_000);
  }

  private AnnouncedSessions ends() {
    return ends(ONE_CLOCK);
  }

  private AnnouncedSessions ends(DeviceClocks clocks) {
    AnnouncedSessions joined =
        AnnouncedSessions.of(
                log,
                Map.of(
                    "connection", new AnnouncedEvents.EventsOfKind(AnnouncedEvents.none(), ends)),
                clocks,
                CLOSED_MILLIS)
            .get("connection")
            .ends();
    assertThat(joined.announced() + joined.missing()).isEqualTo(joined.sessions());
    assertThat(
            joined.announced()
                + joined.duplicate()
                + joined.misdelivered()
                + joined.invented()
                + joined.foreign()
                + joined.ofFailedAttempts()
                + joined.afterRun())
        .isEqualTo(joined.received());
    return joined;
  }

  @Test
  void anEndThatIsNotAnnouncedIsNamedByItsDevice() {
    session(0, 0, 0, 10);
    session(1, 0, 0, 10);
    announce(0, 0, 15);

    AnnouncedSessions joined = ends();

    assertThat(joined.sessions()).isEqualTo(2);
    assertThat(joined.missing()).isEqualTo(1);
    assertThat(joined.missed()).containsExactly("d-1");
    assertThat(joined.late().times().max()).isEqualTo(5.0);
  }

  @Test
  void eachSessionOfADeviceIsAnnouncedForItself() {
    session(0, 0, 0, 10);
    session(0, 1, 20, 30);
    announce(0, 1, 31);
    announce(0, 1, 32);

    AnnouncedSessions joined = ends();

    assertThat(joined.announced()).isEqualTo(1);
    assertThat(joined.duplicate()).isEqualTo(1);
    assertThat(joined.missed()).containsExactly("d-0");
  }

  @Test
  void anEndOfASessionThatIsOpenIsInventedUntilTheDevicesEnd() {
    session(0, 0, 0, SessionLog.OPEN);
    session(1, 0, 0, SessionLog.OPEN);
    announce(0, 0, 50);
    announce(1, 0, 120);

    AnnouncedSessions joined = ends();

    assertThat(joined.sessions()).isZero();
    assertThat(joined.invented()).isEqualTo(1);
    assertThat(joined.afterRun()).isEqualTo(1);
  }

  @Test
  void anAttemptThatFailedIsNoSession() {
    session(0, 0, 0, SessionLog.NEVER_OPEN);
    announce(0, 0, 5);
    announce(0, 7, 5);

    AnnouncedSessions joined = ends();

    assertThat(joined.sessions()).isZero();
    assertThat(joined.ofFailedAttempts()).isEqualTo(1);
    assertThat(joined.invented()).isEqualTo(1);
  }

  @Test
  void anAnnouncementWithoutAMarkIsOfTheLastSessionThatEndedBeforeIt() {
    session(0, 0, 0, 10);
    session(0, 1, 20, 30);
    announce(0, AnnouncedEvents.UNMARKED, 12);
    announce(0, AnnouncedEvents.UNMARKED, 33);
    announce(0, AnnouncedEvents.UNMARKED, 34);

    AnnouncedSessions joined = ends();

    assertThat(joined.announced()).isEqualTo(2);
    assertThat(joined.duplicate()).isEqualTo(1);
    assertThat(joined.late().times().max()).isEqualTo(3.0);
  }

  @Test
  void anAnnouncementWithoutAMarkBeforeAnyEndIsInvented() {
    session(0, 0, 0, 10);
    announce(0, AnnouncedEvents.UNMARKED, 5);

    assertThat(ends().invented()).isEqualTo(1);
  }

  @Test
  void timesAreCorrectedByTheClockOfTheDevice() {
    session(0, 0, 0, 10);
    announce(0, 0, 115);

    DeviceClocks ahead = new DeviceClocks(List.of(new ClockOffset(100_000_000L, 1_000_000L, 3)), 0);

    assertThat(ends(ahead).late().times().max()).isEqualTo(5.0);
  }

  @Test
  void noFigureIsMadeOfAnnouncementsThatWereTooMany() {
    session(0, 0, 0, 10);
    ends =
        new AnnouncedEvents(new NumberColumn(), new NumberColumn(), new NumberColumn(), 0, 0, 0, 1);

    assertThat(
            AnnouncedSessions.of(
                    log,
                    Map.of("connection", new AnnouncedEvents.EventsOfKind(ends, ends)),
                    ONE_CLOCK,
                    CLOSED_MILLIS)
                .get("connection")
                .ends())
        .isNull();
  }

  @Test
  void theBooksOfTwoShardsAndTwoBackendsAddUp() {
    session(0, 0, 0, 10);
    SessionLog other = SessionLog.empty("d-{index}");
    other.session().add(1);
    other.attempt().add(0);
    other.began().add(0);
    other.ended().add(10_000);
    announce(0, 0, 11);
    AnnouncedEvents second = AnnouncedEvents.none();
    second.session().add(1);
    second.attempt().add(0);
    second.received().add(12_000);

    AnnouncedSessions joined =
        AnnouncedSessions.of(
                log.plus(other),
                AnnouncedEvents.EventsOfKind.sum(
                    Map.of(
                        "connection",
                        new AnnouncedEvents.EventsOfKind(AnnouncedEvents.none(), ends)),
                    Map.of(
                        "connection",
                        new AnnouncedEvents.EventsOfKind(AnnouncedEvents.none(), second))),
                ONE_CLOCK,
                CLOSED_MILLIS)
            .get("connection")
            .ends();

    assertThat(joined.announced()).isEqualTo(2);
  }
}
