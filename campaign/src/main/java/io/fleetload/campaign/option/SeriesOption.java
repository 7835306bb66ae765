// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.analysis.repeat.Variation;
import io.fleetload.campaign.series.OverValues;
import io.fleetload.process.UsageException;
import picocli.CommandLine;

/**
 * The options for several runs, one after the other: the same again, or over the values of a key.
 */
public final class SeriesOption {
  private static final int MOST_RUNS = 100;

  @CommandLine.Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "runs the load test N times, one after the other, and gives the median and the spread of"
              + " every figure")
  private Integer repeat;

  @CommandLine.Option(
      names = "--over",
      paramLabel = "KEY=V,V",
      description =
          "runs the load test once for each of these values of a key, for example"
              + " devices.count=1000,2000,5000. The key profile names several profiles. Gives one"
              + " table and charts of the runs")
  private String over;

  /** Returns whether there are several runs. */
  public boolean isGiven() {
    return repeat != null || over != null;
  }

  /**
   * Refuses what makes no series.
   *
   * @param live whether one run is to be shown as it goes on
   * @throws UsageException if it makes none
   */
  public void check(boolean live) throws UsageException {
    if (repeat != null && over != null) {
      throw new UsageException(
          "--over: makes one run for each value; run without it, or without --repeat");
    }
    if (repeat != null && (repeat < 2 || repeat > MOST_RUNS)) {
      throw new UsageException("--repeat: found %s, expected 2 to %s".formatted(repeat, MOST_RUNS));
    }
    if (live) {
      throw new UsageException(
          "--live: shows one run; run without it, or without "
              + (over == null ? "--repeat" : "--over"));
    }
  }

  /** The number of equal runs. */
  public int repeats() {
    return repeat;
  }

  /**
   * The values of the key; null if all runs are the same.
   *
   * @throws UsageException if the option has another form
   */
  public Variation variation() throws UsageException {
    return over == null ? null : OverValues.parse(over, MOST_RUNS);
  }
}
