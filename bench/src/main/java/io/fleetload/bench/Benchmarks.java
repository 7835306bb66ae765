// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.Benchmark.Need;
import io.fleetload.bench.Benchmark.Work;
import io.fleetload.process.OpenFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
  private static final double STUB_BOUND = 1;
  private static final double GHZ_BOUND = 2;

  /** As the published test has them. */
  private static final int READS_UNDER_WAY = 12;

  private static final int MOST_FILES = 20_000;

  /** As many as one process has room for that may open {@value #MOST_FILES} files. */
  private static final int MOST_TERMINALS = 19_000;

  private static final Need FILES =
      new Need(
          "%1$d open files: ulimit -n %1$d".formatted(MOST_FILES),
          with -> OpenFiles.limit() >= MOST_FILES);

  private static final Need GHZ = new Need("the program: --ghz FILE", with -> with.ghz.isPresent());

  private static final Need PEERS =
      new Need(
          "a program to compare with: --go-coap FILE, --libcoap FILE or both",
          with -> with.goCoap.isPresent() || with.libcoap.isPresent());

  private static final Need TOOLS =
      new Need(
          "a tool to compare with: --gatling CLASSPATH, --k6 FILE, --wrk FILE or several of them",
          with -> !with.tools().isEmpty());

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
          byDefault(
              "unary-stub",
              "unary reads over gRPC beside grpc-java's stub",
              (with, out, log, findings) ->
                  new Bench(out, log, findings)
                      .reads(
                          "stub",
                          List.of(),
                          READS_UNDER_WAY,
                          with.windows,
                          with.seconds,
                          STUB_BOUND)),
          byName(
              "terminals-5000",
              FILES,
              "5,000 locations a second of 10,000 terminals",
              terminals(10_000, 5_000)),
          byName(
              "terminals-10000",
              FILES,
              "10,000 locations a second of 10,000 terminals",
              terminals(10_000, 10_000)),
          byName(
              "terminals-connections",
              FILES,
              "9,500 locations a second of 19,000 terminals",
              terminals(MOST_TERMINALS, MOST_TERMINALS / 2.0)),
          byName(
              "terminals-memory",
              FILES,
              "memory of a terminal",
              (with, out, log, findings) ->
                  new TerminalBench(out, log, findings, with.goClient).memory(MOST_TERMINALS)),
          byName(
              "unary-ghz",
              GHZ,
              "unary reads over gRPC beside ghz",
              (with, out, log, findings) ->
                  new Bench(out, log, findings)
                      .reads(
                          "ghz",
                          List.of(with.ghz.orElseThrow().toString()),
                          READS_UNDER_WAY,
                          with.windows,
                          with.seconds,
                          GHZ_BOUND)),
          byName(
              "peers",
              PEERS,
              "devices of libraries in other languages",
              (with, out, log, findings) -> {
                PeersBench peers = new PeersBench(out, log, findings, with.goCoap, with.libcoap);
                peers.requests(with.rate, with.windows, with.seconds);
                peers.handshakes(with.windows);
              }),
          byName(
              "updates-http",
              TOOLS,
              "updates over HTTP beside other load tools",
              (with, out, log, findings) ->
                  new UpdateBench(out, log, findings)
                      .requests(with.tools(), with.windows, with.seconds)),
          byName(
              "backend",
              Need.NOTHING,
              "what the backend takes for a record",
              (with, out, log, findings) ->
                  new BackendBench(out, log, findings).receive(with.windows, with.seconds)),
          byName(
              "merge",
              Need.NOTHING,
              "merging the books of shards, one run of each a window; takes 2 GB of disk",
              (with, out, log, findings) -> new MergeBench(out, log, findings).merge(with.windows)),
          byName(
              "start",
              Need.NOTHING,
              "how long users wait, a minute and a half a window",
              (with, out, log, findings) -> new StartBench(out, log, findings).start(with.windows)),
          byName(
              "provisioning",
              Need.NOTHING,
              "cost of registering a device by the size of the fleet",
              (with, out, log, findings) ->
                  new ProvisioningBench(out, log, findings).provision(with.devices)),
          byName(
              "waking",
              Need.NOTHING,
              "cost of a message by what wakes the devices' thread",
              (with, out, log, findings) ->
                  new WakingBench(out, log, findings).wake(with.windows, with.seconds)));

  private Benchmarks() {}

  static List<String> names() {
    return ALL.stream().map(Benchmark::name).toList();
  }

  /** All whose needs are met. */
  static List<Benchmark> possible(BenchOptions with) {
    return ALL.stream().filter(each -> each.need().met().test(with)).toList();
  }

  /** Says of the others which they are and what each needs, a line for each need. */
  static List<String> leftOut(BenchOptions with) {
    return leftOut(ALL, with);
  }

  static List<String> leftOut(List<Benchmark> benchmarks, BenchOptions with) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (Benchmark each : benchmarks) {
      if (!each.need().met().test(with)) {
        names.computeIfAbsent(each.need().what(), need -> new ArrayList<>()).add(each.name());
      }
    }
    return names.entrySet().stream()
        .map(
            of ->
                "left out: %s (needs %s)".formatted(String.join(", ", of.getValue()), of.getKey()))
        .toList();
  }

  private static Benchmark byDefault(String name, String about, Work work) {
    return new Benchmark(name, true, Need.NOTHING, about, work);
  }

  private static Benchmark byName(String name, Need need, String about, Work work) {
    return new Benchmark(name, false, need, about, work);
  }

  private static Work requests(String other, int devices, int bytes, double bound) {
    return (with, out, log, findings) ->
        new Bench(out, log, findings)
            .requests(other, devices, bytes, with.rate, with.windows, with.seconds, bound);
  }

  private static Work terminals(int terminals, double rate) {
    return (with, out, log, findings) ->
        new TerminalBench(out, log, findings, with.goClient)
            .requests(terminals, rate, with.windows, with.seconds);
  }
}
