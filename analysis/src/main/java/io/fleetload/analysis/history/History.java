// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.format.RequiredWithGaps;
import java.util.List;
import java.util.Map;

/**
 * The results of a folder in the order of time, a history for each profile and target.
 *
 * @param version format of this document
 * @param answer {@code worse} if the newest run is after a change to the worse, {@code not-worse}
 *     or {@code too-few-runs}
 * @param exitCode the exit code of the command: 0, 1 or 5
 * @param sentence the answer in a sentence
 * @param histories that of the newest run first, which the answer is on
 * @param leftOut files that are no results, each with its reason
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder("$schema")
public record History(
    int version,
    String answer,
    int exitCode,
    String sentence,
    List<ProfileHistory> histories,
    List<String> leftOut) {

  /** The format that this version writes. */
  public static final int VERSION = 1;

  /** Names this format: the {@code $id} of {@code docs/reference/history.schema.json}. */
  public static final String SCHEMA = "urn:fleetload:history:" + VERSION;

  static final String WORSE = "worse";
  static final String NOT_WORSE = "not-worse";
  static final String TOO_FEW_RUNS = "too-few-runs";

  /** Says in the document itself which format it has. */
  @JsonProperty(value = "$schema", access = JsonProperty.Access.READ_ONLY)
  public String schema() {
    return SCHEMA;
  }

  /** The exit code of the command. */
  public ExitCode code() {
    return ExitCode.of(exitCode);
  }

  /**
   * The runs of one profile and target.
   *
   * @param digest of what was asked of which target
   * @param run the {@code run.name} of the newest run
   * @param target the target without its version; empty if the results do not say
   * @param counted runs that are a verdict on the target; only these take part in the search
   * @param enoughRuns how many of them show a clear change
   * @param older runs that are older than the newest 1,000, and are left out
   * @param runs in the order of time
   * @param figures those that decide first
   * @param changes the newest first
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ProfileHistory(
      String digest,
      String run,
      String target,
      int counted,
      int enoughRuns,
      int older,
      List<RunOfHistory> runs,
      List<FigureOfHistory> figures,
      List<ChangeOfFigure> changes) {

    /** Its name with that of the target. */
    public String title() {
      return target.isEmpty() ? run : run + ", " + target;
    }
  }

  /**
   * One of the runs.
   *
   * @param directory where its results lie
   * @param time when it began
   * @param status its verdict
   * @param leftOut why it takes no part in the search; absent if it does
   * @param versions of tool, target, Java and operating system, and the host
   * @param labels the user's own, by key
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RunOfHistory(
      String directory,
      String time,
      String status,
      String leftOut,
      Map<String, String> versions,
      Map<String, String> labels) {}

  /**
   * One figure over all runs of the history.
   *
   * @param group the flow or the part of the result that it is of
   * @param figure its name there
   * @param unit its unit; {@code share} from 0 to 1, empty of a plain number
   * @param better which way is better: {@code lower}, {@code higher} or {@code neither}
   * @param decides whether it is a part of the answer
   * @param ofPart whether it is of one tenant or group of devices
   * @param values one a run; null if the run does not have it
   * @param low lower ends of their intervals of 95 %; absent if no run has one
   * @param high upper ends of these; absent if no run has one
   * @param bounds of thresholds on it; absent if no run has one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FigureOfHistory(
      String group,
      String figure,
      String unit,
      String better,
      boolean decides,
      boolean ofPart,
      @RequiredWithGaps List<Double> values,
      @RequiredWithGaps List<Double> low,
      @RequiredWithGaps List<Double> high,
      @RequiredWithGaps List<Double> bounds) {}

  /**
   * A change point of a figure.
   *
   * @param group the flow or the part of the result
   * @param figure its name there
   * @param decides whether it is a part of the answer
   * @param word {@code worse} or {@code better}
   * @param inForce whether no change of the figure came after it
   * @param last the place of the last run before it, from 0 on
   * @param first the place of the first run after it
   * @param from the level before: the median, of shares and counts the mean
   * @param to the level after, up to the next change
   * @param share the difference as a share of the level before; absent if that is 0
   * @param text the levels as people read them, in the unit at the end of the figure
   * @param differs versions, host and labels that are not the same on both sides
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ChangeOfFigure(
      String group,
      String figure,
      boolean decides,
      String word,
      boolean inForce,
      int last,
      int first,
      double from,
      double to,
      Double share,
      String text,
      List<String> differs) {

    /** Returns whether the newest run is worse by it than those before. */
    public boolean makesWorse() {
      return inForce && decides && word.equals(WORSE);
    }

    /** Its path in the result. */
    public String path() {
      return group + " " + figure;
    }
  }
}
