// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

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
  void anInputThatBreaksHasEnded() throws Exception {
    CountDownLatch stopped = new CountDownLatch(1);
    stop.onStop(stopped::countDown);
    // Nothing is connected to it: every read fails.
    stop.watch(new PipedInputStream());
    assertThat(stopped.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(stop.why()).isEqualTo(StopSignal.Why.INPUT_CLOSED);
  }
}
