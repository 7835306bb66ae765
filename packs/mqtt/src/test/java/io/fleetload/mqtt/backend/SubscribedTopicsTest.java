// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.mqtt.Profiles;
import io.fleetload.mqtt.packet.TopicSubscription;
import io.fleetload.mqtt.profile.MqttProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubscribedTopicsTest {
  private static SubscribedTopics topics(String... overrides) throws Exception {
    return new SubscribedTopics(Profiles.quickstart(overrides), "1f");
  }

  private static List<String> filters(SubscribedTopics topics, int subscriber) {
    return topics.of(subscriber).stream().map(each -> each.subscription().filter()).toList();
  }

  private static SubscribedTopics.Request asked(String filter, int least) {
    return new SubscribedTopics.Request(TopicSubscription.of(filter, 1), least);
  }

  @Test
  void eachSubscriberAsksForAllTopicsAndItsOwnFence() throws Exception {
    SubscribedTopics topics = topics("subscribers={count: 2, qos: 1}");
    assertThat(topics.of(1))
        .containsExactlyInAnyOrder(
            asked("fleetload/1f/reading/+", 1),
            asked("fleetload/1f/sample/+", 0),
            asked("fleetload/1f/alarm/+", 1),
            asked("fleetload/1f/fence/1", 0));
    assertThat(topics.clientId(1)).isEqualTo("subscriber-1f-1");
  }

  @Test
  void theMembersOfAGroupShareAllButTheFence() throws Exception {
    SubscribedTopics topics = topics("subscribers={count: 2, receives: share, group: g}");
    assertThat(filters(topics, 0))
        .containsExactlyInAnyOrder(
            "$share/g/fleetload/1f/reading/+",
            "$share/g/fleetload/1f/sample/+",
            "$share/g/fleetload/1f/alarm/+",
            "fleetload/1f/fence/0");
  }

  @Test
  void dealtTopicsAreThoseOfAllDevicesOnceAndOfTheRightSubscriber() throws Exception {
    MqttProfile profile = Profiles.quickstart("subscribers={count: 3, receives: split}");
    SubscribedTopics topics = new SubscribedTopics(profile, "1f");
    List<String> all = new ArrayList<>();
    for (int subscriber = 0; subscriber < 3; subscriber++) {
      List<String> its = filters(topics, subscriber);
      for (int device = 0; device < 100; device++) {
        assertThat(its.contains("fleetload/1f/reading/device-" + device))
            .isEqualTo(profile.subscribers().dealt(device) == subscriber);
      }
      all.addAll(its);
    }
    assertThat(all).doesNotHaveDuplicates().hasSize(3 * 100 + 3);
  }

  @Test
  void oneSubscriberHasTheTopicsOfAllDevicesInAFilter() throws Exception {
    assertThat(filters(topics("subscribers={count: 1, receives: split}"), 0))
        .contains("fleetload/1f/reading/+")
        .hasSize(4);
  }

  @Test
  void aTopicOfTwoFlowsIsAskedForOnce() throws Exception {
    SubscribedTopics topics =
        topics("flows.reading.topic=x/{run}/{index}", "flows.sample.topic=x/{run}/{index}");
    assertThat(filters(topics, 0)).containsOnlyOnce("x/1f/+").hasSize(3);
  }
}
