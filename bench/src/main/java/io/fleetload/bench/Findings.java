// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The results of the windows, and whether they are within the bounds. */
final class Findings {
  private final PrintStream out;
  private final Map<String, List<String>> rows = new LinkedHashMap<>();
  private String benchmark = "";
  private boolean held = true;

  Findings(PrintStream out) {
    this.out = out;
  }

  /** Returns whether every bound held so far. */
  boolean held() {
    return held;
  }

  /** Begins the findings of a benchmark. */
  void of(String named) {
    benchmark = named;
  }

  /** The benchmark failed, so what it came to until then is no row. */
  void forget() {
    rows.remove(benchmark);
  }

  /**
   * A row of a table for each bound, by benchmark.
   *
   * @param when the last column
   */
  Map<String, List<String>> rows(String when) {
    Map<String, List<String>> whole = new LinkedHashMap<>();
    rows.forEach(
        (name, of) -> whole.put(name, of.stream().map(row -> row + " " + when + " |").toList()));
    return whole;
  }

  /** Tells of one window of a contestant. */
  void window(String who, boolean warmUp, double[] figures) {
    out.printf(
        Locale.ROOT,
        "%s%-13s %,9.0f requests in %4.1f s (%,7.0f/s), %.2f CPU s, %,7.0f per CPU s,"
            + " failed %.0f, repeated %.0f%n",
        warmUp ? "  (warm-up) " : "  ",
        who,
        figures[0],
        figures[4],
        figures[0] / figures[4],
        figures[3],
        figures[0] / figures[3],
        figures[1],
        figures[2]);
  }

  /** Tells what a contestant holds with some devices, and with more of them. */
  void memory(String who, int few, double[] before, int more, double[] after) {
    out.printf(
        Locale.ROOT,
        "%s: %.0f MB resident, %.0f threads, with %d devices; %.0f MB, %.0f threads, with %,d more%n",
        who,
        before[0] / 1024,
        before[1],
        few,
        after[0] / 1024,
        after[1],
        more);
  }

  /** Tells what two contestants came to, and judges their ratio. */
  void conclude(
      String what, Samples product, String other, Samples peer, double ratio, double bound) {
    out.println(what);
    out.println("  product " + product.text());
    out.println("  " + other + " " + peer.text());
    boolean ok = ratio >= bound;
    tell("ratio", ratio, bound, ok);
    String compared = " %s | %s %s |".formatted(product.text(), other, peer.text());
    row(what, compared, ratio, bound, ok);
  }

  /** Prints and records a figure with its bound. */
  void judge(String what, double found, double bound, boolean ok) {
    tell(what, found, bound, ok);
    row(what, " | |", found, bound, ok);
  }

  private void row(String what, String compared, double found, double bound, boolean ok) {
    rows.computeIfAbsent(benchmark, none -> new ArrayList<>())
        .add(
            String.format(
                Locale.ROOT,
                "%s %s |%s %.2f | %.2f%s |",
                FiguresTable.begin(benchmark),
                what,
                compared,
                found,
                bound,
                ok ? "" : ", **not held**"));
  }

  private void tell(String what, double found, double bound, boolean ok) {
    out.printf(
        Locale.ROOT, "  %s %.2f, bound %.2f: %s%n", what, found, bound, ok ? "held" : "NOT HELD");
    held &= ok;
  }
}
