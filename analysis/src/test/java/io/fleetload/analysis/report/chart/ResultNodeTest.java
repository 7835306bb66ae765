// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class ResultNodeTest {
  private static ResultNode node(String json) throws JsonProcessingException {
    return ResultNode.of(new ObjectMapper().readTree(json));
  }

  @Test
  void itKnowsItsPathInTheResult() throws JsonProcessingException {
    ResultNode result = node("{\"flows\": {\"a.b\": {\"response\": {\"p99.9\": 12.5}}}}");
    ResultNode p999 = result.at("flows").each().get(0).at("response").at("p99.9");
    assertThat(p999.path()).isEqualTo("flows.a.b.response.p99.9");
    assertThat(p999.get("asDecimal")).isEqualTo("12.5");
  }

  @Test
  void partsOfAListAreNumbered() throws JsonProcessingException {
    ResultNode list =
        node("{\"thresholds\": [{\"held\": true}, {\"held\": false}]}").at("thresholds");
    assertThat(list.each())
        .extracting(ResultNode::path)
        .containsExactly("thresholds.0", "thresholds.1");
    assertThat(list.at("1").at("held").get("isTrue")).isEqualTo(false);
  }

  @Test
  void whatAResultLacksIsEmptyAndNotZero() throws JsonProcessingException {
    ResultNode missing = node("{}").at("ledger").at("lost");
    assertThat(missing.get("asCount")).isEqualTo(FigureFormat.NOTHING);
    assertThat(missing.get("exact")).isEqualTo("");
    assertThat(missing.isPresent()).isFalse();
    assertThat(missing.each()).isEmpty();
  }

  @Test
  void whatAnEarlierVersionCalledInFlightIsUnsettled() throws JsonProcessingException {
    String json =
        "{\"run\": \"old\", \"flows\": {\"a\": {\"inFlight\": 3}, \"b\": {\"unsettled\": 4}}}";
    ResultNode result = node(json);
    assertThat(result.at("flows").sum("/unsettled")).isEqualTo(7);
    assertThat(result.at("run")).hasToString("old");
  }
}
