// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run to compare, read from a file of any supported kind.
 *
 * @param name the user's name for it
 * @param says its description, in a few words
 * @param noVerdict the reason why it says nothing about the target, or null if it does
 * @param basics its settings that every kind of file has
 * @param profile its profile by key path, with its surroundings; empty if the file has no profile
 * @param figures the measured values
 * @param counts of figures that are parts of a number, such as messages lost, what they are made of
 * @param blocks of figures with a course in time, their values in blocks of equal length
 * @param findings facts that the file hides, in sentences
 * @param published whether it is the summary of a published load test, which says less than a
 *     result
 */
public record ComparedRun(
    String name,
    String says,
    String noVerdict,
    Map<String, String> basics,
    Map<String, String> profile,
    Map<Figure, Double> figures,
    Map<Figure, Count> counts,
    Map<Figure, List<Double>> blocks,
    List<String> findings,
    boolean published) {

  /** Copies what it is given, in its order. */
  public ComparedRun {
    basics = new LinkedHashMap<>(basics);
    profile = new LinkedHashMap<>(profile);
    figures = new LinkedHashMap<>(figures);
    counts = Map.copyOf(counts);
    blocks = Map.copyOf(blocks);
    findings = List.copyOf(findings);
  }

  /**
   * A part of a number.
   *
   * @param count what was counted
   * @param of out of how many
   */
  record Count(double count, double of) {}
}
