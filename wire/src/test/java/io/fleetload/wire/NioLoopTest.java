// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
}
