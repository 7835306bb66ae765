// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpdateLoadTest {
  @Test
  void everyUserHasAConnectionOfItsOwn(@TempDir Path directory) throws Exception {
    List<String> lines = new UpdateLoad(4711).profile(new Load.Size(1, 10, 10, 0, 2.5));
    Path file = Files.write(directory.resolve("updates.yaml"), lines);

    NgsiProfile profile = (NgsiProfile) Scenario.read(file, List.of(), Map.of()).profile();

    assertThat(profile.sessions()).isEqualTo(10);
    assertThat(profile.flows().get(new UpdateLoad(4711).flow()).timing().closed().users())
        .isEqualTo(10);
    assertThat(profile.phases().measure().seconds()).isEqualTo(2.5);
  }
}
