// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs of several tenants held against each other. */
class TenantsComparedTest {
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
    return new Comparison(
        List.of(Runs.run("before", a)), List.of(Runs.run("after", b)), new Bound(0.1));
  }

  private static String text(Comparison comparison) {
    return String.join("\n", new ComparisonText(comparison).lines());
  }

  @Test
  void aTenantThatIsServedWorseIsWorseThoughTheWholeIsNot() {
    ObjectNode after = two();
    ((ObjectNode) Runs.ofTenant(after, "quiet").get("response")).put("p50", 9.0);
    Comparison comparison = comparison(two(), after);
    assertThat(text(comparison))
        .contains(
            """
            tenant loud
              connected %                  100      100       0.0 %  same
            tenant quiet
              connected %                  100      100       0.0 %  same
            tenant loud telemetry
              sent /s                     10.0     10.0       0.0 %  same
              failed %                    0.00     0.00       0.0 %  same
              lost /M                     0.00     0.00       0.0 %  same
              duplicate /M                0.00     0.00       0.0 %  same
              response mean ms            4.00     4.00       0.0 %  same
              response p50 ms             3.50     3.50       0.0 %  same
            tenant quiet telemetry
              sent /s                     10.0     10.0       0.0 %  same
              failed %                    0.00     0.00       0.0 %  same
              lost /M                     0.00     0.00       0.0 %  same
              duplicate /M                0.00     0.00       0.0 %  same
              response mean ms            4.00     4.00       0.0 %  same
              response p50 ms             3.50     9.00    +157.1 %  worse
            """)
        .endsWith("B is worse than A by more than 10 %: tenant quiet telemetry response p50 ms");
    assertThat(comparison.worse()).isTrue();
  }

  @Test
  void aTenantThatHasLostItsSessionsIsWorse() {
    ObjectNode after = two();
    ((ObjectNode) after.at("/tenants/quiet")).put("connected", 20);
    Runs.ofTenant(after, "quiet").put("sent", 480);
    assertThat(text(comparison(two(), after)))
        .endsWith(
            "B is worse than A by more than 10 %: tenant quiet connected %,"
                + " tenant quiet telemetry sent /s");
  }

  @Test
  void aTenantOfOneRunAloneIsAChangeOfTheProfile() {
    ObjectNode after = two();
    ObjectNode before = Runs.ofTenants(Map.of("loud", 1));
    String text = text(comparison(before, after));
    assertThat(text)
        .contains(
            """
            changed from A to B:
              tenants: loud -> loud, quiet
              tenants.quiet: not set -> weight 1
            """)
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
        .contains("  tenants.loud: not set -> weight 1\n  tenants.quiet: not set -> weight 1\n")
        .doesNotContain("tenant loud", "tenant quiet");
  }

  @Test
  void withoutAProfileTheTenantsAreThoseOfTheResult() {
    ObjectNode before = two();
    before.remove("profile");
    Map<String, Integer> weights = loudAndQuiet();
    weights.put("quiet", 3);
    assertThat(text(comparison(before, Runs.ofTenants(weights))))
        .contains("changed from A to B:\n  tenants.quiet: weight 1 -> weight 3\n");
  }

  @Test
  void anotherOrderIsAnotherDealing() {
    Map<String, Integer> turned = new LinkedHashMap<>();
    turned.put("quiet", 1);
    turned.put("loud", 1);
    assertThat(text(comparison(two(), Runs.ofTenants(turned))))
        .contains("changed from A to B:\n  tenants: loud, quiet -> quiet, loud\n");
  }

  @Test
  void whatATenantSentIsNotJudgedWhereItsShareIsAnother() {
    Map<String, Integer> weights = loudAndQuiet();
    weights.put("loud", 3);
    ObjectNode after = Runs.ofTenants(weights);
    Runs.ofTenant(after, "quiet").put("sent", 300);
    assertThat(comparison(two(), after).worse()).isFalse();
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
        .endsWith("B is worse than A by more than 10 %: tenant loud telemetry response p99 ms");
  }
}
