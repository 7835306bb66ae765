// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static io.fleetload.dtls.Bench.HELLO;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What somebody who proved nothing can make a device hold and send. */
class BoundsOfAHandshakeTest {
  private static final int DEVICES = 10_000;
  private static final int LONGEST_RECORD = 65_535 - RecordHeader.LENGTH;

  private final Bench bench = new Bench();
  private final PiecewiseServer server = bench.server;

  private static byte[] early(int length) {
    byte[] record = new byte[RecordHeader.LENGTH + length];
    RecordHeader.header(
        record, 0, RecordHeader.APPLICATION_DATA, RecordHeader.epochAndSequence(1, 1), length);
    return record;
  }

  @Test
  void tenThousandDevicesHoldLessThanATenthOfAGigabyteForThoseWhoProvedNothing() {
    EarlyRecords early = new EarlyRecords();
    for (int i = 0; i < 100; i++) {
      early.keep(early(LONGEST_RECORD), 0);
      early.keep(early(1_400), 0);
      early.keep(early(200), 0);
    }
    int kept = early.take().stream().mapToInt(record -> record.length).sum();

    assertThat(kept).isBetween(1_400, EarlyRecords.MOST_BYTES);
    assertThat((long) DEVICES * (EarlyRecords.MOST_BYTES + Reassembly.MOST_BYTES))
        .isLessThan(100_000_000);
  }

  @Test
  void aFinishedAndAFullDatagramOfDataThatOvertookItAreKept() {
    bench.session.handshake();
    bench.serverTakesTheLast();
    List<byte[]> flight = server.helloFlight(false);
    bench.arriveInRecords(flight);
    bench.serverTakesTheLast();
    byte[] finished = server.finished();
    bench.arrives(server.sealed(RecordHeader.APPLICATION_DATA, new byte[1_400]));
    bench.arrives(server.sealed(RecordHeader.APPLICATION_DATA, HELLO));
    bench.arrives(finished);

    assertThat(bench.established).containsExactly(false);
    assertThat(bench.received).hasSize(2);
  }

  @Test
  void aFlightIsSentOnceMoreForAnyNumberOfRepetitionsOfTheServers() {
    bench.session.handshake();
    bench.serverTakesTheLast();
    List<byte[]> flight = server.helloFlight(false);
    bench.arriveInRecords(flight);
    int before = bench.sent.size();
    byte[] done = flight.get(flight.size() - 1);
    for (int i = 0; i < 1_000; i++) {
      bench.arriveInRecords(List.of(done));
    }
    assertThat(bench.sent).hasSize(before + 1);

    bench.loop.pass(TimeUnit.SECONDS.toNanos(1));
    for (int i = 0; i < 1_000; i++) {
      bench.arriveInRecords(List.of(done));
    }
    assertThat(bench.sent).hasSize(before + 3);
  }

  @Test
  void aServerThatContradictsItselfForEverIsGivenUp() {
    bench.session.handshake();
    for (int i = 0; i < 100 && bench.ends.isEmpty(); i++) {
      bench.serverTakesTheLast();
      bench.arriveInRecords(server.helloFlight(true).subList(0, 1));
      bench.loop.pass(TimeUnit.SECONDS.toNanos(1));
    }

    assertThat(bench.ends).containsExactly(new SessionEnd.Timeout());
    assertThat(bench.sent).hasSizeLessThan(12);
  }
}
