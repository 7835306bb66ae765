// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What is tried on a cluster on which all goes well, as long as a test says no other. */
@EnableKubernetesMockClient(crud = true, https = false)
abstract class OnACluster {
  KubernetesMockServer server;
  KubernetesClient client;
  @TempDir Path folder;
  GoodRun run;

  @BeforeEach
  void aClusterOnWhichAllGoesWell() throws Exception {
    run = new GoodRun(server, client, folder);
  }

  @AfterEach
  void end() {
    run.close();
  }
}
