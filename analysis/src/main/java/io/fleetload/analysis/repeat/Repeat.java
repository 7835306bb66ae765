// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.repeat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.fleetload.results.format.RequiredWithGaps;
import io.fleetload.results.verdict.ThresholdOutcome;
import io.fleetload.results.verdict.Verdict;
import java.util.List;
import java.util.Map;

/**
 * Result of several runs of one profile, each the same or each with another value of one key.
 *
 * @param version format of this file
 * @param run the profile's {@code run.name}
 * @param over the key that has another value in each run; absent if all runs are the same
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
    VariedKey over,
    int asked,
    boolean complete,
    Verdict verdict,
    int counted,
    List<RunOfSeries> runs,
    Map<String, FigureOfRuns> figures) {

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
   * The key that has another value in each run.
   *
   * @param key its path, such as {@code devices.count}
   * @param unit the unit of the runs' {@code number}; absent of plain numbers, and of values that
   *     are no numbers
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record VariedKey(String key, String unit) {}

  /**
   * One of the runs.
   *
   * @param value the value of the varied key, as it was written; absent if all runs are the same
   * @param number the same as a number; absent if the values are no numbers of one unit
   * @param directory where its results lie, below that of the series
   * @param runId identifies the run on the wire
   * @param status its verdict: an {@link io.fleetload.results.format.ExitCode#status()}
   * @param exitCode the exit code of that verdict
   * @param crossed the thresholds that were crossed, as written
   * @param leftOut why it does not count; absent where it does
   * @param flows by flow name
   * @param thresholds outcomes of the profile's own thresholds; absent in a file of an earlier
   *     version
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RunOfSeries(
      String value,
      Double number,
      String directory,
      String runId,
      String status,
      Integer exitCode,
      List<String> crossed,
      String leftOut,
      Map<String, FlowOfRun> flows,
      List<ThresholdOutcome> thresholds) {}

  /**
   * A flow of one of the runs.
   *
   * @param asked rate asked for, msg/s; absent in a closed model
   * @param reached rate reached, msg/s
   * @param p50 median response time, in ms; absent where no message was confirmed
   * @param p99 the 99th percentile, in ms
   * @param failed messages that failed
   * @param lost messages that the backend did not get; absent where it is not known
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FlowOfRun(
      Double asked, Double reached, Double p50, Double p99, Long failed, Long lost) {}

  /**
   * One figure over the runs that count. A median and what is around it say nothing of runs that
   * differ on purpose, so they are absent where a key was varied.
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
  public record FigureOfRuns(
      String unit,
      int count,
      Double median,
      Double least,
      Double most,
      Double spread,
      @RequiredWithGaps List<Double> values) {}
}
