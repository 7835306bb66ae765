// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Nodes of one kind that carry the pods of a run.
 *
 * @param node the kind
 * @param count how many; 0 if no such node carries a shard
 * @param price of the run by its length; null if the node has no price, or carries none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeBudget(NodeType node, int count, Double price) {
  private static final double HOUR = 3_600;

  /** The need of so many pods for so long. */
  static NodeBudget of(NodeType node, int shards, int backends, double seconds) {
    int count = node.nodes(shards, backends);
    return new NodeBudget(
        node,
        count,
        node.price() == null || count == 0 ? null : count * node.price() * seconds / HOUR);
  }
}
