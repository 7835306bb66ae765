// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A flight without an answer is repeated, and given up in the end. */
class FlightTimersTest {
  private final Bench bench = new Bench();
  private final PiecewiseServer server = bench.server;
  private final DtlsSession session = bench.session;

  private static long seconds(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void anUnansweredFlightIsRepeatedAtDoublingIntervalsAndThenGivenUp() {
    long begun = bench.loop.nanos();
    session.handshake();
    bench.loop.pass(seconds(14));
    assertThat(bench.ends).isEmpty();
    bench.loop.pass(seconds(1));

    assertThat(bench.sentAt.stream().map(time -> time - begun))
        .containsExactly(0L, seconds(1), seconds(3), seconds(7));
    assertThat(bench.ends).containsExactly(new SessionEnd.Timeout());
    bench.loop.pass(seconds(1_000));
    assertThat(bench.sent).hasSize(4);
    assertThat(bench.ends).hasSize(1);
  }

  @Test
  void eachFlightHasItsOwnPatience() {
    session.handshake();
    bench.loop.pass(seconds(10));
    bench.serverTakesTheLast();
    bench.arriveInRecords(server.helloFlight(true));
    int before = bench.sent.size();
    bench.loop.pass(seconds(14));
    assertThat(bench.ends).isEmpty();
    assertThat(bench.sent).hasSize(before + 3);
    bench.loop.pass(seconds(1));

    assertThat(bench.ends).containsExactly(new SessionEnd.Timeout());
  }

  @Test
  void aHandshakeInTheEndedCallStartsFromTheBeginning() {
    bench.whenEnded = session::handshake;
    session.handshake();
    bench.loop.pass(seconds(20));

    assertThat(bench.ends).hasSize(1);
    assertThat(bench.sent).hasSize(4 + 3);
  }

  @Test
  void noTimerOutlivesTheHandshake() {
    bench.connected();
    int before = bench.sent.size();
    bench.loop.pass(seconds(1_000));

    assertThat(bench.sent).hasSize(before);
    assertThat(bench.ends).isEmpty();
  }

  @Test
  void aTimerOfAnEarlierHandshakeDoesNotTouchTheNext() {
    session.handshake();
    bench.loop.pass(seconds(1) / 2);
    session.drop();
    session.handshake();
    bench.loop.pass(seconds(1) / 2 + 1);

    assertThat(bench.sent).hasSize(2);
  }

  @Test
  void aServerThatOnlyGivesCookiesTimesOut() {
    session.handshake();
    for (byte i = 0; i < 100; i++) {
      bench.arrives(server.helloVerifyRequest(i));
    }
    assertThat(bench.sent).hasSizeLessThan(6);
    bench.loop.pass(seconds(15));

    assertThat(bench.ends).containsExactly(new SessionEnd.Timeout());
  }
}
