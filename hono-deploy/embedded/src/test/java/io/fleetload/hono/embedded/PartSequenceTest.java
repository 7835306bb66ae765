// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Listener.Transport;
import io.fleetload.hono.embedded.part.Part;
import io.fleetload.hono.embedded.part.StartFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class PartSequenceTest {

  private final List<String> calls = new ArrayList<>();
  private final CompletableFuture<Throwable> death = new CompletableFuture<>();

  private final List<String> waits = new ArrayList<>();

  private final class Noted implements Part {
    private final String name;
    private final Exception failure;

    Noted(String name, Exception failure) {
      this.name = name;
      this.failure = failure;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Optional<Listener> listener() {
      return Optional.of(new Listener(name, Transport.TCP, "127.0.0.1", 7, "--" + name + "-port"));
    }

    @Override
    public void start() throws Exception {
      calls.add("start " + name);
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public void stop() {
      calls.add("stop " + name);
    }
  }

  private Part part(String name) {
    return new Noted(name, null);
  }

  @Test
  void partsStopInReverse() throws Exception {
    PartSequence sequence = new PartSequence(List.of(List.of(part("a")), List.of(part("b"))));
    sequence.start(death, waits::add);
    assertThat(sequence.states()).containsEntry("a", PartState.UP).containsEntry("b", PartState.UP);
    sequence.stop();
    sequence.stop();

    assertThat(calls).containsExactly("start a", "start b", "stop b", "stop a");
  }

  @Test
  void aPartIsEndedAndBegunWhileTheOthersGoOn() throws Exception {
    PartSequence sequence = new PartSequence(List.of(List.of(part("a")), List.of(part("b"))));
    sequence.start(death, waits::add);
    sequence.end("a");
    assertThat(sequence.states())
        .containsEntry("a", PartState.DOWN)
        .containsEntry("b", PartState.UP);
    sequence.begin("a", death);

    assertThat(sequence.states()).containsEntry("a", PartState.UP);
    assertThat(calls).containsExactly("start a", "start b", "stop a", "start a");
    assertThatThrownBy(() -> sequence.end("c")).hasMessageContaining("no part is called c");
  }

  @Test
  void partsOfAStageStartAtTheSameTime() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    new PartSequence(List.of(List.of(new Meeting("a", together), new Meeting("b", together))))
        .start(death, waits::add);

    assertThat(together.getNumberWaiting()).isZero();
    assertThat(waits).containsExactly("a, b", "b");
  }

  /** Comes up only when another of its kind is starting, too. */
  private record Meeting(String name, CyclicBarrier together) implements Part {
    @Override
    public Optional<Listener> listener() {
      return Optional.empty();
    }

    @Override
    public void start() throws Exception {
      together.await();
    }

    @Override
    public void stop() {}
  }

  @Test
  void aPartThatThrowsIsNamedInOneLineAndStoppedToo() {
    Exception why = new IllegalStateException("outer", new IllegalArgumentException("inner\nmore"));
    PartSequence sequence =
        new PartSequence(
            List.of(List.of(part("a")), List.of(new Noted("b", why)), List.of(part("c"))));

    assertThatThrownBy(() -> sequence.start(death, waits::add))
        .isInstanceOf(StartFailure.class)
        .hasMessageStartingWith("b at 127.0.0.1:7 ")
        .hasMessageContainingAll(": inner more; ", "--b-port", "--verbose");
    sequence.stop();
    assertThat(calls).containsExactly("start a", "start b", "stop b", "stop a");
    assertThat(sequence.states()).containsEntry("c", PartState.WAITING);
  }

  @Test
  void aPartThatDiesWhileItStartsEndsTheStart() {
    CountDownLatch never = new CountDownLatch(1);
    Part hanging =
        new Part() {
          @Override
          public String name() {
            return "broker";
          }

          @Override
          public Optional<Listener> listener() {
            return Optional.empty();
          }

          @Override
          public void start() throws InterruptedException {
            death.complete(new IllegalStateException("gave up"));
            never.await();
          }

          @Override
          public void stop() {
            never.countDown();
          }
        };
    PartSequence sequence = new PartSequence(List.of(List.of(hanging)));

    assertThatThrownBy(() -> sequence.start(death, waits::add))
        .hasMessageStartingWith("broker ")
        .hasMessageContaining(": gave up");
    sequence.stop();
  }
}
