// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.profile.Common;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Flow;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
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
          if (flow.expiry() != null && target.version() == MqttTarget.Version.V3) {
            checks.problem(path + ".expiry", "needs target.version: 5; MQTT 3.1.1 has no expiry");
          } else if (flow.expiry() != null) {
            long nanos = flow.expiry().nanos();
            checks.when(
                nanos == 0 || nanos % 1_000_000_000 != 0,
                path + ".expiry",
                "write whole seconds, from 1s: found \"%s\"".formatted(flow.expiry()));
          }
        });
  }

  /** A broker may deliver a message once for each subscription that it matches (5:3.3.4). */
  private void checkOverlap(String name, ProfileChecks checks) {
    Topic topic = new Topic(flows.get(name).topic(), "", name);
    flows.entrySet().stream()
        .takeWhile(each -> !each.getKey().equals(name))
        .filter(each -> topic.overlaps(new Topic(each.getValue().topic(), "", each.getKey())))
        .findFirst()
        .ifPresent(
            each ->
                checks.problem(
                    "flows." + name + ".topic",
                    "write {flow} in it: a subscriber to \"%s\" of flow %s gets these messages too"
                        .formatted(each.getValue().topic(), each.getKey())));
  }
}
