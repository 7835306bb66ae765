// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fleetload.rig.Home;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class RightsTest {
  @Test
  void theRoleOfTheReleaseIsWhatALoadTestNeeds() throws Exception {
    Role role =
        Serialization.unmarshal(
            Files.readString(Home.path("hono-deploy", "simulators", "base", "role.yaml")),
            Role.class);

    assertThat(role.getRules())
        .flatExtracting(
            rule ->
                rule.getResources().stream()
                    .map(
                        each -> new Rights.Right(rule.getApiGroups().get(0), each, rule.getVerbs()))
                    .toList())
        .containsExactlyElementsOf(Rights.NEEDED);
  }
}
