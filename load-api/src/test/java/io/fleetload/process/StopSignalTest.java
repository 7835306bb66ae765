// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopSignalTest {

  private final StopSignal stop = new StopSignal();
  private final List<String> called = new ArrayList<>();

  @Test
  void listenersAreToldInTheirOrderAndOnlyOnce() {
    stop.onStop(() -> called.add("first"));
    stop.onStop(() -> called.add("second"));
    assertThat(stop.why()).isNull();
    stop.stop(StopSignal.Why.INTERRUPTED);
    stop.stop(StopSignal.Why.INPUT_CLOSED);
    assertThat(called).containsExactly("first", "second");
    assertThat(stop.why()).isEqualTo(StopSignal.Why.INTERRUPTED);
  }

  @Test
  void aListenerThatComesLateIsToldAtOnce() {
    stop.stop(StopSignal.Why.INTERRUPTED);
    stop.onStop(() -> called.add("late"));
    assertThat(called).containsExactly("late");
  }

  @Test
  void aSignalIsHeardAfterTheEndOfTheInputToo() {
    stop.onSignal(() -> called.add("signal"));
    stop.stop(StopSignal.Why.INPUT_CLOSED);
    assertThat(called).isEmpty();
    assertThat(stop.isSignalled()).isFalse();

    stop.stop(StopSignal.Why.INTERRUPTED);
    stop.stop(StopSignal.Why.INTERRUPTED);
    stop.onSignal(() -> called.add("late"));

    assertThat(called).containsExactly("signal", "late");
    assertThat(stop.isSignalled()).isTrue();
    assertThat(stop.why()).isEqualTo(StopSignal.Why.INPUT_CLOSED);
  }

  @Test
  void theEndOfTheInputStopsAndWhatStandsInItDoesNot() throws Exception {
    CountDownLatch stopped = new CountDownLatch(1);
    stop.onStop(stopped::countDown);
    PipedInputStream input = new PipedInputStream();
    try (PipedOutputStream parent = new PipedOutputStream(input)) {
      stop.watch(input);
      parent.write("stop\n".getBytes(StandardCharsets.UTF_8));
      parent.flush();
      assertThat(stop.why()).isNull();
    }
    assertThat(stopped.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(stop.why()).isEqualTo(StopSignal.Why.INPUT_CLOSED);
  }

  @Test
  @Timeout(60)
  void aLineOfTheInputLetsATaskBeginAndSoDoesTheStop() throws Exception {
    assertThat(stop.watchesInput()).isFalse();
    PipedInputStream input = new PipedInputStream();
    try (PipedOutputStream parent = new PipedOutputStream(input)) {
      stop.watch(input);
      CompletableFuture<StopSignal.Why> begun = begunWhenTold(stop);
      parent.write('b');
      parent.flush();
      assertThat(stop.watchesInput()).isTrue();
      assertThat(begun).isNotDone();

      parent.write('\n');
      parent.flush();
      assertThat(begun.get()).as("nobody wants it to stop").isNull();
    }
    StopSignal other = new StopSignal();
    CompletableFuture<StopSignal.Why> never = begunWhenTold(other);
    other.stop(StopSignal.Why.INTERRUPTED);
    assertThat(never.get()).isEqualTo(StopSignal.Why.INTERRUPTED);
  }

  private static CompletableFuture<StopSignal.Why> begunWhenTold(StopSignal stop) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            stop.awaitLine();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return stop.why();
        });
  }

  @Test
  @Timeout(60)
  void whoHasFinishedNoLongerReadsItsInput() throws Exception {
    Pipe pipe = Pipe.open();
    stop.watch(Channels.newInputStream(pipe.source()));
    stop.finished();
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals("stop-on-input-end")) {
        each.join();
      }
    }
    assertThat(stop.why()).isNull();
    pipe.sink().close();
  }

  /** A tool that ends with a code of its own once a signal came. */
  static final class EndsWith {
    private EndsWith() {}

    public static void main(String[] arguments) throws InterruptedException {
      StopSignal stop = new StopSignal();
      stop.watchSignals();
      CountDownLatch signalled = new CountDownLatch(1);
      stop.onStop(signalled::countDown);
      System.out.println("begun");
      signalled.await();
      stop.finished(Integer.parseInt(arguments[0]));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "3, 3", "130, 130"})
  @Timeout(60)
  void aSignalEndsAToolWithTheCodeThatItCameTo(String code, int exitCode) throws Exception {
    assertThat(terminated(List.of(), code)).isEqualTo(exitCode);
  }

  @Test
  @Timeout(60)
  void whoWasStartedByTheScriptSaysACrossedThresholdAsThatWantsIt() throws Exception {
    assertThat(terminated(List.of("-Dfleetload.crossed=101"), "1")).isEqualTo(101);
  }

  private static int terminated(List<String> options, String code) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), EndsWith.class.getName(), code));
    Process process = new ProcessBuilder(command).start();
    assertThat(process.inputReader().readLine()).isEqualTo("begun");
    process.destroy();
    return process.waitFor();
  }

  @Test
  void anInputThatBreaksHasEnded() throws Exception {
    CountDownLatch stopped = new CountDownLatch(1);
    stop.onStop(stopped::countDown);
    // Nothing is connected to it: every read fails.
    stop.watch(new PipedInputStream());
    assertThat(stopped.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(stop.why()).isEqualTo(StopSignal.Why.INPUT_CLOSED);
  }
}
