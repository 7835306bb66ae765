// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.profile.Common;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Flow;
import io.fleetload.profile.Life;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Span;
import java.util.Map;

/** The profile of a load test of an MQTT broker. */
public record MqttProfile(
    @Inline Common common,
    @Doc("the broker under test") MqttTarget target,
    @Doc("the clients that receive the messages") Subscribers subscribers,
    @Doc(value = "the clients that publish", required = true) MqttDevices devices,
    @Doc(value = "the flows of messages, each by a name of your choice", required = true)
        Map<String, MqttFlow> flows)
    implements LoadProfile {

  /** Fills in what the profile leaves open. */
  public MqttProfile {
    target = target == null ? MqttTarget.EMBEDDED : target;
    subscribers = subscribers == null ? Subscribers.ONE : subscribers;
    flows = Flow.inOrder(flows);
    common = common.completed(flows.values(), devices.longestTimeout());
  }

  @Override
  @JsonIgnore
  public Map<String, MqttFlow> flowsByName() {
    return flows;
  }

  @Override
  public void check(ProfileChecks checks) {
    target.check(checks);
    subscribers.check(this, checks);
    for (DeviceGroup each : devices.groups()) {
      ((MqttDevices) each.devices()).check(each.path(), this, checks);
    }
    new Contents(this).check(checks);
    flows.forEach(
        (name, flow) -> {
          String path = "flows." + name;
          Topic.check(path + ".topic", flow.topic(), checks);
          checkOverlap(name, checks);
          if (target.version() == MqttTarget.Version.V3) {
            checkWithoutV5(path, flow, checks);
          }
          checkSeconds(path + ".expiry", flow.expiry(), checks);
          if (flow instanceof MqttFlow.Request) {
            checks.when(
                subscribers.count() == 0,
                "subscribers.count",
                "write 1 or more: flow %s has requests, and a subscriber responds".formatted(name));
          } else if (flow instanceof MqttFlow.Receive) {
            checkReceived(path + ".topic", new Topic(flow.topic(), "", name), checks);
            checkAsleep(name, devices.group(flow.timing().of()), checks);
          } else if (flow instanceof MqttFlow.Will will
              && will.delay().nanos() > 0
              && target.version() == MqttTarget.Version.V5) {
            checkSeconds(path + ".delay", will.delay(), checks);
            checkDelay(path + ".delay", will, checks);
          }
        });
  }

  private static void checkWithoutV5(String path, MqttFlow flow, ProfileChecks checks) {
    checks.when(
        flow.expiry() != null,
        path + ".expiry",
        "needs target.version: 5; MQTT 3.1.1 has no expiry");
    checks.when(
        flow instanceof MqttFlow.Request,
        path + ".kind",
        "needs target.version: 5; MQTT 3.1.1 has no response topic");
    checks.when(
        flow instanceof MqttFlow.Will will && will.delay().nanos() > 0,
        path + ".delay",
        "needs target.version: 5; in MQTT 3.1.1 a will has no delay");
  }

  private static void checkSeconds(String key, Span span, ProfileChecks checks) {
    checks.when(
        span != null && (span.nanos() == 0 || span.nanos() % 1_000_000_000 != 0),
        key,
        "write whole seconds, from 1s: found \"%s\"".formatted(span));
  }

  private static void checkReceived(String key, Topic topic, ProfileChecks checks) {
    checks.when(
        topic.template().contains("{run}"),
        key,
        "leave out {run}: a device subscribes before it knows the run");
    checks.when(
        !topic.differs(),
        key,
        "write {device} or {index} in it: each device subscribes to its own messages");
  }

  /** A session keeps the messages for a device that sleeps. */
  private void checkAsleep(String name, DeviceGroup group, ProfileChecks checks) {
    MqttDevices its = (MqttDevices) group.devices();
    Life.Sleepy sleepy = its.life().sleepy();
    if (sleepy != null && sleepy.offline()) {
      checks.when(
          !its.isKeptFor(sleepy.asleep(), target.version()),
          group.path() + ".sessionExpiry",
          "write more than life.sleepy.asleep, and cleanStart: false: the broker keeps the messages of flow %s for devices that sleep"
              .formatted(name));
      checks.when(
          timeout(name).nanos() <= sleepy.asleep().nanos(),
          group.path() + ".timeout",
          "write more than life.sleepy.asleep, %s: a message of flow %s waits that long"
              .formatted(sleepy.asleep(), name));
    }
  }

  /** The will of a session that is over waits no longer (5:3.1.3.2.2). */
  private void checkDelay(String key, MqttFlow.Will will, ProfileChecks checks) {
    MqttDevices its = (MqttDevices) devices.group(will.timing().of()).devices();
    checks.when(
        its.sessionExpiry().nanos() <= will.delay().nanos(),
        key,
        "write a longer devices.sessionExpiry: found \"%s\", and a broker publishes the will when the session is over"
            .formatted(its.sessionExpiry()));
  }

  /** A broker may deliver a message once for each subscription that it matches (5:3.3.4). */
  private void checkOverlap(String name, ProfileChecks checks) {
    MqttFlow flow = flows.get(name);
    flows.entrySet().stream()
        .takeWhile(each -> !each.getKey().equals(name))
        .filter(each -> overlap(name, flow, each.getKey(), each.getValue()))
        .findFirst()
        .ifPresent(
            each ->
                checks.problem(
                    "flows." + name + ".topic",
                    "write {flow} in it: a subscriber to \"%s\" of flow %s gets these messages too"
                        .formatted(each.getValue().topic(), each.getKey())));
  }

  private static boolean overlap(String name, MqttFlow flow, String otherName, MqttFlow other) {
    Topic topic = new Topic(flow.topic(), "", name);
    Topic otherTopic = new Topic(other.topic(), "", otherName);
    boolean apart = flow.isForSubscribers() && other.isForSubscribers();
    return topic.overlaps(otherTopic) || (!apart && topic.filter().equals(otherTopic.filter()));
  }
}
