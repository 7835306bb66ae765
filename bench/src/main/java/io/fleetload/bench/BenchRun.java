// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.results.format.ExitCode;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;

/** Runs benchmarks one after the other. */
final class BenchRun {
  private final BenchOptions options;
  private final PrintStream out;
  private final PrintWriter err;
  private final File log;

  BenchRun(BenchOptions options, PrintStream out, PrintWriter err, File log) {
    this.options = options;
    this.out = out;
    this.err = err;
    this.log = log;
  }

  /** Takes the rows of all benchmarks that ran so far. */
  @FunctionalInterface
  interface ResultTable {
    void write(Findings findings) throws IOException;
  }

  /**
   * Runs them. What they came to is written after each, as all of them take an hour.
   *
   * @param goOn whether one that fails is left out of the table and the others run nevertheless
   * @return 1 where a bound does not hold, and that of a fault where a benchmark failed
   * @throws IOException if one fails and the others are not to go on
   */
  int run(List<Benchmark> benchmarks, boolean goOn, ResultTable table) throws Exception {
    Findings findings = new Findings(out);
    boolean failed = false;
    for (Benchmark each : benchmarks) {
      findings.of(each.name());
      try {
        each.work().run(options, out, log, findings);
      } catch (IOException failure) {
        if (!goOn) {
          throw failure;
        }
        failed = true;
        findings.forget();
        err.println("bench: " + each.name() + ": " + said(failure));
      }
      table.write(findings);
    }
    if (failed) {
      return ExitCode.INTERNAL_FAULT.code();
    }
    return findings.held() ? 0 : 1;
  }

  /** Returns the message for a process that ends early, or cannot be started. */
  static String said(IOException failure) {
    return failure.getMessage() + "; the processes' logs may say why";
  }
}
