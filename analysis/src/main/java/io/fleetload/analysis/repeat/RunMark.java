// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.repeat;

/** The mark of a run of a series, in its table and in its charts. */
public enum RunMark {
  /** All thresholds held. */
  HELD("●"),
  /** A threshold was crossed. */
  CROSSED("✕"),
  /**
   * It does not count: it is no verdict on the target, or its times are upper bounds. Its figures
   * may be those of a busy generator.
   */
  NONE("△");

  /** The signs with their meanings, in one line. */
  public static final String LEGEND =
      "● held  ✕ crossed  △ does not count, as its figures may be those of a busy generator";

  private final String sign;

  RunMark(String sign) {
    this.sign = sign;
  }

  /** The mark of a run. */
  public static RunMark of(Repeat.RunOfSeries run) {
    if (run.leftOut() != null) {
      return NONE;
    }
    return run.crossed().isEmpty() ? HELD : CROSSED;
  }

  /** One character. */
  public String sign() {
    return sign;
  }
}
