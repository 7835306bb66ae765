// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.WireLoop.DueWork;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventLoopWireTest {
  private static final long SECONDS = 60;

  private final OneThread thread = new OneThread("test-fleet");
  private final EventLoopWire wire = new EventLoopWire(thread.loop());

  @AfterEach
  void close() {
    thread.close();
  }

  private <T> T onLoop(Supplier<T> work) throws Exception {
    return CompletableFuture.supplyAsync(work, wire::execute).get(SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void tasksOfOtherThreadsRunOnTheLoopInTheirOrder() throws InterruptedException {
    List<Integer> order = new ArrayList<>();
    CountDownLatch last = new CountDownLatch(1);
    for (int i = 0; i < 1_000; i++) {
      int number = i;
      wire.execute(() -> order.add(number));
    }
    wire.execute(last::countDown);

    assertThat(last.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(order).hasSize(1_000).isSorted();
  }

  @Test
  void aTimerIsNeverEarlyAndAFailingTaskIsCountedAndDoesNotEndTheLoop() throws Exception {
    CompletableFuture<Long> fired = new CompletableFuture<>();
    long begun = System.nanoTime();
    wire.execute(
        () -> {
          throw new IllegalStateException("a task that fails, on purpose");
        });
    wire.execute(() -> wire.after(3_000_000, () -> fired.complete(System.nanoTime())));

    assertThat(fired.get(SECONDS, TimeUnit.SECONDS) - begun).isGreaterThanOrEqualTo(3_000_000);
    assertThat(onLoop(wire::faults)).isEqualTo(1);
  }

  /** Also after a backlog, which is worked off without a pause. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3_000})
  void dueWorkIsAskedAgainWhenItSaid(int atOnce) throws Exception {
    int times = atOnce + 100;
    List<Long> asked = new ArrayList<>();
    CompletableFuture<List<Long>> done = new CompletableFuture<>();
    wire.execute(
        () ->
            wire.drive(
                now -> {
                  asked.add(now);
                  if (asked.size() == times) {
                    done.complete(asked);
                    return Long.MAX_VALUE;
                  }
                  return asked.size() <= atOnce ? now : now + 500_000;
                }));

    List<Long> when = done.get(SECONDS, TimeUnit.SECONDS);
    for (int i = atOnce + 1; i < times; i++) {
      assertThat(when.get(i) - when.get(i - 1)).isGreaterThanOrEqualTo(500_000);
    }
  }

  @Test
  void whatIsDueSoonerThanItWasIsDoneWithinTheTaskThatMadeItDue() throws Exception {
    List<String> order = new ArrayList<>();
    onLoop(
        () -> {
          wire.drive(now -> Long.MAX_VALUE);
          return null;
        });
    onLoop(
        () -> {
          wire.drive(
              now -> {
                order.add("due");
                return Long.MAX_VALUE;
              });
          return order.add("task");
        });

    assertThat(onLoop(() -> List.copyOf(order))).containsExactly("task", "due");
  }

  @Test
  void inputGoesOnWhileABacklogOfDueWorkIsWorkedOff() throws Exception {
    CompletableFuture<Integer> input = new CompletableFuture<>();
    int[] asked = {0};
    wire.execute(
        () ->
            wire.drive(
                now -> {
                  if (asked[0]++ == 0) {
                    thread.loop().execute(() -> input.complete(asked[0]));
                  }
                  return input.isDone() ? Long.MAX_VALUE : now;
                }));

    assertThat(input.get(SECONDS, TimeUnit.SECONDS)).isPositive();
  }

  @Test
  void dueWorkThatFailsIsAskedAgain() throws Exception {
    CompletableFuture<Boolean> again = new CompletableFuture<>();
    boolean[] failed = {false};
    wire.execute(
        () ->
            wire.drive(
                now -> {
                  if (!failed[0]) {
                    failed[0] = true;
                    throw new IllegalStateException("due work that fails, on purpose");
                  }
                  again.complete(true);
                  return Long.MAX_VALUE;
                }));

    assertThat(again.get(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(onLoop(wire::faults)).isEqualTo(1);
  }

  @Test
  void theExecutorRunsAtOnceWhatComesFromItsOwnThread() throws Exception {
    List<String> order = new ArrayList<>();
    List<String> seen =
        onLoop(
            () -> {
              wire.executor().execute(() -> order.add("inner"));
              order.add("outer");
              return List.copyOf(order);
            });

    assertThat(seen).containsExactly("inner", "outer");
  }

  private static void fails() {
    throw new AssertionError("on purpose");
  }

  /** What the default handler is given, which ends the process of a tool. */
  private static Throwable uncaught(Runnable doing) throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    CompletableFuture<Throwable> died = new CompletableFuture<>();
    Thread.setDefaultUncaughtExceptionHandler((thread, why) -> died.complete(why));
    try {
      doing.run();
      return died.get(SECONDS, TimeUnit.SECONDS);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void anErrorInATaskATimerOrDueWorkIsTheHandlersOfTheThread() throws Exception {
    assertThat(uncaught(() -> wire.execute(EventLoopWireTest::fails))).hasMessage("on purpose");
    assertThat(uncaught(() -> wire.after(1_000, EventLoopWireTest::fails)))
        .hasMessage("on purpose");
    DueWork work =
        now -> {
          fails();
          return now;
        };
    assertThat(uncaught(() -> wire.execute(() -> wire.drive(work)))).hasMessage("on purpose");
  }

  /** A driver hands to the wire what its library read, on the loop's thread. */
  @Test
  void anErrorInWhatWasReadIsTheHandlersOfTheThread() throws Exception {
    assertThat(uncaught(() -> thread.loop().execute(() -> wire.run(EventLoopWireTest::fails))))
        .hasMessage("on purpose");
  }
}
