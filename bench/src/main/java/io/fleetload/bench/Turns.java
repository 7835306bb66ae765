// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.ContestantClient;
import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Windows of contestants that take turns, so that whatever else the machine does meets all of them;
 * the first windows warm them up and are not counted.
 */
final class Turns {
  static final int WARM_UPS = 2;

  /**
   * Least gain of a round, as a share. A contestant that gains no more for {@link
   * #ROUNDS_WITHOUT_GAIN} rounds is warm.
   */
  private static final double FLAT = 0.05;

  private static final int ROUNDS_WITHOUT_GAIN = 8;
  private static final int MOST_WARM_UP_ROUNDS = 40;

  private final PrintStream out;
  private final Findings findings;

  Turns(PrintStream out, Findings findings) {
    this.out = out;
    this.findings = findings;
  }

  /** Runs a contestant for a window, and returns its figures. */
  @FunctionalInterface
  interface TurnWindow {
    double[] of(ContestantClient contestant) throws IOException;
  }

  /**
   * Otherwise a row of a few seconds measures the compiler more than the handshakes. Two rounds
   * that are alike say nothing: they may be so by chance.
   */
  void warmUntilFlat(String who, ContestantClient contestant, TurnWindow round) throws IOException {
    double best = 0;
    int since = 0;
    for (int i = 0; i < MOST_WARM_UP_ROUNDS; i++) {
      double[] figures = round.of(contestant);
      findings.window(who, true, figures);
      double now = figures[0] / figures[3];
      if (now > best * (1 + FLAT)) {
        best = now;
        since = 0;
      } else if (++since == ROUNDS_WITHOUT_GAIN) {
        return;
      }
    }
    out.printf("  %s: not flat after %d rounds%n", who, MOST_WARM_UP_ROUNDS);
  }

  /**
   * Runs the windows and returns what each contestant does for a second of its processor, in each
   * window that counts.
   *
   * @param contestants by their names, in the order of their turns
   */
  Map<String, Samples> take(
      Map<String, ContestantClient> contestants, int windows, TurnWindow window)
      throws IOException {
    Map<String, Samples> samples = new LinkedHashMap<>();
    contestants.keySet().forEach(each -> samples.put(each, new Samples()));
    for (int i = 0; i < WARM_UPS + windows; i++) {
      for (Map.Entry<String, ContestantClient> each : contestants.entrySet()) {
        double[] figures = window.of(each.getValue());
        findings.window(each.getKey(), i < WARM_UPS, figures);
        if (i >= WARM_UPS) {
          samples.get(each.getKey()).add(figures[0] / figures[3]);
        }
      }
    }
    return samples;
  }
}
