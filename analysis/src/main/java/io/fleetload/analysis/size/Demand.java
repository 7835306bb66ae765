// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.size;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The load that is asked of a target.
 *
 * @param rate messages a second
 * @param devices number of devices; absent where only a rate is asked
 * @param headroom share of processors and of the limit that is to stay free, 0 to below 1
 * @param node what a node has; absent where nodes are not asked for
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Demand(double rate, Integer devices, double headroom, Node node) {
  /**
   * A machine that can be bought.
   *
   * @param processors how many it has
   * @param memoryMb its memory, in MB (10^6 bytes)
   */
  public record Node(double processors, double memoryMb) {}
}
