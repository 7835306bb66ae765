// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.ManualLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetransmissionsTest {
  private static final long MILLI = 1_000_000L;
  private static final long TICK = 50 * MILLI;

  private final ManualLoop loop = new ManualLoop();
  private final Retransmissions wheel = new Retransmissions(loop, loop);
  private final List<Long> rung = new ArrayList<>();

  private Retransmissions.PendingMessage waiting() {
    return new Retransmissions.PendingMessage() {
      @Override
      void waitIsOver() {
        rung.add(loop.nanos());
      }
    };
  }

  @Test
  void aWaitEndsAfterItsTimeAndAtMostTwoTicksLater() {
    Random random = new Random(3);
    for (int i = 0; i < 2_000; i++) {
      long wait = 1 + random.nextInt(60_000) * MILLI;
      rung.clear();
      wheel.await(waiting(), wait);
      loop.pass(wait - 1);
      assertThat(rung).isEmpty();
      loop.pass(2 * TICK + 1);
      assertThat(rung).hasSize(1);
    }
  }

  @Test
  void aWaitThatIsCalledOffNeverEndsAndTheOthersDo() {
    List<Retransmissions.PendingMessage> all = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Retransmissions.PendingMessage each = waiting();
      all.add(each);
      wheel.await(each, (i % 10) * 100L * MILLI);
    }
    for (int i = 0; i < 1_000; i += 2) {
      wheel.callOff(all.get(i));
      wheel.callOff(all.get(i));
    }

    loop.pass(10_000 * MILLI);

    assertThat(rung).hasSize(500);
  }

  @Test
  void whatOneWaitsEndDoesMayCallOffTheNext() {
    Retransmissions.PendingMessage[] others = new Retransmissions.PendingMessage[3];
    for (int i = 0; i < others.length; i++) {
      others[i] = waiting();
      wheel.await(others[i], 100 * MILLI);
    }
    wheel.await(
        new Retransmissions.PendingMessage() {
          @Override
          void waitIsOver() {
            wheel.callOff(others[2]);
            wheel.callOff(others[1]);
          }
        },
        100 * MILLI);

    loop.pass(1_000 * MILLI);

    assertThat(rung).hasSize(1);
  }

  @Test
  void aLongPauseOfTheThreadForgetsNothing() {
    for (int i = 0; i < 100; i++) {
      wheel.await(waiting(), i * 37L * MILLI);
    }

    loop.freeze(3_600_000 * MILLI);
    loop.pass(100 * MILLI);

    assertThat(rung).hasSize(100);
  }
}
