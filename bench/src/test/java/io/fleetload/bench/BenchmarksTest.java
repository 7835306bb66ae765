// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.bench.Benchmark.Need;
import io.fleetload.rig.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchmarksTest {
  private static final Golden WORDS = Golden.of("bench");

  @Test
  void noneIsThereTwice() {
    assertThat(Benchmarks.names()).doesNotHaveDuplicates();
  }

  @Test
  void tenRunByThemselvesAndNeedNothing() {
    assertThat(Benchmarks.ALL)
        .filteredOn(Benchmark::byDefault)
        .hasSize(10)
        .extracting(Benchmark::need)
        .containsOnly(Need.NOTHING);
  }

  @Test
  void allWithoutOptionsLeavesThoseOutThatNeedProgramsAndSaysWhichOptionsBringThemIn() {
    BenchOptions options = options();
    assertThat(Benchmarks.possible(options))
        .extracting(Benchmark::name)
        .contains("requests-1000", "backend", "merge", "start", "provisioning", "waking")
        .doesNotContain("unary-ghz", "peers", "updates-http");
    assertThat(Benchmarks.leftOut(options))
        .anySatisfy(line -> assertThat(line).contains("unary-ghz ", "--ghz FILE"))
        .anySatisfy(
            line -> assertThat(line).contains("peers ", "--go-coap FILE", "--libcoap FILE"));
    WORDS.holds("left out without options", String.join("\n", Benchmarks.leftOut(options)));
  }

  @Test
  void whatAnOptionNamesIsNotLeftOut() {
    BenchOptions options = options("--ghz", "ghz", "--libcoap", "libcoap", "--k6", "k6");
    assertThat(Benchmarks.possible(options))
        .extracting(Benchmark::name)
        .contains("unary-ghz", "peers", "updates-http");
  }

  @Test
  void thoseThatNeedTheSameAreLeftOutInOneLine() {
    Need files = new Need("20 open files", with -> false);
    List<Benchmark> two = List.of(needing("one", files), needing("two", files));
    assertThat(Benchmarks.leftOut(two, options()))
        .singleElement()
        .satisfies(line -> WORDS.says(line, "one, two ", "20 open files"));
  }

  private static Benchmark needing(String name, Need need) {
    return new Benchmark(name, false, need, "", (with, out, log, findings) -> {});
  }

  private static BenchOptions options(String... arguments) {
    return CommandLine.populateCommand(new BenchOptions(), arguments);
  }
}
