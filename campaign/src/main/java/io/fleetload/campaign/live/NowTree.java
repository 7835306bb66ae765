// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.live;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.campaign.view.RunSoFar;
import io.fleetload.progress.ToolEvent;

/** The latest reports of the tools, as JSON for the page of a running run. */
final class NowTree {
  private static final ObjectMapper JSON = new ObjectMapper();

  private NowTree() {}

  static ObjectNode of(RunSoFar.Now now) {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("said", now.said());
    ToolEvent.Progress devices = now.devices();
    if (devices != null) {
      tree.put("phase", devices.phase());
      tree.put("secondsLeft", devices.secondsLeft());
      tree.put("phaseSeconds", devices.phaseSeconds());
      if (devices.devices() != null) {
        tree.put("devicesAsked", devices.devices().asked());
        tree.put("devicesConnected", devices.devices().connected());
      }
      if (devices.shards() != null) {
        tree.put("shards", devices.shards());
      }
      tree.set("flows", JSON.valueToTree(devices.flows()));
    }
    if (now.backend() != null && now.backend().receipts() != null) {
      tree.put("received", now.backend().receipts().first());
    }
    tree.put("lateOrLost", now.lateOrLost());
    return tree;
  }
}
