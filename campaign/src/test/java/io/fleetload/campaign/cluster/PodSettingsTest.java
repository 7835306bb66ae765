// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fleetload.process.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodSettingsTest {
  @TempDir private Path folder;

  private Manifests with(String yaml) throws Exception {
    Path file = Files.writeString(folder.resolve("pods.yaml"), yaml);
    return Manifests.in(ClusterFiles.MANIFESTS, PodSettings.read(file));
  }

  @Test
  void mapsAndThingsWithNamesAreMergedAndOtherListsAreReplaced() throws Exception {
    Manifests all =
        with(
            """
            all:
              labels: { team: iot }
              spec:
                imagePullSecrets: [ { name: registry } ]
                nodeSelector: { fleetload/nodes: null, pool: spot }
                tolerations: [ { key: spot, operator: Exists } ]
            devices:
              annotations: { "sidecar.istio.io/inject": "true" }
              spec:
                priorityClassName: low
                volumes: [ { name: rows, configMap: { name: rows } } ]
              container:
                resources: { requests: { cpu: "1" } }
                env: [ { name: ZONE, value: a } ]
            """);
    Job devices = all.job(Manifests.DEVICES);
    PodSpec pod = Manifests.pod(devices);
    Container tool = Manifests.tool(devices);

    assertThat(devices.getSpec().getTemplate().getMetadata().getLabels())
        .containsEntry("team", "iot")
        .containsEntry("app", Manifests.DEVICES);
    assertThat(devices.getSpec().getTemplate().getMetadata().getAnnotations())
        .containsEntry("sidecar.istio.io/inject", "true")
        .containsEntry("linkerd.io/inject", "disabled");
    assertThat(pod.getNodeSelector()).containsOnlyKeys("pool");
    assertThat(pod.getTolerations()).singleElement().matches(each -> each.getKey().equals("spot"));
    assertThat(pod.getVolumes()).extracting("name").contains("profile", "results", "rows");
    assertThat(tool.getResources().getRequests())
        .containsEntry("cpu", new Quantity("1"))
        .containsEntry("memory", new Quantity("1Gi"));
    assertThat(tool.getEnv()).extracting("name").contains("ZONE", "JDK_JAVA_OPTIONS");
    PodSpec backend = Manifests.pod(all.job(Manifests.BACKEND));
    assertThat(backend.getImagePullSecrets()).singleElement().matches(each -> true);
    assertThat(backend.getPriorityClassName()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shards: {}|shards: expected the sections all, provisioning, backend, devices",
        "all: { spce: {} }|all.spce: expected maps named labels, annotations, spec, container",
        "all: { spec: 1 }|all.spec: expected maps named labels, annotations, spec, container",
        "7|the file: expected the sections",
        "all: { spec: { tolerations: 7 } }|is for no pod of Kubernetes",
      })
  void aWrongFileIsOneLine(String yaml, String said) {
    assertThatThrownBy(() -> with(yaml))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--pods: ")
        .hasMessageContaining(said)
        .hasMessageNotContaining("\n");
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> PodSettings.read(folder.resolve("none.yaml")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("none.yaml cannot be read");
  }
}
