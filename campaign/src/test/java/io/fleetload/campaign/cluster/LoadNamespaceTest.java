// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.EventListBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.time.Clock;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(https = false)
class LoadNamespaceTest {
  private static final String EVENTS = "/api/v1/namespaces/load/events";

  KubernetesMockServer server;
  KubernetesClient client;

  @Test
  void anEventOfAnEarlierRunIsNotTheReasonOfThisOne() {
    Event[] all = {refused("earlier", "a quota of then"), refused("this", "a quota of now")};
    for (String query : new String[] {"", "?fieldSelector=involvedObject.uid%3Dthis"}) {
      server
          .expect()
          .get()
          .withPath(EVENTS + query)
          .andReturn(200, new EventListBuilder().withItems(all).build())
          .once();
    }
    Job job =
        new JobBuilder().withNewMetadata().withName("any").withUid("this").endMetadata().build();

    assertThat(new LoadNamespace(client, "load", Clock.systemUTC()).refusal(job))
        .contains("a quota of now");
  }

  private static Event refused(String uid, String why) {
    return new EventBuilder()
        .withReason("FailedCreate")
        .withMessage(why)
        .withNewInvolvedObject()
        .withName("any")
        .withUid(uid)
        .endInvolvedObject()
        .build();
  }
}
