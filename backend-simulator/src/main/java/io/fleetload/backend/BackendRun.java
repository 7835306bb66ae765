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
import io.fleetload.results.ResultView;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.MessageSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** One run of the backend, from the first connection to the last line of its book. */
final class BackendRun {
  private static final long RENEWAL_NANOS = 2_000_000_000L;
  private static final long LOOK_NANOS = 500_000_000L;

  /**
   * Time after the devices' end in which a message that was on its way may still arrive without
   * being late, in ns.
   */
  private static final long ON_ITS_WAY_NANOS = 1_000_000_000L;

  private final Plan plan;
  private final BackendDriver driver;
  private final BackendWatch watch;
  private final BookOnDisk disk;
  private final Teller teller;
  private final StopSignal stop;
  private final RunClock clock;
  private final Optional<BackendMetrics> metrics;

  /**
   * The request for a reception.
   *
   * @param runName the profile's {@code run.name}
   * @param ledger counts what arrives
   * @param longestNanos how long to receive, in ns; {@link Long#MAX_VALUE} to receive until it is
   *     stopped
   * @param progressNanos how often to report progress, in ns
   * @param late the wait for what the devices' books confirm
   * @param views further forms in which its book is written
   */
  record Plan(
      String runName,
      ArrivalLedger ledger,
      long longestNanos,
      long progressNanos,
      LateArrivals late,
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
   * Runs until it is stopped or its time is up. The book is written however it ends.
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
    say(reception.remarks(), said);
    Set<String> before = Set.copyOf(reception.remarks());
    Between between = new Between(reception, ledger, begun);
    List<String> notes = new ArrayList<>();
    boolean complete = false;
    Optional<BackendReading.Behind> behind = Optional.empty();
    try {
      reception.receive(
          () -> stop.why() != null || clock.nanos() - begun >= plan.longestNanos(), between);
      if (stop.why() == StopSignal.Why.INTERRUPTED) {
        return ExitCode.INTERRUPTED;
      }
      awaitLate(reception, ledger, between).ifPresent(notes::add);
      behind = new FinalWait(reception, stop).read(between);
      complete = behind.filter(BackendReading.Behind::isCutShort).isEmpty();
      if (!complete) {
        return ExitCode.INTERRUPTED;
      }
      return limited(watch.health()) ? ExitCode.GENERATOR_LIMITED : ExitCode.PASSED;
    } finally {
      between.silence.note(reception.source(), clock).ifPresent(notes::add);
      reception.remarks().stream()
          .filter(each -> !before.contains(each))
          .distinct()
          .forEach(notes::add);
      say(notes, said);
      between.progress.show();
      BackendBook read =
          ledger.book(
              plan.runName(),
              complete,
              complete && behind.isEmpty(),
              seconds(begun),
              with(notes, watch.health()));
      BackendBook book = behind.map(read::with).orElse(read);
      disk.last(book, plan.views());
    }
  }

  /**
   * Goes on receiving while messages are missing that the devices' books confirm, until the time
   * for that is over. What arrives meanwhile is late.
   *
   * @return what there was to wait for, in a sentence
   */
  private Optional<String> awaitLate(
      BackendDriver.Reception reception, ArrivalLedger ledger, Between between)
      throws TargetException, InterruptedException {
    long begun = clock.nanos();
    LateArrivals late = plan.late();
    Missing missing =
        late.part().of() > 1
            ? null
            : new Missing(
                ledger,
                late.confirmed(ledger.runId() == null ? "" : ledger.runId().toString()),
                begun);
    reception.receive(
        () -> {
          long now = clock.nanos();
          if (now - begun >= ON_ITS_WAY_NANOS) {
            ledger.devicesEnded();
          }
          return stop.isSignalled()
              || now - begun >= late.longest().nanos()
              || (missing != null && missing.isNothing(now));
        },
        between);
    return missing == null ? Optional.empty() : missing.note(seconds(begun));
  }

  /** The confirmed messages that have not arrived. */
  private final class Missing {
    private final ArrivalLedger ledger;
    private final CompletableFuture<Optional<LateArrivals.DeviceBooks>> confirmed;
    private long looked;

