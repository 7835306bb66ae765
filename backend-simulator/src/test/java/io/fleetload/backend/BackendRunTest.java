// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.BookOnDisk;
import io.fleetload.backend.ledger.ClockWatch;
import io.fleetload.backend.metrics.BackendMetrics;
import io.fleetload.driver.BackendDriver;
import io.fleetload.health.BackendWatch;
import io.fleetload.hono.HonoPack;
import io.fleetload.hono.kafka.MockedKafka;
import io.fleetload.metrics.Meters;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.profile.Generator;
import io.fleetload.progress.ToolEvent;
import io.fleetload.quantity.Span;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.rig.Golden;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BackendRunTest {
  @TempDir private Path directory;

  private final HandClock clock = new HandClock();
  private final StopSignal stop = new StopSignal();
  private final MockedKafka kafka = new MockedKafka(clock, stop);
  private final Meters meters = new Meters();
  private final List<ToolEvent> told = new ArrayList<>();

  @Test
  void theEndOfTheInputEndsTheRunAndTheBookIsComplete() throws Exception {
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    kafka.then(() -> kafka.query(stamp("commandQuery", 0)));
    kafka.then(kafka::acknowledge);
    kafka.then(() -> stop.stop(StopSignal.Why.INPUT_CLOSED));

    assertThat(run(Long.MAX_VALUE).run()).isEqualTo(ExitCode.PASSED);

    BackendBook book = book();
    assertThat(book.reading().complete()).isTrue();
    assertThat(book.reading().caughtUp()).isTrue();
    assertThat(book.runId()).isEqualTo("ab12");
    assertThat(book.runName()).isEqualTo("test");
    assertThat(book.flows())
        .containsOnlyKeys("telemetry", "event", "commandQuery", "commandResponse");
    assertThat(book.flows().get("telemetry").received().contains(0)).isTrue();
    assertThat(book.flows().get("commandQuery").commands().written().contains(0)).isTrue();
  }

  @Test
  void whatIsInTheBookIsOnTheMetricsPage() throws Exception {
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    kafka.then(() -> kafka.query(stamp("commandQuery", 0)));
    kafka.then(kafka::acknowledge);
    kafka.then(() -> stop.stop(StopSignal.Why.INPUT_CLOSED));

    run(Long.MAX_VALUE).run();

    assertThat(meters.page())
        .contains(
            "fleetload_backend_received_total{flow=\"telemetry\",period=\"measured\"} 2.0\n",
            "fleetload_backend_duplicate_total{flow=\"telemetry\",period=\"measured\"} 1.0\n",
            "fleetload_backend_out_of_order_total{flow=\"telemetry\",period=\"measured\"} 0.0\n",
            "fleetload_backend_commands_written_total 1.0\n",
            "fleetload_backend_end_to_end_seconds_count{flow=\"telemetry\"} 1\n",
            "fleetload_backend_lag_seconds{quantile=\"0.99\"} 0.0\n",
            "jvm_memory_used_bytes");
  }

  @Test
  void theFlatReportLiesBesideTheBook() throws Exception {
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));

    run(1_000_000_000L).run();

    assertThat(Files.readString(directory.resolve("backend-simulator.json")))
        .contains(
            "\"type\" : \"backend-simulator\"",
            "\"receivedTelemetryCount\" : 1",
            "\"endToEndTelemetry\"",
            "\"99.9%\"",
            "\"runtimeInMinutes\"");
  }

  @Test
  void itEndsByItselfWhenItsTimeIsUp() throws Exception {
    assertThat(run(2_000_000_000L).run()).isEqualTo(ExitCode.PASSED);

    assertThat(book().reading().complete()).isTrue();
    assertThat(book().reading().runSeconds()).isBetween(2.0, 3.0);
  }

  @Test
  void aSignalLeavesWhatIsKnownMarkedIncomplete() throws Exception {
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    kafka.then(() -> stop.stop(StopSignal.Why.INTERRUPTED));

    assertThat(run(Long.MAX_VALUE).run()).isEqualTo(ExitCode.INTERRUPTED);

    assertThat(book().reading().complete()).isFalse();
    assertThat(book().flows().get("telemetry").received().size()).isEqualTo(1);
  }

  @Test
  void aFatalErrorLeavesWhatIsKnownMarkedIncomplete() throws Exception {
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    kafka.then(() -> kafka.failsForGood("not authorized"));

    assertThatThrownBy(() -> run(Long.MAX_VALUE).run()).isInstanceOf(TargetException.class);

    assertThat(book().reading().complete()).isFalse();
    assertThat(book().flows().get("telemetry").received().size()).isEqualTo(1);
  }

  @Test
  void itIsReadyFirstAndThenTellsEverySecondWhatArrived() throws Exception {
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));

    run(2_500_000_000L).run();

    assertThat(told.get(0)).isEqualTo(new ToolEvent.Ready("backend-simulator", null));
    ToolEvent.Progress first = (ToolEvent.Progress) told.get(1);
    assertThat(first.phase()).isEqualTo("receive");
    assertThat(first.flows().get("telemetry").reached()).isBetween(0.9, 1.0);
    assertThat(first.receipts()).isEqualTo(new ToolEvent.Receipts(1, 0, 0));
    ToolEvent.Progress second = (ToolEvent.Progress) told.get(2);
    assertThat(second.flows().get("telemetry").reached()).isZero();
  }

  @Test
  void whatTheReceptionRemarksIsSaidOnceAtTheBeginningAndTheRestAtTheEnd() throws Exception {
    List<String> remarks = new ArrayList<>(List.of("made"));
    BackendDriver remarking = (book, watch) -> new Remarking(remarks);

    run(1_500_000_000L, new BookOnDisk(directory, text -> {}), remarking).run();

    assertThat(book().reading().behind().sentence())
        .contains("not read to the end", "still delivered");
    assertThat(told)
        .filteredOn(ToolEvent.Sentence.class::isInstance)
        .containsExactly(
            new ToolEvent.Sentence("backend-simulator", "made"),
            new ToolEvent.Sentence("backend-simulator", "refused"));
  }

  @Test
  void aSignalEndsTheReadOfATopicAndWhatIsMissingIsNotKnown() throws Exception {
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    kafka.then(() -> stop.stop(StopSignal.Why.INPUT_CLOSED));
    kafka.then(() -> stop.stop(StopSignal.Why.INTERRUPTED));

    assertThat(run(Long.MAX_VALUE).run()).isEqualTo(ExitCode.INTERRUPTED);

    assertThatTheWaitWasCutShort("Kafka at 127.0.0.1:9092 (target.kafka)");
    assertThat(book().flows().get("telemetry").received().size()).isEqualTo(1);
    assertThat(clock.nanos()).isLessThan(1_000_000_000L);
  }

  @Test
  void aSignalEndsTheWaitForATargetThatDeliversForEver() throws Exception {
    BackendDriver endless =
        (book, watch) ->
            new CatchingUp(
                between -> {
                  for (int look = 0; look < 2_500; look++) {
                    clock.pass(Duration.ofMillis(10));
                    if (look == 30) {
                      stop.stop(StopSignal.Why.INTERRUPTED);
                    }
                    between.run();
                  }
                });

    assertThat(run(endless).run()).isEqualTo(ExitCode.INTERRUPTED);

    assertThatTheWaitWasCutShort("the target");
    assertThat(clock.nanos()).isLessThan(1_300_000_000L);
  }

  @Test
  @Timeout(60)
  void aSignalEndsTheWaitOfAClientThatDoesNotLook() throws Exception {
    BackendDriver waiting =
        (book, watch) ->
            new CatchingUp(
                between -> {
                  new Thread(() -> stop.stop(StopSignal.Why.INTERRUPTED)).start();
                  new CountDownLatch(1).await();
                });

    assertThat(run(waiting).run()).isEqualTo(ExitCode.INTERRUPTED);

    assertThatTheWaitWasCutShort("the target");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void whatAnInterruptedClientSaysOfTheTargetIsNotTheTargetsFault() throws Exception {
    BackendDriver failing =
        (book, watch) ->
            new CatchingUp(
                between -> {
                  stop.stop(StopSignal.Why.INTERRUPTED);
                  throw new TargetException("the store does not answer");
                });

    assertThat(run(failing).run()).isEqualTo(ExitCode.INTERRUPTED);

    assertThatTheWaitWasCutShort("the target");
  }

  @Test
  void afterASignalNothingIsAskedOfTheTarget() throws Exception {
    BackendDriver untouched =
        (book, watch) ->
            new CatchingUp(
                between -> {
                  throw new AssertionError("it was asked");
                });
    stop.stop(StopSignal.Why.INPUT_CLOSED);
    stop.stop(StopSignal.Why.INTERRUPTED);

    assertThat(run(untouched).run()).isEqualTo(ExitCode.INTERRUPTED);

    assertThatTheWaitWasCutShort("the target");
  }

  private BackendRun run(BackendDriver driver) {
    stop.stop(StopSignal.Why.INPUT_CLOSED);
    return run(Long.MAX_VALUE, new BookOnDisk(directory, text -> {}), driver);
  }

  private void assertThatTheWaitWasCutShort(String source) throws IOException {
    BackendReading reading = book().reading();
    assertThat(reading.complete()).isFalse();
    assertThat(reading.caughtUp()).isFalse();
    assertThat(reading.behind())
        .isEqualTo(new BackendReading.Behind(source, BackendReading.Behind.CUT_SHORT));
  }

  /** A wait at the end. */
  @FunctionalInterface
  private interface Wait {
    void until(Runnable between) throws TargetException, InterruptedException;
  }

  /** Receives nothing, and waits at its end. */
  private record CatchingUp(Wait pack) implements BackendDriver.Reception {
    @Override
    public void receive(BooleanSupplier stop, Runnable between) {
      // Nothing comes.
    }

    @Override
    public Optional<BackendReading.Behind> catchUp(Runnable between)
        throws TargetException, InterruptedException {
      pack.until(between);
      return Optional.empty();
    }

    @Override
    public long answered() {
      return 0;
    }

    @Override
    public void close() {}
  }

  /** Receives nothing and has more to say at its end. */
  private record Remarking(List<String> remarks) implements BackendDriver.Reception {
    @Override
    public void receive(BooleanSupplier stop, Runnable between) {
      remarks.add("refused");
    }

    @Override
    public Optional<BackendReading.Behind> catchUp(Runnable between) {
      return Optional.of(new BackendReading.Behind("it", BackendReading.Behind.STILL_COMING));
    }

    @Override
    public long answered() {
      return 0;
    }

    @Override
    public void close() {}
  }

  @Test
  void aConfirmedMessageThatComesTwelveSecondsLaterIsWaitedForAndNotLost() throws Exception {
    devicesConfirmed(true, 0, 1);
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    kafka.then(() -> stop.stop(StopSignal.Why.INPUT_CLOSED));
    for (int i = 0; i < 1_200; i++) {
      kafka.consumerIdles();
    }
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 1)));

    assertThat(run(Long.MAX_VALUE).run()).isEqualTo(ExitCode.PASSED);

    assertThat(book().flows().get("telemetry").received().size()).isEqualTo(2);
    assertThat(book().flows().get("telemetry").late().contains(1)).isTrue();
    assertThat(book().flows().get("telemetry").late().size()).isEqualTo(1);
    assertThat(book().health().said().notes())
        .singleElement(STRING)
        .contains("phases.drain 15s", "1 came")
        .satisfies(line -> Golden.of("backend").holds("messages that came late", line));
    assertThat(clock.nanos()).isBetween(12_000_000_000L, 14_000_000_000L);
  }

  @Test
  void whatWasOnItsWayWhenTheDevicesEndedIsNotLate() throws Exception {
    devicesConfirmed(true, 0, 1);
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    kafka.then(() -> stop.stop(StopSignal.Why.INPUT_CLOSED));
    for (int i = 0; i < 50; i++) {
      kafka.consumerIdles();
    }
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 1)));

    run(Long.MAX_VALUE).run();

    assertThat(book().flows().get("telemetry").received().size()).isEqualTo(2);
    assertThat(book().flows().get("telemetry").late().size()).isZero();
  }

  @Test
  void oneOfSeveralBackendsKnowsWhatIsLateToo() throws Exception {
    kafka.then(() -> stop.stop(StopSignal.Why.INPUT_CLOSED));
    for (int i = 0; i < 300; i++) {
      kafka.consumerIdles();
    }
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 1)));

    run(Long.MAX_VALUE, new BookOnDisk(directory, text -> {}), kafka::open, new Shard(1, 2)).run();

    assertThat(book().flows().get("telemetry").late().contains(1)).isTrue();
  }

  @Test
  void aConfirmedMessageThatNeverComesIsLostOnceTheDrainIsOver() throws Exception {
    devicesConfirmed(true, 0, 1);
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    kafka.then(() -> stop.stop(StopSignal.Why.INPUT_CLOSED));

    assertThat(run(Long.MAX_VALUE).run()).isEqualTo(ExitCode.PASSED);

    assertThat(book().reading().caughtUp()).isTrue();
    assertThat(book().health().said().notes())
        .singleElement(STRING)
        .contains("15.0 s", "phases.drain 15s", "0 came");
  }

  @Test
  void whereAllThatWasConfirmedIsThereNothingIsWaitedFor() throws Exception {
    devicesConfirmed(true, 0);
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    kafka.then(() -> stop.stop(StopSignal.Why.INPUT_CLOSED));

    run(Long.MAX_VALUE).run();

    assertThat(book().health().said().notes()).isEmpty();
    assertThat(clock.nanos()).isLessThan(1_000_000_000L);
  }

  @Test
  void devicesThatDidNotComeToTheirEndAreNotWaitedFor() throws Exception {
    devicesConfirmed(false, 0, 1);
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    kafka.then(() -> stop.stop(StopSignal.Why.INPUT_CLOSED));

    run(Long.MAX_VALUE).run();

    assertThat(clock.nanos()).isLessThan(1_000_000_000L);
  }

  @Test
  void aSourceThatDoesNotAnswerIsANoteOfTheResult() throws Exception {
    BackendDriver silent = (arrivals, watch) -> new Silent(kafka.open(arrivals, watch), clock);
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 0)));
    for (int i = 0; i < 1_000; i++) {
      kafka.consumerIdles();
    }
    kafka.then(() -> kafka.telemetry(stamp("telemetry", 1)));
    kafka.then(() -> stop.stop(StopSignal.Why.INPUT_CLOSED));

    run(Long.MAX_VALUE, new BookOnDisk(directory, text -> {}), silent).run();

    assertThat(book().health().said().notes())
        .singleElement(STRING)
        .contains("Kafka at 127.0.0.1:9092 (target.kafka)", "about 10 s")
        .satisfies(line -> Golden.of("backend").holds("a source that does not answer", line));
    assertThat(told).contains(new ToolEvent.Sentence("backend-simulator", note()));
  }

  private String note() throws IOException {
    return book().health().said().notes().get(0);
  }

  /** A reception from what answers for 5 ms, and then no more. */
  private record Silent(BackendDriver.Reception all, HandClock clock)
      implements BackendDriver.Reception {
    @Override
    public String source() {
      return all.source();
    }

    @Override
    public void receive(BooleanSupplier stop, Runnable between)
        throws TargetException, InterruptedException {
      all.receive(stop, between);
    }

    @Override
    public Optional<BackendReading.Behind> catchUp(Runnable between)
        throws TargetException, InterruptedException {
      return all.catchUp(between);
    }

    @Override
    public long answered() {
      return Math.min(clock.nanos(), 5_000_000L);
    }

    @Override
    public void close() {
      all.close();
    }
  }

  /** Leaves the book of devices that had these telemetry messages confirmed. */
  private void devicesConfirmed(boolean complete, int... numbers) throws IOException {
    MessageSet ok = new MessageSet();
    for (int each : numbers) {
      ok.add(each);
    }
    LatencyHistogram none = new LatencyHistogram();
    ResultFiles.write(
        directory.resolve(DeviceBook.FILE),
        new DeviceBook(
            DeviceBook.VERSION,
            "ab12",
            "test",
            complete,
            null,
            RunTimeline.of(0, List.of()),
            new DeviceBook.FleetCounts(1, 1, 1, Map.of(), 0, none, null, null, null),
            Map.of(
                "telemetry",
                new DeviceBook.DeviceFlow(
                    FlowTerms.rate(1.0),
                    new FlowNumbers(0, 2, null),
                    FlowTotals.none(),
                    ok,
                    ok,
                    new MessageSet(),
                    new PerSecond(
                        List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), null),
                    null,
                    null)),
            null,
            GeneratorBook.of(new GeneratorHealth(none.summary(), 1, 0, 0, List.of()))));
  }

  @Test
  void theBookIsRenewedWhileTheRunGoesOn() throws Exception {
    BookOnDisk disk = new BookOnDisk(directory, text -> {});
    List<Boolean> seen = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      kafka.consumerIdles();
    }
    kafka.then(
        () -> {
          while (disk.busy()) {
            Thread.onSpinWait();
          }
          seen.add(completeOnDisk());
          stop.stop(StopSignal.Why.INPUT_CLOSED);
        });

    run(Long.MAX_VALUE, disk).run();

    assertThat(seen).containsExactly(false);
    assertThat(book().reading().complete()).isTrue();
  }

  private boolean completeOnDisk() {
    try {
      return book().reading().complete();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private BackendRun run(long longestNanos) {
    return run(longestNanos, new BookOnDisk(directory, text -> {}));
  }

  private BackendRun run(long longestNanos, BookOnDisk disk) {
    return run(longestNanos, disk, kafka::open);
  }

  private BackendRun run(long longestNanos, BookOnDisk disk, BackendDriver driver) {
    return run(longestNanos, disk, driver, Shard.WHOLE);
  }

  private BackendRun run(long longestNanos, BookOnDisk disk, BackendDriver driver, Shard part) {
    return new BackendRun(
        new BackendRun.Plan(
            "test",
            new ArrivalLedger(
                List.of("telemetry", "event", "commandQuery", "commandResponse"),
                Map.of("commandResponse", "commandQuery"),
                50,
                RunId.parse("ab12"),
                ClockWatch.ofThisHost()),
            longestNanos,
            Duration.ofSeconds(1).toNanos(),
            new LateArrivals(directory, part, Span.parse("15s"), Runnable::run),
            new HonoPack().views()),
        driver,
        new BackendWatch(new Generator(null)),
        disk,
        told::add,
        stop,
        clock,
        Optional.of(new BackendMetrics(meters)));
  }

  private BackendBook book() throws IOException {
    return ResultFiles.read(directory.resolve(BackendBook.FILE), BackendBook.class);
  }

  private static Stamp stamp(String flow, int n) {
    return new Stamp(
        RunId.parse("ab12"), flow, Period.MEASURED, 1, n, HandClock.EPOCH, HandClock.EPOCH);
  }
}
