// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of a search for the limit. A load is the rate asked for, in messages a second, of all
 * flows together; or, as {@link Search#of} says, the number of devices.
 *
 * @param version format of this file
 * @param run the profile's {@code run.name}
 * @param complete whether the search came to its end
 * @param verdict its verdict: {@code passed} if the limit or a lower bound of it was found; {@code
 *     reasons} begins with the answer
 * @param bounds the loads between which the limit is
 * @param noise the loads between which probes did not agree; absent if all agreed
 * @param change a change of the target during the search; absent if the probes show none
 * @param model what models say of the probes; absent without a probe
 * @param knee the point at which the curve of load and 99th percentile turns steep
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
    CapacityChange change,
    LimitModel model,
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
   * The loads between which the limit is.
   *
   * @param held the highest load at which all thresholds held; absent if there is no such load
   * @param crossed the lowest load at which one did not; absent if there is no such load
   * @param factor the held load over the profile's own; absent without a held load
   * @param flows the rate of each flow at the held load, msg/s; absent without a held load
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Bounds(Double held, Double crossed, Double factor, Map<String, Double> flows) {}

  /**
   * The loads at which probes did not agree.
   *
   * @param from the lowest load of which a probe crossed a threshold
   * @param to the highest load of which one held; not below {@code from}
   */
  public record Noise(double from, double to) {}

  /**
   * The settings of a search.
   *
   * @param of {@code devices} where loads are numbers of devices; absent where they are rates
   * @param from the lowest load
   * @param to the highest load
   * @param step distance of each step above the one before, as written
   * @param resolution precision of the answer, as written
   * @param repeats number of further probes of the rates around the answer
   * @param probeSeconds measured time of a probe, in s
   * @param together the profile's own load: the rate that its rates make, or its number of devices
   * @param flows the profile's own rates, by flow name
   * @param unchanged the flows with a rate that the number of devices does not change; absent where
   *     loads are rates
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Search(
      String of,
      double from,
      double to,
      String step,
      String resolution,
      int repeats,
      double probeSeconds,
      double together,
      Map<String, Double> flows,
      List<String> unchanged) {

    /** Value of {@code of} where loads are numbers of devices. */
    public static final String DEVICES = "devices";

    /** Returns whether loads are numbers of devices. */
    public boolean raisesDevices() {
      return DEVICES.equals(of);
    }

    /** A load as people read it, with its unit. */
    public String text(double load) {
      return raisesDevices()
          ? String.format(Locale.ROOT, "%,.0f devices", load)
          : LimitAnswer.rate(load);
    }
  }
}
