// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.format.RequiredWithGaps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Time by which the backend's clock is ahead of the devices': of every shard, as each may have a
 * host and so a clock of its own.
 *
 * @param shards in the order of the shards, one where the backend knows of no shards; null for a
 *     shard without an answered command
 * @param uncorrected measured messages that arrived while the clock of their shard was not known;
 *     their end-to-end times are not corrected
 */
public record DeviceClocks(@RequiredWithGaps List<ClockOffset> shards, long uncorrected) {

  /** Nothing is known. */
  public static final DeviceClocks UNKNOWN = new DeviceClocks(List.of(), 0);

  /**
   * The clocks as people read them.
   *
   * @param offsetMs the backend's clock less the devices', in ms; of several shards the largest
   * @param uncertaintyMs by how much that may be wrong either way, in ms
   * @param correctedMs what end-to-end times and legs are corrected by, in ms; 0 where the clocks
   *     may be equal
   * @param samples round trips looked at
   * @param uncorrected measured messages that are not corrected, because they arrived before the
   *     first answered command; absent if all are corrected
   * @param shards the same of each shard; absent where there is only one
   * @param shardsApartMs the least that the clocks of two shards differ, in ms; absent likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ClockFigures(
      double offsetMs,
      double uncertaintyMs,
      double correctedMs,
      long samples,
      Long uncorrected,
      List<OfShard> shards,
      Double shardsApartMs) {}

  /**
   * The clock of one shard, as people read it.
   *
   * @param shard its number, from 1
   * @param offsetMs the backend's clock less its own, in ms; absent where no command was answered
   * @param uncertaintyMs by how much that may be wrong either way, in ms; absent likewise
   * @param samples round trips looked at
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record OfShard(int shard, Double offsetMs, Double uncertaintyMs, long samples) {
    private static OfShard of(int shard, ClockOffset clock) {
      return clock == null
          ? new OfShard(shard, null, null, 0)
          : new OfShard(
              shard,
              millis(clock.offsetNanos()),
              millis(clock.uncertaintyNanos()),
              clock.samples());
    }
  }

  /** The figures; null if no clock is known. */
  public ClockFigures figures() {
    ClockOffset largest =
        known().stream()
            .max(Comparator.comparingLong(each -> Math.abs(each.offsetNanos())))
            .orElse(null);
    if (largest == null) {
      return null;
    }
    boolean several = shards.size() > 1;
    return new ClockFigures(
        millis(largest.offsetNanos()),
        millis(largest.uncertaintyNanos()),
        millis(largest.correctionNanos()),
        known().stream().mapToLong(ClockOffset::samples).sum(),
        uncorrected == 0 ? null : uncorrected,
        several ? ofShards() : null,
        several ? millis(apartNanos()) : null);
  }

  private List<OfShard> ofShards() {
    return IntStream.range(0, shards.size())
        .mapToObj(i -> OfShard.of(i + 1, shards.get(i)))
        .toList();
  }

  /**
   * Error of an end-to-end time either way, in ms; null if unknown, because a shard's clock is not
   * known.
   */
  public Double errorMillis() {
    if (shards.isEmpty() || shards.stream().anyMatch(Objects::isNull)) {
      return null;
    }
    long largest =
        shards.stream()
            .mapToLong(
                each ->
                    each.errorNanos() + (uncorrected > 0 ? Math.abs(each.correctionNanos()) : 0))
            .max()
            .orElseThrow();
    return millis(largest);
  }

  /** The least that the clocks of two shards differ, in ns. */
  public long apartNanos() {
    List<ClockOffset> clocks = known();
    return clocks.stream()
        .flatMapToLong(one -> clocks.stream().mapToLong(one::apartFrom))
        .max()
        .orElse(0);
  }

  /**
   * The clocks as several backends saw them together: of each shard what may be wrong by least, on
   * the round trips of all. Backends may have clocks of their own, so all are compared with the
   * clock of the first one.
   */
  public static DeviceClocks sum(List<DeviceClocks> parts) {
    List<DeviceClocks> alike = parts.stream().map(each -> each.by(parts.get(0))).toList();
    List<ClockOffset> shards = new ArrayList<>();
    int count = parts.stream().mapToInt(each -> each.shards.size()).max().orElse(0);
    for (int i = 0; i < count; i++) {
      int shard = i;
      shards.add(
          best(alike.stream().map(each -> each.shard(shard)).filter(Objects::nonNull).toList()));
    }
    return new DeviceClocks(shards, parts.stream().mapToLong(DeviceClocks::uncorrected).sum());
  }

  private ClockOffset shard(int index) {
    return index < shards.size() ? shards.get(index) : null;
  }

  /**
   * The same by another backend's clock, where the shards that both know prove that it is another.
   */
  private DeviceClocks by(DeviceClocks other) {
    ClockOffset between =
        IntStream.range(0, shards.size())
            .filter(i -> shard(i) != null && other.shard(i) != null)
            .mapToObj(i -> other.shard(i).less(shard(i)))
            .min(Comparator.comparingLong(ClockOffset::uncertaintyNanos))
            .orElse(null);
    return between == null || !between.certain()
        ? this
        : new DeviceClocks(
            shards.stream().map(each -> each == null ? null : each.plus(between)).toList(),
            uncorrected);
  }

  private static ClockOffset best(List<ClockOffset> seen) {
    return seen.stream()
        .min(Comparator.comparingLong(ClockOffset::uncertaintyNanos))
        .map(
            least ->
                new ClockOffset(
                    least.offsetNanos(),
                    least.uncertaintyNanos(),
                    seen.stream().mapToLong(ClockOffset::samples).sum()))
        .orElse(null);
  }

  private List<ClockOffset> known() {
    return shards.stream().filter(Objects::nonNull).toList();
  }

  private static double millis(long nanos) {
    return Math.round(nanos / 1e3) / 1e3;
  }
}
