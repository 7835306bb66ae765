// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.BookOnDisk;
import io.fleetload.backend.metrics.BackendMetrics;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.BackendBook;
import io.fleetload.results.ExitCode;
import io.fleetload.results.ResultView;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One run of the backend, from the first connection to the last line of its book. */
final class BackendRun {
  private static final long RENEWAL_NANOS = 2_000_000_000L;

  private final Plan plan;
  private final BackendDriver driver;
  private final BackendWatch watch;
  private final BookOnDisk disk;
  private final Teller teller;
  private final StopSignal stop;
  private final RunClock clock;
  private final Optional<BackendMetrics> metrics;

  /**
   * What is asked of it.
   *
   * @param runName the profile's {@code run.name}
   * @param ledger counts what arrives
   * @param longestNanos how long to receive, in ns; {@link Long#MAX_VALUE} for until it is told
   * @param progressNanos how often to tell how far it is, in ns
   * @param views further forms in which its book is written
   */
  record Plan(
      String runName,
      ArrivalLedger ledger,
      long longestNanos,
      long progressNanos,
      List<ResultView> views) {}

  BackendRun(
      Plan plan,
      BackendDriver driver,
      BackendWatch watch,
      BookOnDisk disk,
      Teller teller,
      StopSignal stop,
      RunClock clock,
      Optional<BackendMetrics> metrics) {
    this.plan = plan;
    this.driver = driver;
    this.watch = watch;
    this.disk = disk;
    this.teller = teller;
    this.stop = stop;
    this.clock = clock;
    this.metrics = metrics;
  }

  /**
   * Runs until it is told to stop or its time is up. The book is written however it ends.
   *
   * @throws TargetException if the target is not there, not ready, or fails for good
   * @throws UsageException if the profile's way to it is wrong
   * @throws IOException if the book cannot be written
   * @throws InterruptedException if the thread was interrupted
   */
  ExitCode run() throws TargetException, UsageException, IOException, InterruptedException {
    try (BackendDriver.Reception reception = driver.open(plan.ledger(), watch)) {
      return receive(reception, plan.ledger());
    }
  }

  private ExitCode receive(BackendDriver.Reception reception, ArrivalLedger ledger)
      throws TargetException, IOException, InterruptedException {
    long begun = clock.nanos();
    teller.tell(new ToolEvent.Ready(BackendCommand.NAME, reception.described()));
    Set<String> said = new HashSet<>();
    say(reception, said);
    Between between = new Between(reception, ledger, begun);
    boolean complete = false;
    Optional<BackendBook.Behind> behind = Optional.empty();
    try {
      reception.receive(
          () -> stop.why() != null || clock.nanos() - begun >= plan.longestNanos(), between);
      if (stop.why() == StopSignal.Why.INTERRUPTED) {
        return ExitCode.INTERRUPTED;
      }
      behind = reception.catchUp(between);
      complete = true;
      return limited(watch.health()) ? ExitCode.GENERATOR_LIMITED : ExitCode.PASSED;
    } finally {
      say(reception, said);
      between.progress.show();
      BackendBook read =
          ledger.book(
              plan.runName(),
              complete,
              complete && behind.isEmpty(),
              seconds(begun),
              watch.health());
      BackendBook book = behind.map(read::with).orElse(read);
      disk.last(book, plan.views());
    }
  }

  /** Says what the user should know and was not said before. */
  private void say(BackendDriver.Reception reception, Set<String> said) {
    reception.remarks().stream()
        .filter(said::add)
        .forEach(each -> teller.tell(new ToolEvent.Said(BackendCommand.NAME, each)));
  }

  private static boolean limited(BackendBook.Health health) {
    return health != null && !health.said().reasons().isEmpty();
  }

  private double seconds(long begun) {
    return (clock.nanos() - begun) / 1e9;
  }

  /** What is done between two polls: telling how far it is, and renewing the book. */
  private final class Between implements Runnable {
    private final BackendDriver.Reception reception;
    private final ArrivalLedger ledger;
    private final ReceptionProgress progress;
    private final long begun;
    private long renewed;

    private Between(BackendDriver.Reception reception, ArrivalLedger ledger, long begun) {
      this.reception = reception;
      this.ledger = ledger;
      this.begun = begun;
      this.renewed = begun;
      this.progress =
          new ReceptionProgress(ledger, watch, teller, plan.progressNanos(), begun, metrics);
    }

    @Override
    public void run() {
      long now = clock.nanos();
      progress.at(now, reception.answered(), clock);
      if (now - renewed >= RENEWAL_NANOS && !disk.busy()) {
        renewed = now;
        disk.renew(ledger.book(plan.runName(), false, false, seconds(begun), watch.health()));
      }
    }
  }
}
