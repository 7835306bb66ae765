// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.verdict.Verdict;
import java.util.List;
import java.util.Map;

/**
 * The result of a search for the limit. Rates are those asked for, in messages a second, of all
 * flows together.
 *
 * @param version format of this file
 * @param run the profile's {@code run.name}
 * @param complete whether the search came to its end
 * @param verdict its verdict: {@code passed} if the limit or a lower bound of it was found; {@code
 *     reasons} begins with the answer
 * @param bounds the rates between which the limit is
 * @param noise the rates between which probes did not agree; absent if all agreed
 * @param knee the point at which the curve of rate and 99th percentile turns steep
 * @param search the settings of the search
 * @param thresholds the profile's thresholds, as written
 * @param probes in the order in which they were made
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder("$schema")
public record Limit(
    int version,
    String run,
    boolean complete,
    Verdict verdict,
    @JsonUnwrapped Bounds bounds,
    Noise noise,
    Knee knee,
    Search search,
    List<String> thresholds,
    List<Probe> probes) {

  /** The format that this version writes. */
  public static final int VERSION = 1;

  /** The file's name in the search's directory. */
  public static final String FILE = "limit.json";

  /** Names this format: the {@code $id} of {@code docs/reference/limit.schema.json}. */
  public static final String SCHEMA = "urn:fleetload:limit:" + VERSION;

  /** Says in the file itself which format it has. */
  @JsonProperty(value = "$schema", access = JsonProperty.Access.READ_ONLY)
  public String schema() {
    return SCHEMA;
  }

  /**
   * The rates between which the limit is.
   *
   * @param held the highest rate at which all thresholds held; absent if there is no such rate
   * @param crossed the lowest rate at which one did not; absent if there is no such rate
   * @param factor the held rate over the one that the profile's own rates make; absent without a
   *     held rate
   * @param flows the rate of each flow at the held rate; absent without a held rate
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Bounds(Double held, Double crossed, Double factor, Map<String, Double> flows) {}

  /**
   * The rates at which probes did not agree.
   *
   * @param from the lowest rate of which a probe crossed a threshold
   * @param to the highest rate of which one held; not below {@code from}
   */
  public record Noise(double from, double to) {}

  /**
   * The settings of a search.
   *
   * @param from the lowest rate
   * @param to the highest rate
   * @param step distance of each step above the one before, as written
   * @param resolution precision of the answer, as written
   * @param repeats number of further probes of the rates around the answer
   * @param probeSeconds measured time of a probe, in s
   * @param together the rate that the profile's own rates make
   * @param flows the profile's own rates, by flow name
   */
  public record Search(
      double from,
      double to,
      String step,
      String resolution,
      int repeats,
      double probeSeconds,
      double together,
      Map<String, Double> flows) {}
}
