// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.ledger.DeliveryLedger;
import io.fleetload.results.ledger.LedgerTotal;
import io.fleetload.rig.LongRun;
import io.fleetload.rig.SmallHeap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The backend's books of many messages in a JVM of its own with little memory. The sizes grow by
 * {@code -Dbooks.*}; docs/reference/benchmarks.md has the command.
 */
@Tag("nightly")
@Tag("memory")
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
    keep("128m", ManyReceiversKept.class, temporary.toString());
    DeliveryLedger deliveries = result().figures().ledger().deliveries();
    long lost = 0;
    for (int n = 0; n < ManyReceiversKept.MESSAGES; n++) {
      for (int receiver = 0; receiver < ManyReceiversKept.RECEIVERS; receiver++) {
        lost += ManyReceiversKept.lost(n, receiver) ? 1 : 0;
      }
    }
    assertThat(deliveries.expected()).isEqualTo(10_000_000);
    assertThat(deliveries.lost()).isEqualTo(lost).isPositive();
  }

  /** Ten thousand subscriptions, of an entity each or all of one, and a hundred updates of each. */
  @ParameterizedTest
  @CsvSource({"10000, 1", "1, 10000"})
  void aMillionNotificationsOfTenThousandSubscriptionsAreKeptAndJudged(int entities, int each)
      throws Exception {
    keep(
        "64m",
        ManySubscriptionsKept.class,
        temporary.toString(),
        Integer.toString(entities),
        Integer.toString(each));
    Notifications expected = Notifications.of(entities, each);
    BackendBook.BackendFlow flow =
        ResultFiles.read(temporary.resolve(BackendBook.FILE), BackendBook.class)
            .flows()
            .get(ManyReceiversKept.FLOW);
    assertThat(flow.measured())
        .isEqualTo(
            new BackendBook.ReceiptCounts(
                expected.arrived + expected.twice, expected.twice, expected.overtaken));
    LedgerTotal ledger = result().figures().ledger();
    long lost = each == 1 ? ledger.messages().lost() : ledger.deliveries().lost();
    assertThat(lost).isEqualTo(1_000_000 - expected.arrived).isPositive();
    assertThat(ledger.unaccounted()).isZero();
  }

  /** What becomes of the notifications of {@link ManySubscriptionsKept}, counted one by one. */
  private record Notifications(long arrived, long twice, long overtaken) {
    static Notifications of(int entities, int each) {
      long arrived = 0;
      long twice = 0;
      long overtaken = 0;
      int all = entities * ManySubscriptionsKept.UPDATES;
      for (int n = 0; n < all; n++) {
        for (int subscription = 0; subscription < each; subscription++) {
          if (!ManySubscriptionsKept.lost(n, subscription)) {
            arrived++;
            twice += ManySubscriptionsKept.twice(n, subscription) ? 1 : 0;
            int next = n + entities;
            boolean late =
                ManySubscriptionsKept.late(n, subscription)
                    && next < all
                    && !ManySubscriptionsKept.lost(next, subscription)
                    && !ManySubscriptionsKept.late(next, subscription);
            overtaken += late ? 1 : 0;
          }
        }
      }
      return new Notifications(arrived, twice, overtaken);
    }
  }

  private void keep(String heap, Class<?> program, String... arguments) throws Exception {
    Path said = temporary.resolve("said");
    Process kept =
        SmallHeap.of(heap, program, List.of(arguments))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    int exit = kept.waitFor();
    System.out.print(Files.readString(said));
    assertThat(exit).as(Files.readString(said)).isZero();
  }

  private Result result() throws Exception {
    return ResultFiles.read(temporary.resolve(Result.FILE), Result.class);
  }
}
