// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import io.fleetload.analysis.compare.Figure;
import io.fleetload.results.figure.FigureKind.Better;

/**
 * A change point of a figure.
 *
 * @param figure the figure
 * @param decides whether it is a part of the answer
 * @param last the place of the last run before it
 * @param first the place of the first run after it
 * @param end the place after the last run of the new level
 * @param from the level before: the median, of shares and counts the mean
 * @param to the level after
 * @param newest whether no change of this figure came after it
 */
record LevelChange(
    Figure figure,
    boolean decides,
    int last,
    int first,
    int end,
    double from,
    double to,
    boolean newest) {

  boolean isWorse() {
    return figure.better() == (to > from ? Better.LOWER : Better.HIGHER);
  }

  /** The difference as a share of the level before; null if that is 0. */
  Double share() {
    return from == 0 ? null : (to - from) / Math.abs(from);
  }
}
