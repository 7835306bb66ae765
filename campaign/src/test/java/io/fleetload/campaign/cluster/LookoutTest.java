// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EnableKubernetesMockClient(https = false)
class LookoutTest {
  KubernetesClient client;

  @TempDir private Path folder;
  private final List<String> said = new ArrayList<>();

  @Test
  void aClusterThatDoesNotAnswerIsWaitedForAndMayStillHaveResultsToFetch() throws Exception {
    LoadNamespace namespace = new LoadNamespace(client, "tests", new ClockOfMinutes());
    Sight sight = new Sight(namespace, Duration.ZERO, new StopSignal(), said::add);
    ClusterOrder order =
        ClusterFiles.order(folder, ClusterFiles.profile(folder), 2, 1, Duration.ofMinutes(20));
    Lookout lookout = sight.lookout("1f", order, pods -> {});

    assertThatThrownBy(
            () ->
                lookout.until(
                    Duration.ofHours(1), "the verdict", List.of(), seen -> Optional.empty()))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("the cluster has not answered for 1200 s: ")
        .hasMessageContaining("loadtest cluster fetch 1f --namespace tests ")
        .hasMessageContaining("loadtest cluster delete 1f --namespace tests ")
        .hasMessageNotContaining("Operation: ");
    assertThat(said)
        .singleElement()
        .asString()
        .startsWith("the cluster has not answered for 60 s: ")
        .endsWith("; waiting for up to 1200 s, the run may go on there");
  }

  /** A minute later each time that it is read. */
  private static final class ClockOfMinutes extends Clock {
    private final AtomicLong minutes = new AtomicLong();

    @Override
    public Instant instant() {
      return Instant.EPOCH.plus(Duration.ofMinutes(minutes.getAndIncrement()));
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
