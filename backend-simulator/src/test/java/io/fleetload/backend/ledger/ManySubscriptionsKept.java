// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Keeps and judges the books of updates of which a broker notifies subscriptions: as many of each
 * entity, each update by the entity's own user. Some notifications are lost, some come twice, some
 * after the next one of their subscription.
 */
final class ManySubscriptionsKept {
  static final int UPDATES = 100;
  private static final int BOOKS_ON_THE_WAY = 10;

  private final int entities;
  private final int each;
  private final ArrivalLedger ledger;

  /** By entity and subscription: the number of the last update that was notified, and one. */
  private final int[] next;

  private ManySubscriptionsKept(int entities, int each) {
    this.entities = entities;
    this.each = each;
    this.next = new int[entities * each];
    this.ledger =
        new ArrivalLedger(
                List.of(ManyReceiversKept.FLOW),
                Map.of(),
                entities,
                ManyReceiversKept.RUN,
                ClockWatch.ofThisHost())
            .withReceivers(Map.of(ManyReceiversKept.FLOW, each));
  }

  static boolean lost(int n, int subscription) {
    return (n * 31 + subscription * 7) % 97 == 5;
  }

  static boolean twice(int n, int subscription) {
    return (n * 13 + subscription * 3) % 101 == 7;
  }

  static boolean late(int n, int subscription) {
    return (n * 17 + subscription * 5) % 89 == 3;
  }

  /** Arguments: the directory for book and result, entities, subscriptions of each. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    int entities = Integer.parseInt(arguments[1]);
    long begun = System.nanoTime();
    Path file = directory.resolve(BackendBook.FILE);
    new ManySubscriptionsKept(entities, Integer.parseInt(arguments[2])).keep(file);
    long kept = System.nanoTime();
    BackendBook book = ResultFiles.read(file, BackendBook.class);
    Result result = Result.join(ManyReceiversKept.device(entities * UPDATES), book, List.of());
    ResultFiles.write(directory.resolve(Result.FILE), result);
    System.out.printf(
        "%,d notifications kept in %d ms and judged in %d ms%n",
        book.flows().get(ManyReceiversKept.FLOW).measured().records(),
        (kept - begun) / 1_000_000,
        (System.nanoTime() - kept) / 1_000_000);
  }

  private void keep(Path file) throws IOException {
    for (int update = 0; update < UPDATES; update++) {
      for (int entity = 0; entity < entities; entity++) {
        int n = update * entities + entity;
        arrive(n, false);
        if (update > 0) {
          arrive(n - entities, true);
        }
      }
      if (update % (UPDATES / BOOKS_ON_THE_WAY) == 0) {
        ResultFiles.write(file, ledger.book("many", false, false, update, null));
      }
    }
    for (int entity = 0; entity < entities; entity++) {
      arrive((UPDATES - 1) * entities + entity, true);
    }
    ResultFiles.write(file, ledger.book("many", true, true, UPDATES, null));
  }

  /** An update at its subscriptions: at those where it is late, or at the others. */
  private void arrive(int n, boolean late) {
    byte[] value = stamp(n).text().getBytes(StandardCharsets.US_ASCII);
    for (int subscription = 0; subscription < each; subscription++) {
      if (!lost(n, subscription) && late(n, subscription) == late) {
        int times = twice(n, subscription) ? 2 : 1;
        for (int time = 0; time < times; time++) {
          Stamp found = Stamp.find(value).orElseThrow();
          long received = found.sent() + 1_000_000L + subscription;
          ledger.arrived(found, received, subscription, overtaken(found, subscription));
        }
      }
    }
  }

  private Stamp stamp(int n) {
    long sent = 1_700_000_000_000_000_000L + n * 1_000_000L;
    return new Stamp(
        ManyReceiversKept.RUN,
        ManyReceiversKept.FLOW,
        Period.MEASURED,
        n % entities,
        n,
        sent,
        sent);
  }

  private boolean overtaken(Stamp stamp, int subscription) {
    int thing = stamp.device() * each + subscription;
    if (stamp.n() < next[thing]) {
      return true;
    }
    next[thing] = stamp.n() + 1;
    return false;
  }
}
