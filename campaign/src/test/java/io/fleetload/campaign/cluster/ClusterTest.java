// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import org.junit.jupiter.api.Test;

class ClusterTest {
  @Test
  void theLogsOfManyPodsDoNotShareAConnection() {
    assertThat(Cluster.config(Config.empty()).isHttp2Disable()).isTrue();
  }
}
