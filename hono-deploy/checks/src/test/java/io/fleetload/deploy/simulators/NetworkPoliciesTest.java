// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import io.fleetload.deploy.manifest.Manifests;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ways the policies of a namespace leave open to a pod: everything else is shut. */
class NetworkPoliciesTest {
  private static final Map<String, String> FILES =
      Map.of(
          "load", "simulators/base/network-policies.yaml",
          "monitoring", "monitoring/kubernetes/network-policies.yaml");

  @ParameterizedTest
  @ValueSource(strings = {"load", "monitoring"})
  void whoeverIsNotNamedIsShutOffBothWays(String namespace) throws Exception {
    JsonNode all = policies(namespace).get("NetworkPolicy", "nothing-but-names").path("spec");

    assertThat(all.path("podSelector")).isEmpty();
    assertThat(all.path("policyTypes"))
        .extracting(JsonNode::asText)
        .containsExactly("Ingress", "Egress");
    assertThat(all.has("ingress")).isFalse();
    assertThat(policies(namespace).objects())
        .allMatch(each -> each.at("/metadata/namespace").asText().equals(namespace));
  }

  @ParameterizedTest
  @CsvSource({
    "load, provisioning, 53 443 9092-9098 27015-27017 28443",
    "load, backend-simulator, 53 8088 9092-9098",
    "load, device-simulator, 53 5684 9092-9098",
    "load, loadtest, 53 443 6443",
    "load, somebody-else, 53",
    "monitoring, prometheus, 53 443 6443 8088 9101 9102",
    "monitoring, grafana, 53 9090"
  })
  void aPodGetsOutToWhatItWorksWith(String namespace, String app, String ports) throws Exception {
    assertThat(open(namespace, app, "egress"))
        .containsExactlyInAnyOrderElementsOf(List.of(ports.split(" ")));
  }

  @ParameterizedTest
  @CsvSource({
    "load, provisioning, ''",
    "load, backend-simulator, metrics",
    "load, device-simulator, metrics",
    "load, loadtest, ''",
    "monitoring, prometheus, 9090",
    "monitoring, grafana, ''"
  })
  void nobodyGetsInButPrometheusAndGrafana(String namespace, String app, String ports)
      throws Exception {
    assertThat(String.join(" ", open(namespace, app, "ingress"))).isEqualTo(ports);
  }

  @Test
  void prometheusGetsInFromItsOwnNamespaceOnly() throws Exception {
    JsonNode from =
        policies("load").get("NetworkPolicy", "from-prometheus").at("/spec/ingress/0/from");

    assertThat(from).as("both conditions hold of one pod").hasSize(1);
    assertThat(from.at("/0/namespaceSelector/matchLabels").path("kubernetes.io/metadata.name"))
        .hasToString("\"monitoring\"");
    assertThat(from.at("/0/podSelector/matchLabels/app")).hasToString("\"prometheus\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "monitoring"})
  void theyKnowTheSchemasOfKubernetes(String namespace) throws Exception {
    assumeTrue(Program.isThere("kubernetes-validate"), "kubernetes-validate is not here");
    Program.Said said =
        Program.of("kubernetes-validate", "--strict", DeployFolder.at(FILES.get(namespace)) + "")
            .run();

    assertThat(said.code()).as(said.out() + said.err()).isZero();
  }

  private static Set<String> open(String namespace, String app, String way) throws Exception {
    Set<String> ports = new TreeSet<>();
    for (JsonNode policy : policies(namespace).ofKind("NetworkPolicy")) {
      JsonNode spec = policy.path("spec");
      if (isOf(spec.path("podSelector"), app)) {
        for (JsonNode rule : spec.path(way)) {
          assertThat(rule.path("ports")).as("a rule without ports opens all").isNotEmpty();
          rule.path("ports").forEach(port -> ports.add(shown(port)));
        }
      }
    }
    return ports;
  }

  private static String shown(JsonNode port) {
    String first = port.path("port").asText();
    return port.has("endPort") ? first + "-" + port.path("endPort").asText() : first;
  }

  private static boolean isOf(JsonNode selector, String app) {
    JsonNode label = selector.at("/matchLabels/app");
    JsonNode values = selector.at("/matchExpressions/0/values");
    if (label.isMissingNode() && values.isMissingNode()) {
      return true;
    }
    boolean named = label.asText().equals(app);
    for (JsonNode value : values) {
      named |= value.asText().equals(app);
    }
    return named;
  }

  private static Manifests policies(String namespace) throws Exception {
    return Manifests.parse(DeployFolder.text(FILES.get(namespace)));
  }
}
