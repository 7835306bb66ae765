// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.limit.LimitBook;
import io.fleetload.results.limit.LimitCourse;
import io.fleetload.results.limit.LimitKind;
import io.fleetload.results.run.Shard;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitSumTest {
  private static DeviceBook book(long second, long bytes) {
    DeviceBook any = new RandomRun(1, 100).device(new Shard(1, 2), 30, 0, n -> true);
    List<Long> none = List.of(0L);
    LimitCourse course =
        new LimitCourse(second, List.of(bytes), none, none, none, none, List.of(1L));
    LimitBook limit = new LimitBook(LimitKind.BYTES, "t", 100, 0, 0, Map.of(), course);
    return new DeviceBook(
        any.version(),
        any.runId(),
        any.runName(),
        any.complete(),
        any.shard(),
        any.timeline(),
        any.devices(),
        any.flows(),
        any.tenants(),
        any.groups(),
        any.generatorBook(),
        new DeviceBook.TargetNotes(null, null, List.of(limit)));
  }

  @Test
  void theLoadOfAllShardsIsBesideOneLimit() {
    List<DeviceBook> shards = List.of(book(7, 60), book(8, 50));
    DeviceSum sum = new DeviceSum(shards);
    shards.forEach(sum::add);

    List<LimitBook> limits = sum.book().limits();

    assertThat(limits).hasSize(1);
    assertThat(limits.get(0).course().begun()).containsExactly(60L, 50L);
    assertThat(limits.get(0).course().refused()).containsExactly(1L, 1L);
  }
}
