// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.bench.Benchmark.Measurement;
import io.fleetload.rig.Golden;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchRunTest {
  private static final Golden WORDS = Golden.of("bench");
  private static final Benchmark HELD = judging("held", true);
  private static final Benchmark NOT_HELD = judging("not-held", false);
  private static final Benchmark FAILED =
      benchmark(
          "failed",
          (with, out, log, findings) -> {
            findings.judge("a figure", 1, 1, true);
            throw new IOException("the peer ended early");
          });

  private final StringWriter said = new StringWriter();
  private final List<List<String>> tables = new ArrayList<>();

  @Test
  void aBoundThatDoesNotHoldMakesTheExitCodeOne() throws Exception {
    assertThat(run(false, HELD)).isZero();
    assertThat(run(false, NOT_HELD, HELD)).isEqualTo(1);
  }

  @Test
  void ofAllTheOthersRunAndAreWrittenWhereOneFails() throws Exception {
    assertThat(run(true, HELD, FAILED, NOT_HELD)).isEqualTo(70);
    WORDS.says(said.toString(), "bench: ", "the peer ended early");
    assertThat(tables)
        .containsExactly(List.of("held"), List.of("held"), List.of("held", "not-held"));
  }

  @Test
  void ofSomeTheFirstThatFailsEndsTheRun() {
    assertThatThrownBy(() -> run(false, HELD, FAILED, NOT_HELD))
        .isInstanceOf(IOException.class)
        .hasMessage("the peer ended early");
    assertThat(tables).containsExactly(List.of("held"));
  }

  private int run(boolean goOn, Benchmark... benchmarks) throws Exception {
    PrintStream out = new PrintStream(OutputStream.nullOutputStream());
    return new BenchRun(new BenchOptions(), out, new PrintWriter(said, true), new File("log"))
        .run(
            List.of(benchmarks),
            goOn,
            findings -> tables.add(List.copyOf(findings.rows("today").keySet())));
  }

  private static Benchmark judging(String name, boolean held) {
    return benchmark(name, (with, out, log, findings) -> findings.judge("a figure", 1, 1, held));
  }

  private static Benchmark benchmark(String name, Measurement work) {
    return new Benchmark(name, false, "", work);
  }
}
