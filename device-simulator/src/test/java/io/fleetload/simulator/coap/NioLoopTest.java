package io.fleetload.simulator.coap;

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

class NioLoopTest {
  private static final long SECONDS = 60;

  private NioLoop loop;

  @BeforeEach
  void start() throws IOException {
    loop = new NioLoop("test-fleet", key -> {});
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

  @Test
  void dueWorkIsAskedAgainWhenItSaid() throws Exception {
    List<Long> asked = new ArrayList<>();
    CompletableFuture<List<Long>> done = new CompletableFuture<>();
    loop.execute(
        () ->
            loop.drive(
                now -> {
                  asked.add(now);
                  if (asked.size() == 5) {
                    done.complete(asked);
                    return Long.MAX_VALUE;
                  }
                  return now + 500_000;
                }));

    List<Long> times = done.get(SECONDS, TimeUnit.SECONDS);
    for (int i = 1; i < times.size(); i++) {
      assertThat(times.get(i) - times.get(i - 1)).isGreaterThanOrEqualTo(500_000);
    }
  }
}
