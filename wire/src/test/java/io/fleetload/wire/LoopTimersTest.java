// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoopTimersTest {
  private final LoopTimers timers = new LoopTimers();
  private final List<String> rung = new ArrayList<>();

  private void add(long due, String name) {
    timers.add(due, () -> rung.add(name));
  }

  private void pass(long now) {
    Runnable task;
    while ((task = timers.pollDue(now)) != null) {
      task.run();
    }
  }

  @Test
  void timersRingInTheOrderOfTheirTimesHoweverTheyWereAdded() {
    add(30, "30");
    add(10, "10");
    add(40, "40");
    add(20, "20");

    assertThat(timers.nextDue()).isEqualTo(10);
    pass(30);

    assertThat(rung).containsExactly("10", "20", "30");
    assertThat(timers.nextDue()).isEqualTo(40);
  }

  @Test
  void ofTimersWithOneTimeTheFirstAddedRingsFirst() {
    add(10, "a");
    add(20, "b");
    add(10, "c");
    add(20, "d");
    pass(20);

    assertThat(rung).containsExactly("a", "c", "b", "d");
    assertThat(timers.nextDue()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void manyTimersAtRandomRingInOrder() {
    Random random = new Random(1);
    List<Long> due = new ArrayList<>();
    List<Long> order = new ArrayList<>();
    IntStream.range(0, 1_000)
        .forEach(
            i -> {
              long at = random.nextInt(500);
              due.add(at);
              timers.add(at, () -> order.add(at));
            });
    pass(500);

    assertThat(order).containsExactlyElementsOf(due.stream().sorted().toList());
  }
}
