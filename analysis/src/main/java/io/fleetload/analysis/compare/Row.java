// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.Locale;
import java.util.Set;

/**
 * One figure of both sides.
 *
 * @param figure the figure
 * @param a the first side, or null if it has no such figure
 * @param b the second side, or null if it has no such figure
 * @param difference what the runs say of the difference; null if the figure is not judged, or is
 *     the same in all runs
 * @param word the meaning of the difference
 * @param enough of {@link Word#NOT_ENOUGH_RUNS}, how many runs a side would do; 0 of a figure that
 *     does not decide
 */
record Row(Figure figure, Spread a, Spread b, Difference difference, Word word, int enough) {
  private static final Set<Word> SHOWN_ONLY =
      Set.of(Word.NOT_JUDGED, Word.OTHER_PARTS, Word.OTHER_CLOCK, Word.NOT_SAID);

  /** Meaning of a difference. */
  enum Word {
    /** B is better, and the interval of the difference is not within the bound. */
    BETTER("better"),
    /** B is worse, and the interval of the difference is not within the bound. */
    WORSE("worse"),
    /** The interval of the difference is within the bound. */
    ALIKE("alike"),
    /** The interval has both no difference and one beyond the bound. */
    NOT_ENOUGH_RUNS("not enough runs"),
    /** Costs of different parts of an installation. */
    OTHER_PARTS("not compared: other parts are in the cost"),
    /** Times of two tools, with coordinated omission in one of them. */
    OTHER_CLOCK("not compared: one counts from the send, the other from when it was due"),
    /** A figure that another tool does not give. */
    NOT_SAID("not said by the other tool"),
    /** Not judged. */
    NOT_JUDGED("");

    private final String text;

    Word(String text) {
      this.text = text;
    }

    /** The word as people read it. */
    String text() {
      return text;
    }
  }

  /** A figure that is shown only. */
  static Row shown(Figure figure, Spread a, Spread b, Word word) {
    return new Row(figure, a, b, null, word, 0);
  }

  /** The same with its meaning. */
  Row judged(Word meaning, int runs) {
    return new Row(figure, a, b, difference, meaning, runs);
  }

  /** Returns whether it is a part of the answer on all figures. */
  boolean decides() {
    return !SHOWN_ONLY.contains(word) && ComparedFigures.decides(figure);
  }

  /** The difference of the medians. */
  double ofMedians() {
    return b.median() - a.median();
  }

  /** The difference of the medians as a share of A. */
  String percent() {
    if (a == null || b == null || word == Word.OTHER_CLOCK) {
      return "";
    }
    if (a.median() == 0) {
      return b.median() == 0 ? "0.0 %" : "from 0";
    }
    // Plus zero, so that no difference has no sign.
    double share = Math.round(1_000 * ofMedians() / Math.abs(a.median())) / 10.0 + 0.0;
    return String.format(Locale.ROOT, share == 0 ? "%.1f %%" : "%+.1f %%", share);
  }

  /** Returns the meaning with the interval of the difference. */
  String meaning() {
    if (word == Word.NOT_SAID) {
      return word.text;
    }
    if (a == null) {
      return "only in B";
    }
    if (b == null) {
      return "only in A";
    }
    return difference == null ? word.text : "%s (%s)".formatted(word.text, interval());
  }

  /** The interval of 95 % of the difference. */
  String interval() {
    return difference.text(figure.scale());
  }

  /** Its path in the result. */
  String path() {
    return figure.group() + " " + figure.name();
  }
}
