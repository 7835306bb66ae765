// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.wire.NioLoop;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoopExecutorTest {
  private static final long SECONDS = 60;

  private NioLoop loop;
  private LoopExecutor executor;
  private final List<String> ran = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() throws Exception {
    loop = new NioLoop("test", 150_000, key -> {});
    executor = new LoopExecutor(loop);
    loop.start();
  }

  @AfterEach
  void stop() {
    loop.close();
  }

  @Test
  void timersRunByTheirTimesOnTheLoopAndCancelledOnesDoNot() throws Exception {
    CountDownLatch last = new CountDownLatch(1);
    executor.execute(
        () -> {
          List<ScheduledFuture<?>> set =
              List.of(
                  schedule("last", 600),
                  schedule("cancelled", 10),
                  schedule("second", 300),
                  schedule("first", 20),
                  executor.schedule(last::countDown, 610, TimeUnit.MILLISECONDS));
          set.get(1).cancel(false);
        });
    assertThat(last.await(SECONDS, TimeUnit.SECONDS)).isTrue();

    assertThat(ran).containsExactly("first", "second", "last");
  }

  @Test
  void aTimerCanBeSetFromAnotherThreadAndAgainAndAgain() throws Exception {
    CountDownLatch thrice = new CountDownLatch(3);
    ScheduledFuture<?> repeated =
        executor.scheduleWithFixedDelay(thrice::countDown, 1, 1, TimeUnit.MILLISECONDS);

    assertThat(thrice.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    repeated.cancel(false);
    assertThat(
            executor
                .schedule(loop::onLoop, 1, TimeUnit.MILLISECONDS)
                .get(SECONDS, TimeUnit.SECONDS))
        .isTrue();
  }

  @Test
  void anErrorEndsTheThreadInSight() throws Exception {
    assertThat(uncaught(() -> executor.schedule(this::fails, 1, TimeUnit.MILLISECONDS)))
        .hasMessage("on purpose");
  }

  @Test
  void anErrorInARepeatedTimerEndsTheThreadInSight() throws Exception {
    assertThat(
            uncaught(() -> executor.scheduleAtFixedRate(this::fails, 1, 1, TimeUnit.MILLISECONDS)))
        .hasMessage("on purpose");
  }

  @Test
  void anErrorInWhatIsHandedInEndsTheThreadInSight() throws Exception {
    assertThat(uncaught(() -> executor.submit(this::fails))).hasMessage("on purpose");
  }

  private void fails() {
    throw new AssertionError("on purpose");
  }

  /** What the default handler is given, which ends the process of a tool. */
  private static Throwable uncaught(Supplier<Future<?>> begins) throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    CompletableFuture<Throwable> died = new CompletableFuture<>();
    Thread.setDefaultUncaughtExceptionHandler((thread, why) -> died.complete(why));
    try {
      Future<?> begun = begins.get();
      Throwable why = died.get(SECONDS, TimeUnit.SECONDS);
      assertThat(begun).isDone();
      return why;
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  private ScheduledFuture<?> schedule(String name, long millis) {
    return executor.schedule(() -> ran.add(name), millis, TimeUnit.MILLISECONDS);
  }
}
