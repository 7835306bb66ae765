// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.pack;

import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.view.BenchLines;
import io.fleetload.mqtt.view.SuiteTables;
import io.fleetload.pack.Description;
import io.fleetload.pack.Pack;
import io.fleetload.results.ResultView;
import java.util.List;

/** Clients of MQTT, the broker that they talk to, and its subscribers. */
public final class MqttPack implements Pack<MqttProfile> {
  @Override
  public String name() {
    return "mqtt";
  }

  @Override
  public Class<MqttProfile> profile() {
    return MqttProfile.class;
  }

  @Override
  public Description describe(MqttProfile profile) {
    return new MqttRun(profile);
  }

  @Override
  public List<ResultView> views() {
    return List.of(new SuiteTables(), new BenchLines());
  }
}
