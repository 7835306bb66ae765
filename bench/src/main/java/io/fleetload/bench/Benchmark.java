// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import java.io.File;
import java.io.PrintStream;

/**
 * A benchmark that users name.
 *
 * @param byDefault whether it runs where none is named
 * @param about what it measures, for the help
 */
record Benchmark(String name, boolean byDefault, String about, Measurement work) {
  /** Runs a benchmark and leaves what it came to with the findings. */
  @FunctionalInterface
  interface Measurement {
    void run(BenchOptions options, PrintStream out, File log, Findings findings) throws Exception;
  }
}
