// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BodyRoomTest {
  private final BodyRoom room = new BodyRoom(100);
  private final List<String> entered = new ArrayList<>();

  private void enter(String name, long bytes) {
    room.enter(bytes, () -> entered.add(name));
  }

  @Test
  void whoFindsNoRoomWaitsAndNoneOvertakesIt() {
    enter("a", 60);
    enter("b", 60);
    enter("c", 10);
    assertThat(entered).containsExactly("a");

    room.leave(60);
    assertThat(entered).containsExactly("a", "b", "c");
  }

  @Test
  void whatIsGivenBackIsRoomAgain() {
    for (int i = 0; i < 1_000; i++) {
      enter("a", 100);
      room.leave(100);
    }
    assertThat(entered).hasSize(1_000);
  }
}
