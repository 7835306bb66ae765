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
  private final String fences;

  SubscribedTopics(MqttProfile profile, String run) {
    this.profile = profile;
    this.run = run;
    this.fences = "fleetload/%s/fence/".formatted(run);
  }

  /** The client id of a subscriber, of this run alone. */
  String clientId(int subscriber) {
    return "%s-%s-%d".formatted(profile.subscribers().clientId(), run, subscriber);
  }

  /** The topic of a subscriber's messages to itself. */
  String fence(int subscriber) {
    return fences + subscriber;
  }

  /** Returns whether a topic is that of a subscriber's messages to itself, or to no one. */
  boolean isFence(String topic) {
    return topic.startsWith(fences);
  }

  /**
   * A subscription.
   *
   * @param least the QoS without which messages would come at a lower one than they are asked for
   */
  record Request(TopicSubscription subscription, int least) {}

  /** All that a subscriber asks for. */
  List<Request> of(int subscriber) {
    Subscribers subscribers = profile.subscribers();
    List<Request> all = new ArrayList<>();
    profile
        .flows()
        .forEach(
            (name, flow) -> {
              Topic topic = new Topic(flow.topic(), run, name);
              switch (subscribers.receives()) {
                case EVERY -> all.add(asked(topic.filter(), flow.qos()));
                case SHARE ->
                    all.add(
                        asked("$share/" + subscribers.group() + "/" + topic.filter(), flow.qos()));
                case SPLIT -> split(subscriber, topic, flow.qos(), all);
              }
            });
    all.add(new Request(TopicSubscription.of(fence(subscriber), 1), 0));
    // Flows may have one topic, and a filter that is asked for twice is one subscription.
    return all.stream().distinct().toList();
  }

  private void split(int subscriber, Topic topic, int flowQos, List<Request> all) {
    int step = profile.subscribers().count();
    if (step == 1) {
      all.add(asked(topic.filter(), flowQos));
      return;
    }
    for (int device = subscriber; device < profile.devices().count(); device += step) {
      all.add(asked(topic.of(profile.devices().name(device), device), flowQos));
    }
  }

  private Request asked(String filter, int flowQos) {
    int qos = profile.subscribers().qos();
    return new Request(TopicSubscription.of(filter, qos), Math.min(qos, flowQos));
  }
}
