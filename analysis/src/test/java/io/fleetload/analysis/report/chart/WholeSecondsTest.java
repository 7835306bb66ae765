// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Seconds of a run in which its flows had a rate. */
class WholeSecondsTest {
  private static final long MEASURED = 5_000;

  /** A flow of 10/s, measured from the first second on, and ends of the phases in ms after it. */
  private static ChartData drawn(long measured, long drained, int... sent) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("firstMeasuredSecond", 0);
    ArrayNode phases = result.putArray("phases");
    phase(phases, "connect", 0, MEASURED);
    phase(phases, "measure", MEASURED, MEASURED + measured);
    if (drained > 0) {
      phase(phases, "drain", MEASURED + measured, MEASURED + drained);
    }
    ObjectNode perSecond =
        result.putObject("flows").putObject("commandResponse").putObject("perSecond");
    ArrayNode scheduled = perSecond.putArray("scheduled");
    ArrayNode course = perSecond.putArray("sent");
    for (int each : sent) {
      scheduled.add(each);
      course.add(each);
    }
    return ChartData.of(ResultNode.of(result), null);
  }

  private static void phase(ArrayNode phases, String name, long from, long to) {
    phases.addObject().put("name", name).put("startEpochMs", from).put("endEpochMs", to);
  }

  private static List<Number> sent(ChartData data) {
    return data.flows().get(0).sent();
  }

  @Test
  void answersOfTheDrainAreNoRateThatFell() {
    assertThat(sent(drawn(3_000, 4_300, 10, 10, 10, 2))).containsExactly(10L, 10L, 10L, null);
    assertThat(sent(drawn(3_000, 5_300, 10, 10, 10, 2, 1)))
        .containsExactly(10L, 10L, 10L, null, null);
  }

  @Test
  void aSecondThatEndsInTheMiddleIsNoRate() {
    assertThat(sent(drawn(2_500, 3_200, 10, 10, 5))).containsExactly(10L, 10L, null);
  }

  @Test
  void theLastWholeSecondStaysThoughThePhaseEndedAMomentBefore() {
    assertThat(sent(drawn(2_990, 3_200, 10, 10, 10))).containsExactly(10L, 10L, 10L);
    assertThat(sent(drawn(-MEASURED, 0, 10, 10, 10))).containsExactly(10L, 10L, 10L);
  }
}
