// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt;

import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The quickstart as tests change it. */
public final class Profiles {
  private Profiles() {}

  /**
   * The quickstart with overrides, as {@code --set} has them.
   *
   * @throws ProfileException with all mistakes
   */
  public static MqttProfile quickstart(String... overrides) throws ProfileException {
    Path file = Path.of("profiles", "quickstart.yaml");
    return (MqttProfile) Scenario.read(file, List.of(overrides), Map.of()).profile();
  }
}
