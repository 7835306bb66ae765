// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Handshakes;
import io.fleetload.results.run.Shard;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandshakeSumTest {
  private static final List<Long> ONE_TWO = List.of(1L, 2L);

  private static DeviceBook book(int began, Handshakes.HandshakeSeconds course) {
    DeviceBook any = new RandomRun(1, 100).device(new Shard(1, 2), 30, 0, n -> true);
    return new ChangedBook(any).handshakes(new Handshakes(3, 0, 0, course), began);
  }

  private static Handshakes sum(DeviceBook... books) {
    DeviceSum sum = new DeviceSum(List.of(books));
    for (DeviceBook each : books) {
      sum.add(each);
    }
    return sum.book().devices().handshakes();
  }

  @Test
  void aShardThatBeganASecondLaterStandsASecondLaterInEveryCourse() {
    Handshakes.HandshakeSeconds early =
        new Handshakes.HandshakeSeconds(
            ONE_TWO, ONE_TWO, ONE_TWO, ONE_TWO, Map.of("protocol.5.03", ONE_TWO));
    Handshakes.HandshakeSeconds late =
        new Handshakes.HandshakeSeconds(
            ONE_TWO, ONE_TWO, ONE_TWO, ONE_TWO, Map.of("transport.timeout", ONE_TWO));
    List<Long> both = List.of(1L, 3L, 2L);

    assertThat(sum(book(8, late), book(7, early)).perSecond())
        .isEqualTo(
            new Handshakes.HandshakeSeconds(
                both,
                both,
                both,
                both,
                Map.of("protocol.5.03", ONE_TWO, "transport.timeout", List.of(0L, 1L, 2L))));
  }

  @Test
  void aPartOfTheSessionsThatEndedIsNotTheWhole() {
    Handshakes.HandshakeSeconds known =
        new Handshakes.HandshakeSeconds(ONE_TWO, ONE_TWO, ONE_TWO, ONE_TWO, Map.of());
    Handshakes.HandshakeSeconds earlierVersion =
        new Handshakes.HandshakeSeconds(ONE_TWO, ONE_TWO, ONE_TWO, null, null);

    Handshakes.HandshakeSeconds sum = sum(book(7, known), book(7, earlierVersion)).perSecond();
    assertThat(sum.begun()).containsExactly(2L, 4L);
    assertThat(sum.ended()).isNull();
    assertThat(sum.failedBy()).isNull();
  }
}
