// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.Benchmark.Measurement;
import java.util.List;

/** All benchmarks, in the order in which they run. */
final class Benchmarks {
  private static final double REQUESTS_BOUND_SMALL = 2;
  private static final double REQUESTS_BOUND_LARGE = 2.5;
  private static final double REQUESTS_BOUND_800_BYTES = 2;

  /** Of what a loop without DTLS, CoAP, schedule and books does. */
  private static final double FLOOR_BOUND = 0.6;

  private static final double STACKS_BOUND = 1.2;
  private static final double HANDSHAKES_BOUND = 1.2;
  private static final double MEMORY_BOUND = 20;

  /** 20 % above and below the middle. */
  private static final double GROWTH_BOUND = 1.5;

  private static final List<Integer> GROWTH_SIZES = List.of(100, 1_000, 5_000, 10_000, 19_000);
  private static final double PACING_MILLIS = 0.5;
  private static final double PACING_CORES = 0.15;
  static final List<Benchmark> ALL =
      List.of(
          byDefault(
              "requests-1000",
              "requests of 1,000 devices",
              requests("peer", 1_000, 20, REQUESTS_BOUND_SMALL)),
          byDefault(
              "requests-5000",
              "requests of 5,000 devices",
              requests("peer", 5_000, 20, REQUESTS_BOUND_LARGE)),
          byDefault(
              "requests-800B",
              "requests of 800 bytes",
              requests("peer", 1_000, 800, REQUESTS_BOUND_800_BYTES)),
          byDefault(
              "floor",
              "requests beside a bare loop",
              (with, out, log, findings) ->
                  new Bench(out, log, findings)
                      .floor(5_000, with.rate, with.windows, with.seconds, FLOOR_BOUND)),
          byDefault(
              "stacks",
              "requests by both stacks of the devices",
              requests("californium", 1_000, 20, STACKS_BOUND)),
          byDefault(
              "handshakes",
              "handshakes",
              (with, out, log, findings) ->
                  new Bench(out, log, findings).handshakes(2_000, with.windows, HANDSHAKES_BOUND)),
          byDefault(
              "memory",
              "memory of a device",
              (with, out, log, findings) ->
                  new Bench(out, log, findings).memory(10_000, MEMORY_BOUND)),
          byDefault(
              "growth",
              "cost of a message by the size of the fleet",
              (with, out, log, findings) ->
                  new Bench(out, log, findings)
                      .growth(GROWTH_SIZES, 5_000, 3, with.seconds, GROWTH_BOUND)),
          byDefault(
              "pacing",
              "how close to its due time a message is sent",
              (with, out, log, findings) ->
                  new Bench(out, log, findings)
                      .pacing(
                          5_000, 5_000, with.windows, with.seconds, PACING_MILLIS, PACING_CORES)),
          byName(
              "backend",
              "what the backend takes for a record",
              (with, out, log, findings) ->
                  new BackendBench(out, log, findings).receive(with.windows, with.seconds)),
          byName(
              "merge",
              "merging the books of shards, one run of each a window; takes 2 GB of disk",
              (with, out, log, findings) -> new MergeBench(out, log, findings).merge(with.windows)),
          byName(
              "start",
              "how long users wait, a minute and a half a window",
              (with, out, log, findings) -> new StartBench(out, log, findings).start(with.windows)),
          byName(
              "provisioning",
              "cost of registering a device by the size of the fleet",
              (with, out, log, findings) ->
                  new ProvisioningBench(out, log, findings).provision(with.devices)),
          byName(
              "waking",
              "cost of a message by what wakes the devices' thread",
              (with, out, log, findings) ->
                  new WakingBench(out, log, findings).wake(with.windows, with.seconds)));

  private Benchmarks() {}

  static List<String> names() {
    return ALL.stream().map(Benchmark::name).toList();
  }

  private static Benchmark byDefault(String name, String about, Measurement work) {
    return new Benchmark(name, true, about, work);
  }

  private static Benchmark byName(String name, String about, Measurement work) {
    return new Benchmark(name, false, about, work);
  }

  private static Measurement requests(String other, int devices, int bytes, double bound) {
    return (with, out, log, findings) ->
        new Bench(out, log, findings)
            .requests(other, devices, bytes, with.rate, with.windows, with.seconds, bound);
  }
}
