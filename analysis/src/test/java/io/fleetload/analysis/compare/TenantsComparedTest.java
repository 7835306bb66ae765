// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs of several tenants held against each other. */
class TenantsComparedTest {
  private static final Golden WORDS = Golden.of("compare");

  private static Map<String, Integer> loudAndQuiet() {
    Map<String, Integer> weights = new LinkedHashMap<>();
    weights.put("loud", 1);
    weights.put("quiet", 1);
    return weights;
  }

  private static ObjectNode two() {
    return Runs.ofTenants(loudAndQuiet());
  }

  private static Comparison comparison(ObjectNode a, ObjectNode b) {
    return new Comparison(Runs.five("before", a), Runs.five("after", b), new Bound(0.1), true);
  }

  private static String text(Comparison comparison) {
    return String.join("\n", new ComparisonText(comparison).lines());
  }

  @Test
  void aTenantThatIsServedWorseIsWorseThoughTheWholeIsNot() {
    ObjectNode after = two();
    ((ObjectNode) Runs.ofTenant(after, "quiet").get("response")).put("p50", 9.0);
    Comparison comparison = comparison(two(), after);
    WORDS.holds("a tenant that is served worse", text(comparison));
    assertThat(text(comparison))
        .containsPattern("(?s)tenant loud telemetry\n.*response p50 ms .* alike [^\n]*\ntenant")
        .containsPattern("response p50 ms +3.50 .* +9.00 .* +\\+157.1 % +worse ")
        .containsPattern("B is worse than A: tenant quiet telemetry response p50 ms \\([^,]*\\)$");
    assertThat(comparison.answer()).isEqualTo(Row.Word.WORSE);
  }

  @Test
  void aTenantThatHasLostItsSessionsIsWorse() {
    ObjectNode after = two();
    ((ObjectNode) after.at("/tenants/quiet")).put("connected", 20);
    Runs.ofTenant(after, "quiet").put("sent", 480);
    assertThat(text(comparison(two(), after)))
        .containsPattern(
            ": tenant quiet connected % \\([^,]*\\), tenant quiet telemetry sent /s \\([^,]*\\)$");
  }

  @Test
  void aTenantOfOneRunAloneIsAChangeOfTheProfile() {
    ObjectNode after = two();
    ObjectNode before = Runs.ofTenants(Map.of("loud", 1));
    String text = text(comparison(before, after));
    assertThat(text)
        .contains("\n  tenants: loud -> loud, quiet\n")
        .containsPattern("\n  tenants.quiet: .+ -> weight 1\n")
        .contains("tenant loud telemetry\n")
        .doesNotContain("tenant quiet", "only in");
    assertThat(text(comparison(after, before)))
        .contains("  tenants.quiet: weight 1 -> not set\n")
        .doesNotContain("tenant quiet", "only in");
  }

  @Test
  void aRunOfOneTenantHasNothingBesideThoseOfSeveral() {
    String text = text(comparison(Runs.result(), two()));
    assertThat(text)
        .containsPattern("\n  tenants.loud: .+ -> weight 1\n  tenants.quiet: .+ -> weight 1\n")
        .doesNotContain("tenant loud", "tenant quiet");
  }

  @Test
  void withoutAProfileTheTenantsAreThoseOfTheResult() {
    ObjectNode before = two();
    before.remove("profile");
    Map<String, Integer> weights = loudAndQuiet();
    weights.put("quiet", 3);
    assertThat(text(comparison(before, Runs.ofTenants(weights))))
        .contains("\n  tenants.quiet: weight 1 -> weight 3\n");
  }

  @Test
  void anotherOrderIsAnotherDealing() {
    Map<String, Integer> turned = new LinkedHashMap<>();
    turned.put("quiet", 1);
    turned.put("loud", 1);
    assertThat(text(comparison(two(), Runs.ofTenants(turned))))
        .contains("\n  tenants: loud, quiet -> quiet, loud\n");
  }

  @Test
  void whatATenantSentIsNotJudgedWhereItsShareIsAnother() {
    Map<String, Integer> weights = loudAndQuiet();
    weights.put("loud", 3);
    ObjectNode after = Runs.ofTenants(weights);
    Runs.ofTenant(after, "quiet").put("sent", 300);
    assertThat(comparison(two(), after).code()).isEqualTo(ExitCode.PASSED);
  }

  @Test
  void aTenantsP99IsOneOfAThousandMessages() {
    ObjectNode before = two();
    ObjectNode after = two();
    for (ObjectNode each : List.of(before, after)) {
      Runs.ofTenant(each, "loud").put("ok", 1_000);
    }
    ((ObjectNode) Runs.ofTenant(after, "loud").get("response")).put("p99", 18.0);
    ((ObjectNode) Runs.ofTenant(after, "quiet").get("response")).put("p99", 18.0);
    assertThat(text(comparison(before, after)))
        .containsPattern(": tenant loud telemetry response p99 ms \\([^,]*\\)$");
  }
}
