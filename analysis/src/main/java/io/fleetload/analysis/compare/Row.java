// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import io.fleetload.results.figure.FigureKind.Better;
import java.util.Locale;

/**
 * One figure of both sides.
 *
 * @param figure the figure
 * @param a the first side, or null if it has no such figure
 * @param b the second side, or null if it has no such figure
 * @param word the meaning of the difference
 */
record Row(Figure figure, Spread a, Spread b, Word word) {

  /** Meaning of a difference. */
  enum Word {
    /** B is better beyond the bound. */
    BETTER("better"),
    /** B is worse beyond the bound. */
    WORSE("worse"),
    SAME("same"),
    /** The runs of one side differ more than the sides do. */
    NO_VERDICT("no verdict"),
    /** Costs of different parts of an installation. */
    OTHER_PARTS("not compared: other parts are in the cost"),
    /** Not judged. */
    TOLD("");

    private final String text;

    Word(String text) {
      this.text = text;
    }
  }

  static Row of(Figure figure, Spread a, Spread b, Bound bound) {
    return new Row(figure, a, b, word(figure, a, b, bound));
  }

  /** A figure of sides of which one says nothing about the target. */
  static Row withoutWord(Figure figure, Spread a, Spread b) {
    return new Row(figure, a, b, Word.TOLD);
  }

  /** The costs of both sides, which have different parts of the target in them. */
  static Row ofOtherParts(Figure figure, Spread a, Spread b) {
    return new Row(figure, a, b, Word.OTHER_PARTS);
  }

  private static Word word(Figure figure, Spread a, Spread b, Bound bound) {
    if (a == null || b == null || figure.better() == Better.NEITHER) {
      return Word.TOLD;
    }
    double difference = b.median() - a.median();
    double noise = Math.max(a.width(), b.width());
    boolean beyond = bound.crossedBy(figure, difference, a.median());
    if (!beyond && !bound.crossedBy(figure, noise, a.median())) {
      return Word.SAME;
    }
    boolean several = a.runs() > 1 || b.runs() > 1;
    if (several && (noise > Math.abs(difference) || a.overlaps(b))) {
      return Word.NO_VERDICT;
    }
    if (!beyond) {
      return Word.SAME;
    }
    return (difference > 0) == (figure.better() == Better.HIGHER) ? Word.BETTER : Word.WORSE;
  }

  double noise() {
    return Math.max(a.width(), b.width());
  }

  double difference() {
    return b.median() - a.median();
  }

  /** The difference as a share of A. */
  String percent() {
    if (a == null || b == null) {
      return "";
    }
    if (a.median() == 0) {
      return b.median() == 0 ? "0.0 %" : "from 0";
    }
    // Plus zero, so that no difference has no sign.
    double share = Math.round(1_000 * difference() / Math.abs(a.median())) / 10.0 + 0.0;
    return String.format(Locale.ROOT, share == 0 ? "%.1f %%" : "%+.1f %%", share);
  }

  /** Returns the meaning, or the reason why the difference means nothing. */
  String meaning() {
    if (a == null) {
      return "only in B";
    }
    if (b == null) {
      return "only in A";
    }
    if (word != Word.NO_VERDICT) {
      return word.text;
    }
    return noise() > Math.abs(difference())
        ? "no verdict: the noise (%s) is larger than the difference (%s)"
            .formatted(figure.scale().text(noise()), figure.scale().text(Math.abs(difference())))
        : "no verdict: the runs of A and B overlap";
  }

  /** Its path in the result. */
  String path() {
    return figure.group() + " " + figure.name();
  }
}
