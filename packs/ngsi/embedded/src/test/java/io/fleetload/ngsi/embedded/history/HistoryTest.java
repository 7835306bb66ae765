// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import io.fleetload.ngsi.embedded.entity.Instance;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private final LongAdder size = new LongAdder();
  private final History history = new History(3, 0, Clock.systemUTC(), size);

  @Test
  void theOldestInstanceOfAllLeavesWhenThereAreTooMany() {
    bring("a", 1);
    bring("b", 2);
    bring("a", 3);
    bring("b", 4);
    bring("b", 5);
    assertThat(history.get("a")).map(HistoryTest::values).contains(List.of(3));
    assertThat(history.get("b")).map(HistoryTest::values).contains(List.of(4, 5));
    bring("b", 6);
    assertThat(history.get("a")).isEmpty();
    assertThat(size.sum()).isEqualTo(3);
  }

  @Test
  void aHistoryThatWasRemovedAndBegunAgainKeepsItsNewInstances() {
    bring("a", 1);
    assertThat(history.remove("a")).isTrue();
    bring("a", 2);
    bring("a", 3);
    bring("a", 4);
    assertThat(history.get("a")).map(HistoryTest::values).contains(List.of(2, 3, 4));
    assertThat(size.sum()).isEqualTo(3);
  }

  private void bring(String id, int value) {
    Instance instance =
        new Instance(new byte[0], IntNode.valueOf(value), "", Instance.UNKNOWN, false);
    history.bring(id, "T", Map.of("n", List.of(instance)));
  }

  private static List<Integer> values(Evolution evolution) {
    return evolution.instances().stream().map(it -> it.instance().value().intValue()).toList();
  }
}
