// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.results.book.Handshakes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the book of connections says of single seconds. */
class SessionsOverTimeTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long BEGIN = 77 * SECOND;

  private final ConnectionBook book = new ConnectionBook(50);

  private Handshakes.HandshakeSeconds course() {
    return book.snapshot().handshakes().perSecond();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whatSucceededWithoutWhatEndedIsOpenInEverySecond(long seed) {
    Random random = new Random(seed);
    BitSet open = new BitSet();
    List<Long> counted = new ArrayList<>();
    for (int second = 0; second < 60; second++) {
      for (int i = 0; i < 5; i++) {
        long now = BEGIN + second * SECOND + i * SECOND / 5;
        int session = random.nextInt(50);
        if (!open.get(session)) {
          book.attempt(session, false, now);
          book.connected(session, false, Set.of(), 1, now);
          open.set(session);
        } else {
          ends(session, random.nextInt(3), now);
          open.clear(session);
        }
      }
      counted.add((long) open.cardinality());
    }

    long now = 0;
    for (int second = 0; second < 60; second++) {
      now += course().succeeded().get(second) - course().ended().get(second);
      assertThat(now).isEqualTo(counted.get(second));
    }
  }

  /** The wire tells it, or a message that fails, or first the one and then the other. */
  private void ends(int session, int how, long now) {
    if (how != 1) {
      book.disconnected(session, now);
    }
    if (how != 0) {
      book.ended(session, ConnectionBook.EndReason.TARGET, now);
    }
  }

  @Test
  void failedAttemptsAreToldByCauseAndEveryListIsAsLong() {
    book.attempt(0, false, BEGIN);
    book.failed(0, false, new Cause.Protocol("5.03"), BEGIN + SECOND);
    book.attempt(0, false, BEGIN + 2 * SECOND);
    book.failed(0, false, Cause.Transport.TIMEOUT, BEGIN + 4 * SECOND);

    assertThat(course().failed()).containsExactly(0L, 1L, 0L, 0L, 1L);
    assertThat(course().failedBy())
        .containsEntry("protocol.5.03", List.of(0L, 1L, 0L, 0L, 0L))
        .containsEntry("transport.timeout", List.of(0L, 0L, 0L, 0L, 1L));
    assertThat(course().begun()).containsExactly(1L, 0L, 1L, 0L, 0L);
    assertThat(course().ended()).hasSize(5).containsOnly(0L);
  }
}
