// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import java.io.File;
import java.io.PrintStream;
import java.util.function.Predicate;

/**
 * A benchmark that users name.
 *
 * @param byDefault whether it runs where none is named
 * @param about what it measures, for the help
 */
record Benchmark(String name, boolean byDefault, Need need, String about, Work work) {
  /** What the help says of it. */
  String help() {
    return need.equals(Need.NOTHING) ? about : "%s; needs %s".formatted(about, need.what());
  }

  /**
   * What a benchmark does not run without.
   *
   * @param what with the option or the command that provides it
   */
  record Need(String what, Predicate<BenchOptions> met) {
    static final Need NOTHING = new Need("", options -> true);
  }

  /** Runs a benchmark and leaves what it came to with the findings. */
  @FunctionalInterface
  interface Work {
    void run(BenchOptions options, PrintStream out, File log, Findings findings) throws Exception;
  }
}
