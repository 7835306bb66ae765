// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(https = false)
class LookoutTest {
  KubernetesClient client;

  @Test
  void aClusterThatDoesNotAnswerForMinutesMayStillHaveResultsToFetch() {
    Lookout lookout =
        new Lookout(
            new LoadNamespace(client, "tests"),
            "1f",
            new StopSignal(),
            new ClockOfMinutes(),
            Duration.ZERO,
            pods -> {});

    assertThatThrownBy(
            () ->
                lookout.until(
                    Duration.ofHours(1), "the verdict", List.of(), seen -> Optional.empty()))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("loadtest cluster fetch 1f --namespace tests ")
        .hasMessageContaining("loadtest cluster delete 1f --namespace tests ")
        .hasMessageNotContaining("Operation: ");
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
