// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class ShardSectionTest {
  private static ObjectNode shard(ObjectNode shards, String number, String verdict) {
    return shards
        .putObject(number)
        .put("devices", 1_250)
        .put("asked", 300.0)
        .put("reached", 299.5)
        .put("failed", 7)
        .put("p99Ms", 41.25)
        .put("lagP99Ms", 1.5)
        .put("verdict", verdict);
  }

  @Test
  void eachShardHasARowAndOneThatWasLateIsMarked() {
    ObjectNode result = RichResult.tree();
    ObjectNode shards = result.putObject("shards");
    shard(shards, "1", "passed").put("lost", 2);
    shard(shards, "2", "generator-limited").put("lost", 0);
    assertThat(new Report(result, null).html())
        .contains("<h2>Shards</h2>", "shard 1</th>", "shard 2</th>", ">lost <small>msg</small>")
        .contains("data-figure=\"shards.1.lost\" data-value=\"2\">2<")
        .contains("data-figure=\"shards.2.devices\" data-value=\"1250\">1,250<")
        .contains("data-label=\"verdict\">kept time</td>")
        .contains("<td class=\"void\" data-label=\"verdict\">generator-limited</td>");
  }

  @Test
  void whatIsNotKnownHasNoColumnAndARunOfOneProcessNoTable() {
    ObjectNode result = RichResult.tree();
    shard(result.putObject("shards"), "1", "passed");
    assertThat(new Report(result, null).html())
        .contains("<h2>Shards</h2>")
        .doesNotContain("data-figure=\"shards.1.lost\"");
    assertThat(new Report(RichResult.tree(), null).html()).doesNotContain("<h2>Shards</h2>");
  }
}
