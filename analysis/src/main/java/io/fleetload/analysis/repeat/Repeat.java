// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.repeat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.fleetload.results.format.RequiredWithGaps;
import io.fleetload.results.verdict.Verdict;
import java.util.List;
import java.util.Map;

/**
 * Result of several runs of one profile.
 *
 * @param version format of this file
 * @param run the profile's {@code run.name}
 * @param asked the number of runs that were asked for
 * @param complete whether so many were made
 * @param verdict the worst of the runs' verdicts; {@code reasons} begins with the number of runs
 *     that count
 * @param counted the runs that count: those that are a verdict on the target
 * @param runs in the order in which they were made
 * @param figures by name, such as {@code flows.telemetry.response.p99}: each that is declared and
 *     that a run that counts has
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder("$schema")
public record Repeat(
    int version,
    String run,
    int asked,
    boolean complete,
    Verdict verdict,
    int counted,
    List<RunOfSeries> runs,
    Map<String, FigureSpread> figures) {

  /** The format that this version writes. */
  public static final int VERSION = 1;

  /** The file's name in the directory of the series. */
  public static final String FILE = "repeat.json";

  /** Names this format: the {@code $id} of {@code docs/reference/repeat.schema.json}. */
  public static final String SCHEMA = "urn:fleetload:repeat:" + VERSION;

  /** Says in the file itself which format it has. */
  @JsonProperty(value = "$schema", access = JsonProperty.Access.READ_ONLY)
  public String schema() {
    return SCHEMA;
  }

  /**
   * One of the runs.
   *
   * @param directory where its results lie, below that of the series
   * @param runId identifies the run on the wire
   * @param status its verdict: an {@link io.fleetload.results.format.ExitCode#status()}
   * @param crossed the thresholds that were crossed, as written
   * @param leftOut why it does not count; absent where it does
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RunOfSeries(
      String directory, String runId, String status, List<String> crossed, String leftOut) {}

  /**
   * One figure over the runs that count.
   *
   * @param unit its unit; absent of counts, and of shares from 0 to 1
   * @param count the number of these runs that have it
   * @param median the middle value, or the mean of the two in the middle
   * @param least the smallest value
   * @param most the largest value
   * @param spread from the smallest to the largest, as a share of the median; absent if the median
   *     is 0 and the others are not
   * @param values one a run, in the order of the runs; null if the run does not count or does not
   *     have it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FigureSpread(
      String unit,
      int count,
      double median,
      double least,
      double most,
      Double spread,
      @RequiredWithGaps List<Double> values) {}
}
