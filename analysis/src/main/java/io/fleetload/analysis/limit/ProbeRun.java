// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The run of a probe.
 *
 * @param directory where its results lie, below that of the search
 * @param runId identifies the run on the wire
 * @param seconds how long it measured, in s; absent in a file of an earlier version
 * @param atSeconds when it began, in s from the begin of the search; absent where it is not known
 * @param scout true for a shorter probe, which finds the way and decides nothing; else absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProbeRun(
    String directory, String runId, Double seconds, Double atSeconds, Boolean scout) {
  /** A run of full length. */
  public ProbeRun(String directory, String runId, double seconds) {
    this(directory, runId, seconds, null, null);
  }

  /** Returns whether its verdict counts for an end of the answer. */
  boolean full() {
    return !Boolean.TRUE.equals(scout);
  }
}
