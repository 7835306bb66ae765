// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.hono.HonoPack;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import io.fleetload.results.book.BackendBook;
import io.fleetload.rig.LongRun;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Keeps the backend's books of a long run. */
final class LongRunKept implements LongRun.Side {
  private final LongRun run;
  private final Path file;
  private final ArrivalLedger ledger;
  private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

  private LongRunKept(LongRun run) {
    this.run = run;
    this.file = run.directory().resolve(BackendBook.FILE);
    this.ledger =
        new ArrivalLedger(
                LongRun.FLOWS,
                Map.of(LongRun.ANSWER, LongRun.QUERY),
                run.devices(),
                RunId.parse("c0ffee"),
                ClockWatch.ofThisHost())
            .withStoreOf(LongRun.FLOWS);
  }

  /** The run's {@link LongRun#of}. */
  public static void main(String[] arguments) throws IOException {
    LongRun run = LongRun.of(arguments);
    run.keep(new LongRunKept(run));
  }

  @Override
  public void renewed(int second) throws IOException {
    ResultFiles.write(file, ledger.book("long run", false, false, second, null));
  }

  @Override
  public void closed() throws IOException {
    BackendBook last = ledger.book("long run", true, true, run.seconds(), null);
    ResultFiles.write(file, last);
    for (ResultView view : new HonoPack().views()) {
      view.write(last, file.getParent());
    }
  }

  @Override
  public void message(String flow, int n, long sent) {
    boolean query = flow.equals(LongRun.QUERY);
    boolean lost = !query && n % 9_973 == 2;
    boolean overtaken = n % 4_001 == 4 && n + run.devices() < run.perFlow();
    if (n % 10_007 != 0 && !lost && !overtaken) {
      arrives(flow, n, sent);
      if (n % 20_011 == 3) {
        arrives(flow, n, sent);
      }
      if (query) {
        ledger.written(LongRun.QUERY, n);
      }
    }
    // The one that this message of the same device overtook comes after it.
    int earlier = n - run.devices();
    if (earlier >= 0 && earlier % 4_001 == 4 && earlier % 10_007 != 0) {
      arrives(flow, earlier, sent - LongRun.SECOND);
      if (query) {
        ledger.written(LongRun.QUERY, earlier);
      }
    }
  }

  private void arrives(String flow, int n, long sent) {
    long received = sent + 1_000_000 + random.nextInt(1 << random.nextInt(8, 29));
    Stamp stamp =
        new Stamp(
            RunId.parse("c0ffee"),
            flow,
            n < run.warm() ? Period.WARM_UP : Period.MEASURED,
            n % run.devices(),
            n,
            sent,
            sent,
            flow.equals(LongRun.ANSWER)
                ? new Stamp.Legs(sent - 9_000_000, sent - 6_000_000, sent - 5_000_000, sent)
                : null);
    ledger.arrived(stamp, received);
    ledger.stored(stamp);
  }
}
