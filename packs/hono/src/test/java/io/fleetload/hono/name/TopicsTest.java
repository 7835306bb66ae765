// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicsTest {

  @Test
  void theTopicsHaveThePartitionsOfThePublishedTest() {
    assertThat(new Topics("tload").partitions())
        .isEqualTo(
            Map.of(
                "hono.telemetry.tload", 10,
                "hono.event.tload", 4,
                "hono.command.tload", 3,
                "hono.command_response.tload", 2,
                "hono.notification.registry-device", 4,
                "hono.notification.registry-tenant", 4));
  }
}
