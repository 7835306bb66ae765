// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.backend;

import io.fleetload.mqtt.packet.TopicSubscription;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.profile.Subscribers;
import io.fleetload.mqtt.profile.Topic;
import java.util.ArrayList;
import java.util.List;

/** The topics that the subscribers of a run ask for. */
final class SubscribedTopics {
  private final MqttProfile profile;
  private final String run;

  SubscribedTopics(MqttProfile profile, String run) {
    this.profile = profile;
    this.run = run;
  }

  /** The client id of a subscriber, of this run alone. */
  String clientId(int subscriber) {
    return "%s-%s-%d".formatted(profile.subscribers().clientId(), run, subscriber);
  }

  /** The topic of a subscriber's messages to itself. */
  String fence(int subscriber) {
    return "fleetload/%s/fence/%d".formatted(run, subscriber);
  }

  /** All that a subscriber asks for. */
  List<TopicSubscription> of(int subscriber) {
    Subscribers subscribers = profile.subscribers();
    List<TopicSubscription> all = new ArrayList<>();
    profile
        .flows()
        .forEach(
            (name, flow) -> {
              Topic topic = new Topic(flow.topic(), run, name);
              switch (subscribers.receives()) {
                case EVERY -> all.add(asked(topic.filter()));
                case SHARE ->
                    all.add(asked("$share/" + subscribers.group() + "/" + topic.filter()));
                case SPLIT -> split(subscriber, topic, all);
              }
            });
    all.add(TopicSubscription.of(fence(subscriber), 1));
    return all;
  }

  private void split(int subscriber, Topic topic, List<TopicSubscription> all) {
    int step = profile.subscribers().count();
    if (step == 1) {
      all.add(asked(topic.filter()));
      return;
    }
    for (int device = subscriber; device < profile.devices().count(); device += step) {
      all.add(asked(topic.of(profile.devices().name(device), device)));
    }
  }

  private TopicSubscription asked(String filter) {
    return TopicSubscription.of(filter, profile.subscribers().qos());
  }
}
