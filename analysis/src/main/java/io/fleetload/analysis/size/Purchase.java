// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.size;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.analysis.limit.model.Estimate;
import java.util.List;
import java.util.Map;

/**
 * A purchase for a load.
 *
 * @param demand what is asked
 * @param limitRate the rate at which the measured target held its thresholds, msg/s
 * @param targets targets as large as the measured one, side by side
 * @param parts what each part needs, of all targets together and without headroom
 * @param processors processors to buy, of all parts with the headroom; absent where they are not
 *     known
 * @param memoryMb memory to buy, in MB; absent likewise
 * @param nodes nodes to buy; absent where they are not asked for, or not known
 * @param cautions what the figures take for granted, a sentence each
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Purchase(
    Demand demand,
    double limitRate,
    int targets,
    Map<String, PartSize> parts,
    Estimate processors,
    Estimate memoryMb,
    Nodes nodes,
    List<String> cautions) {

  /**
   * A number of nodes with its interval of 95 %.
   *
   * @param count the number
   * @param low the lower end
   * @param high the upper end
   * @param by what decides it: {@code processors} or {@code memory}
   */
  public record Nodes(long count, long low, long high, String by) {}
}
