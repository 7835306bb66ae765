// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Profiles for tests. */
final class Profiles {
  private Profiles() {}

  /** Of a broker elsewhere; flow update has two entities, flow create is not notified. */
  static NgsiProfile of(String broker, String yaml) {
    try {
      Path file = Files.createTempFile("ngsi", ".yaml");
      try {
        Files.writeString(
            file,
            """
            pack: ngsi
            run: { name: test, seed: 7 }
            target: { kind: external, %s }
            devices: { count: 3 }
            phases: { measure: 10s }
            flows:
              update:
                rate: 1/s
                request: "POST /ngsi-ld/v1/entityOperations/update"
                body: '{ "senttime": { "type": "Property", "value": "{{stamp}}" } }'
                batch: 2
                notified: true
              create:
                rate: 1/s
                request: "POST /ngsi-ld/v1/entities"
                body: '{ "senttime": { "type": "Property", "value": "{{stamp}}" } }'
            """
                    .formatted(broker)
                + yaml);
        return (NgsiProfile) Scenario.read(file, List.of(), Map.of()).profile();
      } finally {
        Files.delete(file);
      }
    } catch (ProfileException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
