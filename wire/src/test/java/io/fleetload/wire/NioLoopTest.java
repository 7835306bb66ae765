// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.WireLoop.DueWork;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NioLoopTest {
  private static final long SECONDS = 60;

  private NioLoop loop;

  @BeforeEach
  void start() throws IOException {
    loop = new NioLoop("test-fleet", 150_000, key -> {});
    loop.start();
  }

  @AfterEach
  void close() {
    loop.close();
  }

  @Test
  void tasksOfOtherThreadsRunOnTheLoopInTheirOrder() throws InterruptedException {
    List<Integer> order = new ArrayList<>();
    CountDownLatch last = new CountDownLatch(1);
    for (int i = 0; i < 1_000; i++) {
      int number = i;
      loop.execute(() -> order.add(number));
    }
    loop.execute(last::countDown);

    assertThat(last.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(order).hasSize(1_000).isSorted();
  }

  @Test
  void aTimerIsNeverEarlyAndAFailingTaskDoesNotEndTheLoop() throws Exception {
    CompletableFuture<Long> fired = new CompletableFuture<>();
    long begun = System.nanoTime();
    loop.execute(
        () -> {
          throw new IllegalStateException("a task that fails, on purpose");
        });
    loop.execute(() -> loop.after(3_000_000, () -> fired.complete(System.nanoTime())));

    assertThat(fired.get(SECONDS, TimeUnit.SECONDS) - begun).isGreaterThanOrEqualTo(3_000_000);
  }

  /** Also after so many at once that the loop naps instead of being woken. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3_000})
  void dueWorkIsAskedAgainWhenItSaid(int atOnce) throws Exception {
    int times = atOnce + 100;
    List<Long> asked = new ArrayList<>();
    CompletableFuture<List<Long>> done = new CompletableFuture<>();
    loop.execute(
        () ->
            loop.drive(
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
    CompletableFuture<Long> nap = new CompletableFuture<>();
    loop.execute(() -> nap.complete(loop.napNanos()));
    assertThat(nap.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(atOnce == 0 ? 0 : 150_000);
  }

  /** What the default handler is given, which ends the process of a tool. */
  private static Throwable uncaught(Doing doing) throws Exception {
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

  private interface Doing {
    void run() throws Exception;
  }

  private static void fails() {
    throw new AssertionError("on purpose");
  }

  @Test
  void anErrorInATaskEndsTheThreadInSight() throws Exception {
    assertThat(uncaught(() -> loop.execute(NioLoopTest::fails))).hasMessage("on purpose");
  }

  @Test
  void anErrorInATimerEndsTheThreadInSight() throws Exception {
    assertThat(uncaught(() -> loop.after(1_000, NioLoopTest::fails))).hasMessage("on purpose");
  }

  @Test
  void anErrorInDueWorkEndsTheThreadInSight() throws Exception {
    DueWork work =
        now -> {
          fails();
          return now;
        };
    assertThat(uncaught(() -> loop.execute(() -> loop.drive(work)))).hasMessage("on purpose");
  }

  @Test
  void anErrorWhileAChannelIsReadEndsTheThreadInSight() throws Exception {
    Pipe pipe = Pipe.open();
    pipe.source().configureBlocking(false);
    NioLoop reading = new NioLoop("test-reading", 150_000, key -> fails());
    pipe.source().register(reading.selector(), SelectionKey.OP_READ);
    reading.start();
    assertThat(uncaught(() -> pipe.sink().write(ByteBuffer.allocate(1)))).hasMessage("on purpose");
    pipe.sink().close();
  }

  @Test
  void aFaultOutsideOfAnyTaskIsAnErrorToo() throws Exception {
    assertThat(uncaught(() -> loop.selector().close()))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("the fleet's thread failed: java.nio");
  }
}
