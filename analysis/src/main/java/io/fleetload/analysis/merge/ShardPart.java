// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.ShardFigures;
import io.fleetload.results.time.LatencyHistogram;

/** The figures of one shard, from its book alone. */
final class ShardPart {
  private static final double THOUSANDTHS = 1e3;

  private ShardPart() {}

  /** Reads the figures off a shard's book. No book of devices knows what was lost. */
  static ShardFigures of(DeviceBook book) {
    LatencyHistogram response = new LatencyHistogram();
    double seconds = book.timeline().measuredSeconds();
    Double asked = null;
    double left = 0;
    long failed = 0;
    for (DeviceBook.DeviceFlow flow : book.flows().values()) {
      response.add(flow.totals().response());
      failed += flow.totals().measured().failedTotal();
      if (flow.terms().asked() != null) {
        asked = flow.terms().asked() + (asked == null ? 0 : asked);
        left += flow.totals().measured().sentInPeriod();
      }
    }
    return new ShardFigures(
        book.devices().senders(),
        asked == null ? null : (Double) rounded(asked),
        asked == null ? null : (Double) (seconds > 0 ? rounded(left / seconds) : 0),
        failed,
        null,
        response.summary().time("p99"),
        book.generatorBook().health().lag().time("p99"),
        status(book).status());
  }

  private static ExitCode status(DeviceBook book) {
    if (!book.complete()) {
      return ExitCode.INTERRUPTED;
    }
    return book.generatorBook().health().reasons().isEmpty()
        ? ExitCode.PASSED
        : ExitCode.GENERATOR_LIMITED;
  }

  private static double rounded(double rate) {
    return Math.round(rate * THOUSANDTHS) / THOUSANDTHS;
  }
}
