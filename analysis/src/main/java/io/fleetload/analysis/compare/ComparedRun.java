// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run to compare, whatever file it was read from.
 *
 * @param name what the user calls it
 * @param says what it is, in a few words
 * @param noVerdict why it says nothing about the target; null where it does
 * @param basics what was asked of it, as far as every kind of file says it
 * @param profile its profile by key path, and what it ran on; empty where the file has none
 * @param figures what was measured
 * @param findings what the file hides, in sentences
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
    List<String> findings,
    boolean published) {

  /** Copies what it is given, in its order. */
  public ComparedRun {
    basics = new LinkedHashMap<>(basics);
    profile = new LinkedHashMap<>(profile);
    figures = new LinkedHashMap<>(figures);
    findings = List.copyOf(findings);
  }
}
