// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import org.junit.jupiter.api.Test;

/** Two costs are judged only where the same parts of an installation are in both. */
class CostOfPartsTest {
  private static final Golden WORDS = Golden.of("compare");

  private static ObjectNode cost(double perMillion, String... parts) {
    ObjectNode result = Runs.result();
    ObjectNode target = result.putObject("target");
    target.put("cpuSecondsPerMillionMessages", perMillion);
    target
        .putArray("processes")
        .addObject()
        .put("name", "a:8088")
        .put("target", true)
        .put("cpuSeconds", 5);
    ObjectNode known = target.putObject("parts");
    known.putArray("included");
    for (String part : parts) {
      known.withArrayProperty("included").add(part);
      ((ObjectNode) target.at("/processes/0")).withArrayProperty("parts").add(part);
    }
    if (parts.length == 0) {
      known.put("pagesWithoutRole", 1);
    }
    return result;
  }

  private static Comparison compared(ObjectNode a, ObjectNode b) {
    return new Comparison(Runs.five("a", a), Runs.five("b", b), new Bound(0.1));
  }

  private static String text(Comparison comparison) {
    return String.join("\n", new ComparisonText(comparison).lines());
  }

  @Test
  void aCostOfMorePartsIsNotWorseButNotCompared() {
    Comparison comparison = compared(cost(300, "adapter"), cost(500, "adapter", "kafka"));
    assertThat(comparison.code()).isEqualTo(ExitCode.PASSED);
    WORDS.holds("costs of other parts", text(comparison));
    assertThat(text(comparison))
        .contains("target.parts: adapter -> adapter, kafka")
        .containsPattern("cpu s/M messages .* not compared");
  }

  @Test
  void aCostOfTheSamePartsIsJudged() {
    assertThat(compared(cost(300, "adapter"), cost(500, "adapter")).code())
        .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(compared(cost(300), cost(500)).code())
        .as("the same page without a role")
        .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
  }

  @Test
  void otherPagesWithoutARoleMayBeOtherParts() {
    ObjectNode other = cost(500);
    ((ObjectNode) other.at("/target/processes/0")).put("name", "b:8088");
    assertThat(compared(cost(300), other).code()).isEqualTo(ExitCode.PASSED);
  }
}
