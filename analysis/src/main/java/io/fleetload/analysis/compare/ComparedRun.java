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
 * @param tool the tool that measured it
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
    boolean published,
    Instrument tool) {

  /** Copies what it is given, in its order. */
  public ComparedRun {
    basics = new LinkedHashMap<>(basics);
    profile = new LinkedHashMap<>(profile);
    figures = new LinkedHashMap<>(figures);
    counts = Map.copyOf(counts);
    blocks = Map.copyOf(blocks);
    findings = List.copyOf(findings);
  }

  /** Returns whether it is the output of another tool. */
  public boolean isOfOtherTool() {
    return !tool.equals(Instrument.OWN);
  }

  /**
   * A load tool.
   *
   * @param name for the user
   * @param fromDueTime whether its times count from when a message was due, and not from its send
   * @param knowsRate whether its rate says something of the target, as the load asked for is known
   *     or the target sets it
   */
  record Instrument(String name, boolean fromDueTime, boolean knowsRate) {
    /** This one. */
    static final Instrument OWN = new Instrument("this tool", true, true);
  }

  /**
   * A part of a number.
   *
   * @param count what was counted
   * @param of out of how many
   */
  record Count(double count, double of) {}
}
