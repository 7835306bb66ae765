// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.backend;

import io.fleetload.mqtt.packet.TopicSubscription;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.profile.Subscribers;
import io.fleetload.mqtt.profile.Topic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /** All that a subscriber asks for; flows of one topic share a subscription. */
  List<Request> of(int subscriber) {
    Subscribers subscribers = profile.subscribers();
    Map<String, Integer> all = new LinkedHashMap<>();
    profile
        .flows()
        .forEach(
            (name, flow) -> {
              if (flow.isForSubscribers()) {
                Topic topic = new Topic(flow.topic(), run, name);
                for (String filter : filters(subscriber, topic)) {
                  all.merge(filter, Math.min(subscribers.qos(), flow.qos()), Math::max);
                }
              }
            });
    List<Request> requests = new ArrayList<>();
    all.forEach(
        (filter, least) ->
            requests.add(new Request(TopicSubscription.of(filter, subscribers.qos()), least)));
    requests.add(new Request(TopicSubscription.of(fence(subscriber), 1), 0));
    return requests;
  }

  private List<String> filters(int subscriber, Topic topic) {
    Subscribers subscribers = profile.subscribers();
    return switch (subscribers.receives()) {
      case EVERY -> List.of(topic.filter());
      case SHARE -> List.of("$share/" + subscribers.group() + "/" + topic.filter());
      case SPLIT -> subscribers.count() == 1 ? List.of(topic.filter()) : dealt(subscriber, topic);
    };
  }

  private List<String> dealt(int subscriber, Topic topic) {
    List<String> topics = new ArrayList<>();
    int step = profile.subscribers().count();
    for (int device = subscriber; device < profile.devices().count(); device += step) {
      topics.add(topic.of(profile.devices().name(device), device));
    }
    return topics;
  }
}
