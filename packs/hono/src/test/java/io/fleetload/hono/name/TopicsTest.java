// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.profile.TopicSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicsTest {

  @Test
  void theTopicsHaveThePartitionsOfThePublishedTest() {
    assertThat(new Topics("tload", TopicSettings.PUBLISHED).partitions())
        .isEqualTo(
            Map.of(
                "hono.telemetry.tload", 10,
                "hono.event.tload", 4,
                "hono.command.tload", 3,
                "hono.command_response.tload", 2,
                "hono.notification.registry-device", 4,
                "hono.notification.registry-tenant", 4));
  }

  @Test
  void allTopicsOfAHonoBeginWithItsPrefix() {
    TopicSettings settings = new TopicSettings("site-7.", null, null, null, null, null);

    assertThat(new Topics("tload", settings).partitions().keySet())
        .containsExactly(
            "site-7.telemetry.tload",
            "site-7.event.tload",
            "site-7.command.tload",
            "site-7.command_response.tload",
            "site-7.notification.registry-device",
            "site-7.notification.registry-tenant");
  }
}