    /** By flow; null before they are known. */
    private Map<String, MessageSet> lacking;

    private long unannounced;
    private long atFirst;
    private long unannouncedAtFirst;

    private Missing(
        ArrivalLedger ledger,
        CompletableFuture<Optional<LateArrivals.DeviceBooks>> confirmed,
        long now) {
      this.ledger = ledger;
      this.confirmed = confirmed;
      this.looked = now - LOOK_NANOS;
    }

    /**
     * Checks whether there is nothing to wait for; false while the devices' books are being read.
     */
    boolean isNothing(long now) {
      if (!confirmed.isDone() || now - looked < LOOK_NANOS) {
        return false;
      }
      looked = now;
      if (lacking == null) {
        lacking =
            new HashMap<>(
                confirmed.join().map(LateArrivals.DeviceBooks::messages).orElse(Map.of()));
        atFirst = left();
        unannouncedAtFirst = unannounced();
      }
      unannounced = unannounced();
      return left() == 0 && unannounced == 0;
    }

    /** Number of messages that have not arrived. Those that arrived are not looked for again. */
    private long left() {
      lacking.replaceAll(ledger::lacking);
      return lacking.values().stream().mapToLong(MessageSet::size).sum();
    }

    private long unannounced() {
      return confirmed
          .join()
          .filter(books -> books.sessions() != null)
          .map(books -> ledger.unannounced(books.sessions(), books.closed()))
          .orElse(0L);
    }

    /** The wait for announcements alone, in a sentence. */
    private Optional<String> noteOfSessions(double seconds) {
      return unannouncedAtFirst == 0
          ? Optional.empty()
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  "%,d begins or ends of sessions were not announced when the devices had ended;"
                      + " the backend waited %.1f s for them (phases.drain %s), and %,d came",
                  unannouncedAtFirst,
                  seconds,
                  plan.late().longest(),
                  unannouncedAtFirst - unannounced));
    }

    Optional<String> note(double seconds) {
      return atFirst == 0
          ? noteOfSessions(seconds)
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  "%,d of the confirmed messages had not arrived when the devices had ended; the"
                      + " backend waited %.1f s for them (phases.drain %s), and %,d came",
                  atFirst,
                  seconds,
                  plan.late().longest(),
                  atFirst - left()));
    }
  }

  /** The same with what a reader of the result should know; null before it says anything. */
  private static BackendBook.BackendHealth with(
      List<String> notes, BackendBook.BackendHealth health) {
    return health == null || notes.isEmpty()
        ? health
        : new BackendBook.BackendHealth(
            health.said().with(notes), health.lag(), health.loopDelay());
  }

  /** Says what the user should know and was not said before. */
  private void say(List<String> lines, Set<String> said) {
    lines.stream()
        .filter(said::add)
        .forEach(each -> teller.tell(new ToolEvent.Sentence(BackendCommand.NAME, each)));
  }

  private static boolean limited(BackendBook.BackendHealth health) {
    return health != null && !health.said().reasons().isEmpty();
  }

  private double seconds(long begun) {
    return (clock.nanos() - begun) / 1e9;
  }

  /** The work between two polls: reports progress and renews the book. */
  private final class Between implements Runnable {
    private final BackendDriver.Reception reception;
    private final ArrivalLedger ledger;
    private final ReceptionProgress progress;
    private final SourceSilence silence;
    private final long begun;
    private long renewed;

    private Between(BackendDriver.Reception reception, ArrivalLedger ledger, long begun) {
      this.reception = reception;
      this.ledger = ledger;
      this.begun = begun;
      this.renewed = begun;
      this.silence = new SourceSilence(begun);
      this.progress =
          new ReceptionProgress(ledger, watch, teller, plan.progressNanos(), begun, metrics);
    }

    @Override
    public void run() {
      long now = clock.nanos();
      silence.look(now, reception.answered());
      progress.at(now, reception.answered(), clock);
      if (now - renewed >= RENEWAL_NANOS && !disk.busy()) {
        renewed = now;
        disk.renew(ledger.book(plan.runName(), false, false, seconds(begun), watch.health()));
      }
    }
  }
}
