// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.BackendBook;
import io.fleetload.results.DeliveryLedger;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.rig.LongRun;
import io.fleetload.rig.SmallHeap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The backend's books of many messages in a JVM of its own with little memory. The sizes grow by
 * {@code -Dbooks.*}; docs/benchmarks.md has the command.
 */
class BooksInBoundedMemoryTest {
  @TempDir private Path temporary;

  @Test
  void theBooksOfALongRunFit() throws Exception {
    LongRun run = LongRun.asked(temporary);
    assertThat(run.keptBy(LongRunKept.class, "32m")).isZero();
    BackendBook book =
        ResultFiles.read(run.directory().resolve(BackendBook.FILE), BackendBook.class);
    // One of 10,007 was not sent, and of three flows one of 9,973 was lost.
    assertThat(book.flows().values().stream().mapToLong(flow -> flow.received().size()).sum())
        .isBetween(run.messages() * 999 / 1_000, run.messages());
  }

  @Test
  void tenMillionDeliveriesAreKeptAndJudged() throws Exception {
    Path said = temporary.resolve("said");
    Process kept =
        SmallHeap.of("128m", ManyReceiversKept.class, List.of(temporary.toString()))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(kept.waitFor()).as(Files.readString(said)).isZero();
    DeliveryLedger deliveries =
        ResultFiles.read(temporary.resolve(Result.FILE), Result.class).ledger().deliveries();
    long lost = 0;
    for (int n = 0; n < ManyReceiversKept.MESSAGES; n++) {
      for (int receiver = 0; receiver < ManyReceiversKept.RECEIVERS; receiver++) {
        lost += ManyReceiversKept.lost(n, receiver) ? 1 : 0;
      }
    }
    assertThat(deliveries.expected()).isEqualTo(10_000_000);
    assertThat(deliveries.lost()).isEqualTo(lost).isPositive();
  }
}
