// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.profile.Common;
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
    devices.groups().forEach(group -> group.devices().check(phases(), checks));
    new Contents(this).check(checks);
    flows.forEach(
        (name, flow) -> {
          String path = "flows." + name;
          Topic.check(path + ".topic", flow.topic(), checks);
          if (target.version() == MqttTarget.Version.V3) {
            checks.when(
                flow.expiry() != null,
                path + ".expiry",
                "needs target.version: 5; MQTT 3.1.1 has no expiry");
          }
        });
  }
}
