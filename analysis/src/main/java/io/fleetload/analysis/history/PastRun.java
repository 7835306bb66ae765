// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import io.fleetload.analysis.compare.Figure;
import io.fleetload.results.confidence.ConfidenceInterval;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/**
 * A run of a history, read from its {@code result.json}.
 *
 * @param directory of the run
 * @param began when its first phase began
 * @param name the profile's {@code run.name}
 * @param status its verdict
 * @param noVerdict why it says nothing about the target; null if it does
 * @param of the digest of the profile and the target
 * @param target what the target is, without its version; empty if the result does not say
 * @param surroundings versions, host and labels, by key
 * @param figures the measured values
 * @param intervals of 95 %, of the figures that have one
 * @param bounds of the thresholds on these figures
 */
record PastRun(
    Path directory,
    Instant began,
    String name,
    String status,
    String noVerdict,
    String of,
    String target,
    Map<String, String> surroundings,
    Map<Figure, Double> figures,
    Map<Figure, ConfidenceInterval> intervals,
    Map<Figure, Double> bounds) {

  /** The key of a label begins with it. */
  static final String LABEL = "label ";

  /** Returns whether it takes part in the search for changes. */
  boolean counts() {
    return noVerdict == null;
  }
}
