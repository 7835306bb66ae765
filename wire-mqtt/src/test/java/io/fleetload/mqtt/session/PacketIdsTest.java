// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketIdsTest {
  private final PacketIds ids = new PacketIds();

  @Test
  void anIdThatIsFreedIsNotTheNextOne() {
    assertThat(ids.take(1, null)).isEqualTo(1);
    ids.free(1);
    assertThat(ids.take(1, null)).isEqualTo(2);
    assertThat(ids.kind(1)).isZero();
  }

  @Test
  void allIdsCanBeInUseAndNoneMore() {
    for (int i = 1; i <= PacketIds.MOST; i++) {
      assertThat(ids.take(1, null)).isEqualTo(i);
    }
    assertThat(ids.take(1, null)).isZero();
    ids.free(300);
    assertThat(ids.take(2, null)).isEqualTo(300);
    assertThat(ids.kind(300)).isEqualTo(2);
    int[] order = ids.inOrder();
    assertThat(order).hasSize(PacketIds.MOST).startsWith(1, 2, 3).endsWith(PacketIds.MOST, 300);
  }

  @Test
  void anIdThatIsNeverFreedIsPassedOver() {
    OutgoingRequest stuck = new OutgoingRequest("stuck", null);
    assertThat(ids.take(1, stuck)).isEqualTo(1);
    for (int i = 0; i < 200_000; i++) {
      int id = ids.take(2, null);
      assertThat(id).isBetween(2, PacketIds.MOST);
      ids.free(id);
    }
    assertThat(ids.request(1)).isSameAs(stuck);
    assertThat(ids.inOrder()).containsExactly(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void itDoesWhatASlowTableDoes(long seed) {
    Random random = new Random(seed);
    Map<Integer, OutgoingRequest> model = new LinkedHashMap<>();
    for (int i = 0; i < 100_000; i++) {
      boolean takes = random.nextInt(i / 10_000 % 2 == 0 ? 3 : 2) > 0;
      if (takes && model.size() < 5_000) {
        OutgoingRequest request = new OutgoingRequest(i, null);
        int id = ids.take(1 + random.nextInt(4), request);
        assertThat(model.put(id, request)).isNull();
      } else if (!model.isEmpty()) {
        List<Integer> first = new ArrayList<>();
        for (Integer each : model.keySet()) {
          first.add(each);
          if (first.size() > 20) {
            break;
          }
        }
        int id = first.get(random.nextInt(first.size()));
        assertThat(ids.kind(id)).isPositive();
        assertThat(ids.free(id)).isSameAs(model.remove(id));
        assertThat(ids.kind(id)).isZero();
      }
      assertThat(ids.size()).isEqualTo(model.size());
    }
    assertThat(ids.inOrder()).containsExactly(model.keySet().stream().mapToInt(x -> x).toArray());
  }
}
